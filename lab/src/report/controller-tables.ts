import { causes } from '@artoo/ggs'
import { toldOf } from '../controller/calibration.js'
import { measuredConfusion } from '../controller/judge.js'
import { type SetName, setNames } from '../controller/sets.js'
import { type ControllerResults, policyNames } from '../controller/study-all.js'
import { confusionTable } from '../naming/confusion-table.js'
import { calibrationError, reliability } from '../reliability.js'
import { claimsOn } from './claims.js'
import { before, betterRetry, knowing, loop, ours, words } from './contenders.js'
import { percent, points, table, within } from './markdown.js'
import { type Summaries, summariesOf } from './summaries.js'

/** The tables on the controller, by the name of their place in the document. */
export function controllerTables({ sets, byNaming }: ControllerResults): Readonly<Record<string, string>> {
  const of = (name: SetName) => summariesOf(sets[name] ?? [])
  const heldOut = of('held-out')
  return {
    causes: Object.entries(causes)
      .map(
        ([cause, { meaning, mendedBy }]) =>
          `- \`${cause}\`: ${meaning}. Mended by ${mendedBy ? `\`${mendedBy}\`` : 'nothing that is known'}.`,
      )
      .join('\n'),
    ...familyTables(heldOut),
    sets: table(
      ['policy', ...setNames.map((name) => `solved, ${name}`)],
      policyNames.map((name) => [name, ...setNames.map((set) => within(of(set).mean(name, 'solved')))]),
    ),
    // Those that were missed come first.
    claims: [...claimsOn({ sets, byNaming })]
      .sort(([one], [other]) => Number(one) - Number(other))
      .map(([holds, claim]) => `- ${holds ? '' : 'NOT: '}${claim}.`)
      .join('\n'),
    confusion: confusionTable(measuredConfusion),
    naming: namingTable(byNaming, heldOut),
  }
}

/** The tables that any families have. */
export const familyTables = (summaries: Summaries) => ({
  policies: policyTable(summaries),
  families: familyTable(summaries),
  parts: partsTable(summaries),
  reliability: reliabilityTable(summaries),
})

/** The same on one screen, with the price of each policy. */
export function shortControllerTable({ sets }: ControllerResults): string {
  const summaries = summariesOf(sets['held-out'] ?? [])
  const shown = [
    ['try again, with lists of what failed, and deliver what is near', loop],
    ['hand the planner what the judge says', words],
    ['artoo’s controller before it was told causes', before],
    ['artoo’s controller', ours],
    ['a controller that knows the cause', knowing],
  ] as const
  return table(
    ['who decides after a failed round', 'solved, %', 'accepted and wrong, %', 'calls a solved task'],
    shown.map(([who, name]) => [
      who,
      percent(summaries.mean(name, 'solved').mean),
      percent(summaries.mean(name, 'wrong').mean),
      summaries.price(name).toFixed(0),
    ]),
  )
}

function policyTable(summaries: Summaries): string {
  return table(
    ['policy', 'solved', `more than ${loop}`, 'accepted and wrong', 'near and wrong', 'calls a solved task', 'rounds'],
    policyNames.map((name) => [
      name,
      within(summaries.mean(name, 'solved')),
      points(summaries.gain(name, loop)),
      percent(summaries.mean(name, 'wrong').mean),
      percent(summaries.mean(name, 'near').mean),
      summaries.price(name).toFixed(0),
      summaries.mean(name, 'rounds').mean.toFixed(2),
    ]),
  )
}

/** Every family, the worst first. */
function familyTable(summaries: Summaries): string {
  const rows = summaries.families.map((family) => {
    const against = betterRetry(summaries, family)
    return { family, gain: summaries.gain(ours, against, family) }
  })
  const share = (name: string, family: string) => percent(summaries.mean(name, 'solved', family).mean)
  return table(
    ['family', 'better of the retries', words, 'paper', 'default before', 'causes', 'oracle', 'causes − retry'],
    [...rows]
      .sort((one, other) => one.gain.value - other.gain.value)
      .map(({ family, gain }) => [
        family,
        share(betterRetry(summaries, family), family),
        share(words, family),
        share('paper', family),
        share(before, family),
        share(ours, family),
        share(knowing, family),
        points(gain),
      ]),
  )
}

function namingTable(byNaming: ControllerResults['byNaming'], heldOut: Summaries): string {
  const rows = byNaming.map(({ wrong, results }) => {
    const summaries = summariesOf(results)
    return [
      `${percent(wrong)}`,
      within(summaries.mean(ours, 'solved')),
      within(summaries.mean(words, 'solved')),
      percent(summaries.mean(ours, 'wrong').mean),
      summaries.price(ours).toFixed(0),
    ]
  })
  const asMeasured = [
    'as measured',
    within(heldOut.mean(ours, 'solved')),
    within(heldOut.mean(words, 'solved')),
    percent(heldOut.mean(ours, 'wrong').mean),
    heldOut.price(ours).toFixed(0),
  ]
  const unnamed = [
    'default before, which is sent none',
    within(heldOut.mean(before, 'solved')),
    '',
    '',
    heldOut.price(before).toFixed(0),
  ]
  return table(
    ['wrong names, %', 'causes', words, 'accepted and wrong', 'calls a solved task'],
    [asMeasured, ...rows, unnamed],
  )
}

function partsTable(summaries: Summaries): string {
  const impossible = summaries.families.filter((family) => /impossible/.test(family))
  return table(
    ['family', 'policy', 'all possible parts delivered and right', 'calls a task'],
    impossible.flatMap((family) =>
      [loop, words, before, ours, knowing].map((name) => [
        family,
        name,
        within(summaries.mean(name, 'possible', family)),
        summaries.mean(name, 'calls', family).mean.toFixed(1),
      ]),
    ),
  )
}

function reliabilityTable(summaries: Summaries): string {
  const bins = reliability(toldOf(summaries.delivered(ours)))
  const rows = bins.map(({ count, told, right }) => [percent(told), percent(right), count])
  return `${table(['told, %', 'right, %', 'results'], rows)}\n\nExpected calibration error: ${calibrationError(bins).toFixed(3)}.`
}
