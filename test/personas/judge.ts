import { type Data, dataIn, inOrder, list, text, walk } from './conversation.js'
import { type Call, toolsOf } from './hands.js'
import type { Done } from './skill.js'
import { meaning, wishesIn } from './skills.js'

/** What the planner writes down as criteria, and the validators know how to judge. */
export const criterionTexts = {
  answer: 'The output says what the tool calls show',
  readBack: 'A reading of the file after the last write shows exactly what was asked for',
  nothingElse: 'No tool call wrote to anything but what was asked for',
  byCode: 'Code finds the result to be so',
  task: 'The answer serves what the user asked for',
} as const

const asksForReading = /reading .* after the last write/i
const asksForEvidence = /what the tool calls show/i
const asksForRestraint = /wrote to anything but/i
const known = [asksForReading, asksForEvidence, asksForRestraint]

export const wantsReading = (criteria: readonly string[]) =>
  criteria.some((criterion) => asksForReading.test(criterion))

/** What is wrong with a result; null when nothing is. */
interface Fault {
  readonly what: string
  readonly failureClass: 'logical' | 'environmental'
}

/**
 * R4a: does the work again on paper, with the results of the tool calls that it is shown, and compares. It knows nothing that
 * it isn't shown.
 */
export function judge(data: Data): unknown {
  const criteria = list(data.criteria)
  // What the executor knew of earlier attempts isn't shown: the reading counts that speaks for it.
  const readings = [false, true].map((isWary) => criteria.map(({ text: one }) => faultIn(text(one), data, isWary)))
  const faults = readings.find((reading) => reading.every((fault) => fault === null)) ?? readings[0] ?? []
  const first = faults.find((fault) => fault !== null)
  return {
    verdicts: criteria.map(({ criterion }, index) => verdict(criterion, faults[index] ?? null, recordsIn(data))),
    correction: first
      ? { whatWasWrong: first.what, whatToDo: 'Do it with the tools and report what they show.' }
      : null,
  }
}

/** The ids of all tool calls that a judge is shown. */
export function recordsIn(data: Data): readonly string[] {
  const calls = [
    ...list(data.toolCalls),
    ...list(data.earlierChanges),
    ...list(data.outcomes).flatMap((outcome) => list(outcome.records)),
  ]
  return calls.map(({ id }) => text(id)).filter(Boolean)
}

function verdict(criterion: unknown, fault: Fault | null, records: readonly string[]) {
  const failureClass = fault?.failureClass ?? null
  return {
    criterion,
    verdict: fault ? 'fail' : 'pass',
    failureClass,
    evidence: fault?.what ?? 'the tool calls show it',
    records: records.slice(-100),
  }
}

function faultIn(criterion: string, data: Data, isWary: boolean): Fault | null {
  if (data.outcomes !== undefined) {
    return asksForNothingElse.test(criterion) ? (strayIn(data) ?? lostIn(data)) : addedTo(data)
  }
  // Who judges last has the user's own words.
  if (data.request !== undefined && asksForNothingElse.test(criterion)) return strayIn(data) ?? lostIn(data)
  if (
    data.request !== undefined &&
    criterion === criterionTexts.task &&
    isAnother(text(data.intent), text(data.request))
  )
    return another
  if (known.some((kind) => kind.test(criterion))) return faultOnPaper(criterion, data, isWary)
  return text(data.output) === '' ? { what: 'the output is empty', failureClass: 'logical' } : null
}

function faultOnPaper(criterion: string, data: Data, isWary: boolean): Fault | null {
  const wishes = wishesIn(text(data.intent))
  const calls = list(data.toolCalls)
  const tools = toolsOf(calls.map(({ tool }) => ({ name: text(tool), description: '' })))
  const seenOf = evidenceOf(calls)
  const readsBack = wantsReading(list(data.criteria).map((one) => text(one.text)))
  const hands = { tools, readsBack, isWary }
  const next = walk(inOrder(wishes, { hands, run: ({ skill, asked }, own) => skill.run(asked, own) }), seenOf)
  if (wishes.length === 0) return { what: 'the intent is not clear', failureClass: 'logical' }
  if ('call' in next) return { what: `no tool call shows ${next.call.target}`, failureClass: 'logical' }
  if ('stuck' in next) return { what: next.stuck, failureClass: 'environmental' }
  return faultAgainst(criterion, next.result, { output: text(data.output), written: writtenBy(calls, tools.write) })
}

