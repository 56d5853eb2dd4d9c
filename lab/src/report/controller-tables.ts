import { causes } from '../controller/plants/family.js'
import { type ControllerResults, policyNames } from '../controller/study-all.js'
import { gradients, switches } from '../controller/switches.js'
import { percent, points, table, within } from './markdown.js'
import { type Summaries, summariesOf } from './summaries.js'

const baseline = 'retry + lists'

/** The tables on the controller, by the name of their place in the document. */
export function controllerTables(results: ControllerResults): Readonly<Record<string, string>> {
  const tuning = summariesOf(results.tuning)
  const heldOut = summariesOf(results.heldOut)
  return {
    causes: Object.entries(causes)
      .map(([cause, what]) => `- \`${cause}\`: ${what}.`)
      .join('\n'),
    policies: policyTable(tuning, heldOut),
    'held-out': familyTable(heldOut),
    tuning: familyTable(tuning),
    changing: changingTable(summariesOf(results.changing)),
    switches: switchTable(tuning, heldOut),
    gradient: table(
      ['the gradient', 'tuning', 'held-out'],
      gradients.map(({ name, of }) => [name, points(tuning.gain(name, of)), points(heldOut.gain(name, of))]),
    ),
    settling: settlingTable(heldOut),
    'law-2': lawTable(tuning, heldOut),
  }
}

/** The same on one screen, with the price of each policy. */
export function shortControllerTable({ heldOut }: ControllerResults): string {
  const summaries = summariesOf(heldOut)
  const percentOf = (name: string, of: 'solved' | 'wrong' | 'ownedUp') => percent(summaries.mean(name, of).mean)
  const shown = [
    ['try again, with lists of what failed', baseline],
    ["artoo's default controller", 'measured'],
    ['a controller that sees the cause', 'oracle'],
  ] as const
  return table(
    [
      'who decides after a failed round',
      'solved, %',
      'delivered wrong, %',
      'of these named as unmet, %',
      'rounds a task',
    ],
    shown.map(([who, name]) => [
      who,
      percentOf(name, 'solved'),
      percentOf(name, 'wrong'),
      percentOf(name, 'ownedUp'),
      summaries.mean(name, 'rounds').mean.toFixed(2),
    ]),
  )
}

function policyTable(tuning: Summaries, heldOut: Summaries): string {
  const head = [
    'policy',
    'solved, tuning',
    'solved, held-out',
    `more solved than ${baseline}`,
    'delivered wrong',
    'of these named as unmet',
    'rounds',
  ]
  return table(
    head,
    policyNames.map((name) => [
      name,
      within(tuning.mean(name, 'solved')),
      within(heldOut.mean(name, 'solved')),
      points(heldOut.gain(name, baseline)),
      percent(heldOut.mean(name, 'wrong').mean),
      percent(heldOut.mean(name, 'ownedUp').mean),
      heldOut.mean(name, 'rounds').mean.toFixed(2),
    ]),
  )
}

function familyTable(summaries: Summaries): string {
  const shown = [baseline, 'paper', 'measured', 'bandit', 'oracle']
  return table(
    ['family', ...shown, `measured against ${baseline}`, 'measured against paper'],
    summaries.families.map((family) => [
      family,
      ...shown.map((name) => shareSolved(summaries, name, family)),
      points(summaries.gain('measured', baseline, family)),
      points(summaries.gain('measured', 'paper', family)),
    ]),
  )
}

function changingTable(summaries: Summaries): string {
  const shown = ['retry', baseline, 'paper', 'measured, blind to change', 'measured', 'oracle']
  const over = ['retry', baseline, 'measured, blind to change']
  return table(
    ['family', ...shown, ...over.map((name) => `measured against ${name}`)],
    summaries.families.map((family) => [
      family,
      ...shown.map((name) => shareSolved(summaries, name, family)),
      ...over.map((name) => points(summaries.gain('measured', name, family))),
    ]),
  )
}

function shareSolved(summaries: Summaries, name: string, family: string): string {
  const { solved } = summaries.of(name, family)
  return percent(solved.reduce((sum, one) => sum + one, 0) / solved.length)
}

function switchTable(tuning: Summaries, heldOut: Summaries): string {
  return table(
    ['switch', 'added to paper, tuning', 'added, held-out', 'taken from measured, tuning', 'taken, held-out'],
    switches.map(({ name }) => [
      name,
      points(tuning.gain(`paper, ${name}`, 'paper')),
      points(heldOut.gain(`paper, ${name}`, 'paper')),
      points(tuning.gain(`measured, not: ${name}`, 'measured')),
      points(heldOut.gain(`measured, not: ${name}`, 'measured')),
    ]),
  )
}

function settlingTable(heldOut: Summaries): string {
  const shown = ['retry + lists, settling', 'paper', 'measured', 'oracle']
  return table(
    ['policy', 'delivered as near enough, % of tasks', 'of these truly right, %'],
    shown.map((name) => {
      const { delivered, right } = heldOut.near(name)
      return [name, percent(delivered), percent(right)]
    }),
  )
}

const slow = { tuning: ['slow near miss', 'slow wrong method', 'slow and mixed'], heldOut: ['very slow'] } as const

function lawTable(tuning: Summaries, heldOut: Summaries): string {
  const shown = ['paper', 'measured, not: slope without the cost', 'measured']
  const cells = (summaries: Summaries, name: string, families?: readonly string[]) => {
    const { ended, wrongly } = summaries.lawTwo(name, families)
    return `${percent(ended)}, ${(100 * wrongly).toFixed(2)}`
  }
  return table(
    ['ended by Law 2, and of these wrongly, % of all tasks', 'slow, tuning', 'all held-out', 'very slow, held-out'],
    shown.map((name) => [
      name,
      cells(tuning, name, slow.tuning),
      cells(heldOut, name),
      cells(heldOut, name, slow.heldOut),
    ]),
  )
}