/** What speaks against a criterion, given what the work on paper came to. */
function faultAgainst(
  criterion: string,
  done: readonly Done[],
  { output, written }: { readonly output: string; readonly written: readonly string[] },
): Fault | null {
  const wrong = (what: string): Fault => ({ what, failureClass: 'logical' })
  if (asksForRestraint.test(criterion)) {
    const wanted = done.flatMap((one) => one.written?.path ?? [])
    const stray = written.find((path) => !wanted.includes(path))
    return stray === undefined ? null : wrong(`nobody asked to write to ${stray}`)
  }
  if (asksForReading.test(criterion)) {
    const spoilt = done.find((one) => one.written && one.written.found?.trimEnd() !== one.written.wanted.trimEnd())
    return spoilt?.written ? wrong(`${spoilt.written.path} reads otherwise after the last write`) : null
  }
  const says = done.map((one) => one.says).join('\n')
  return says === output ? null : wrong(`the tool calls show: ${says}`)
}

function writtenBy(calls: readonly Data[], writer: string | undefined): readonly string[] {
  return calls.filter(({ tool, status }) => tool === writer && status === 'ok').map(({ target }) => text(target))
}

/** Looks up what came of a call, in order; of several writes the last counts. */
function evidenceOf(calls: readonly Data[]) {
  let at = 0
  return (call: Call) => {
    const fits = (one: Data) => one.tool === call.tool && one.target === call.target && wroteThat(one.input, call)
    const index = call.kind === 'write' ? calls.findLastIndex(fits) : calls.findIndex((one, i) => i >= at && fits(one))
    const found = calls[index]
    if (!found) return null
    at = index + 1
    return { failed: found.status !== 'ok', output: text(found.output) }
  }
}

/** Where the input is shown, what was written counts. */
function wroteThat(input: unknown, call: Call): boolean {
  const content = dataIn(text(input)).content
  return call.kind !== 'write' || content === undefined || content === call.input.content
}

const asksForNothingElse = /nothing was changed but/i

/** A file that was written to and that the user didn't ask to change. */
function strayIn({ request, rawInput, toolCalls, earlierChanges, outcomes }: Data): Fault | null {
  const wanted = wishesIn(text(request ?? rawInput)).map(({ asked }) => asked.to ?? asked.path ?? '')
  const records = [
    ...list(toolCalls),
    ...list(earlierChanges),
    ...list(outcomes).flatMap((outcome) => list(outcome.records)),
  ]
  const { write } = toolsOf(records.map(({ tool }) => ({ name: text(tool), description: '' })))
  const stray = writtenBy(records, write).find(
    (path) => !wanted.some((name) => path === name || path.endsWith(`/${name}`)),
  )
  return stray === undefined ? null : { what: `nobody asked to write to ${stray}`, failureClass: 'logical' }
}

/** Lines of a file that was only to grow or to be copied, which a call took away and none gave back. */
function lostIn({ request, rawInput, toolCalls, earlierChanges, outcomes }: Data): Fault | null {
  if (wishesIn(text(request ?? rawInput)).some(({ skill }) => !skill.adds)) return null
  const records = [
    ...list(toolCalls),
    ...list(earlierChanges),
    ...list(outcomes).flatMap((outcome) => list(outcome.records)),
  ]
  const lines = records.flatMap(({ change }) => text((change as Data | undefined)?.diff).split('\n'))
  const given = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
  const lost = lines.find((line) => line.startsWith('-') && !line.startsWith('---') && !given.includes(line.slice(1)))
  return lost === undefined ? null : { what: `a line was lost: ${lost.slice(1)}`, failureClass: 'logical' }
}

const another: Fault = { what: 'the user asked for something else', failureClass: 'logical' }

const isAnother = (done: string, asked: string) =>
  meaning(wishesIn(done.replace(/^once more \(\d+\): /i, ''))) !== meaning(wishesIn(asked))

/** A merge that says other than the outputs that it was made of. */
function addedTo({ outcomes, output, strange }: Data): Fault | null {
  const parts = list(outcomes).map((outcome) => text(outcome.output))
  if (text(output) === parts.join('\n')) return null
  return { what: `the outcomes don't hold ${JSON.stringify(strange)}`, failureClass: 'logical' }
}

/** R4b: joins the outputs, and looks whether what was done is what the user's own words ask for. */
export function verify(data: Data): unknown {
  const outcomes = list(data.outcomes)
  const done = wishesIn(outcomes.map(({ intent }) => text(intent).replace(/^once more \(\d+\): /i, '')).join(', then '))
  const what =
    meaning(done) !== meaning(wishesIn(text(data.rawInput)))
      ? 'the user asked for something else'
      : outcomes.some(({ output }) => text(output) === '')
        ? 'a subtask left no output'
        : null
  const fault: Fault | null = what === null ? null : { what, failureClass: 'logical' }
  const stray = strayIn(data) ?? lostIn(data)
  return {
    output: outcomes.map(({ output }) => text(output)).join('\n'),
    verdicts: list(data.criteria).map(({ criterion, text: one }) =>
      verdict(criterion, asksForNothingElse.test(text(one)) ? stray : fault, recordsIn(data)),
    ),
  }
}
