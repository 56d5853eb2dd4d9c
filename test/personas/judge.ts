import type { ModelRequest } from '@artoo/spec'
import { answersOf, type Data, dataIn, inOrder, list, text, walk } from './conversation.js'
import { type Call, toolsOf } from './hands.js'
import { looked, looksFor, saysUnseen, shownTo, type Unseen } from './looks.js'
import { earlierIn, wishesOf } from './meaning.js'
import type { Done } from './skill.js'
import { meaning, type Wish, wishesIn } from './skills.js'
import { notesIn } from './work.js'

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
/** What a direct conversation is judged by. */
const asksForAll = /all that the request asks for was done/i
const known = [asksForReading, asksForEvidence, asksForRestraint, asksForAll]

export const wantsReading = (criteria: readonly string[]) =>
  criteria.some((criterion) => asksForReading.test(criterion))

/** What is wrong with a result; null when nothing is. */
interface Fault {
  readonly what: string
  readonly cause: 'wrong_method' | 'wrong_target'
  /** What it would have to see to know. */
  readonly unseen?: Unseen
}

/**
 * R4a: does the work again on paper, with the results of the tool calls that it is shown, and compares. It knows nothing that
 * it isn't shown. What it isn't shown it looks at, where it may.
 */
export function judge(
  request: ModelRequest,
  { doubts = false, leavesReading = false }: { readonly doubts?: boolean; readonly leavesReading?: boolean } = {},
): { readonly calls: readonly Call[] } | { readonly json: unknown } {
  const seen = looked(request)
  const data: Data = { ...seen, ...(doubts && { context: '' }), mayLook: leavesReading }
  const criteria = list(data.criteria)
  // What the executor knew of earlier attempts isn't shown: the reading counts that speaks for it.
  const readings = [false, true].map((isWary) => criteria.map(({ text: one }) => faultIn(text(one), data, isWary)))
  const faults = readings.find((reading) => reading.every((fault) => fault === null)) ?? readings[0] ?? []
  const unseen = faults.find((fault) => fault?.unseen)?.unseen
  const looks = unseen ? looksFor(unseen, request) : []
  if (looks.length > 0) return { calls: looks }
  const first = faults.find((fault) => fault !== null)
  const correction = first && {
    whatWasWrong: first.what,
    whatToDo: 'Do it with the tools and report what they show.',
  }
  const mayLeave = saysUnseen(request)
  const verdicts = criteria.map(({ criterion }, index) => {
    const fault = faults[index] ?? null
    const judged = verdict(criterion, fault, recordsIn(data))
    return fault?.unseen && mayLeave ? { ...judged, verdict: 'unseen', cause: null, needs: fault.what } : judged
  })
  return { json: { verdicts, correction: correction ?? null } }
}

/** The ids of all tool calls that a judge is shown. */
export function recordsIn(data: Data): readonly string[] {
  return allRecords(data)
    .map(({ id }) => text(id))
    .filter(Boolean)
}

function verdict(criterion: unknown, fault: Fault | null, records: readonly string[]) {
  const cause = fault?.cause ?? null
  return {
    criterion,
    verdict: fault ? 'fail' : 'pass',
    cause,
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
  if (data.request !== undefined && criterion === criterionTexts.task && isAnother(text(data.intent), data))
    return another
  if (known.some((kind) => kind.test(criterion))) return faultOnPaper(criterion, data, isWary)
  return text(data.output) === '' ? { what: 'the output is empty', cause: 'wrong_method' } : null
}

function faultOnPaper(criterion: string, data: Data, isWary: boolean): Fault | null {
  const calls = list(data.toolCalls)
  const readsBack = wantsReading(list(data.criteria).map((one) => text(one.text)))
  // Nobody has put the user's words in others.
  const wishes = asksForAll.test(criterion) ? askedIn(data) : wishesIn(text(data.intent))
  const manner = {
    readsBack,
    isWary,
    answers: answersOf(data),
    lacksSome: lacksSome(calls),
    notes: notesIn(text(data.context)),
  }
  const { next, unseen, writer } = onPaper(wishes, calls, manner)
  if (wishes.length === 0) return { what: 'the intent is not clear', cause: 'wrong_method' }
  if ('call' in next) {
    const unseen = { records: [], wishes, look: next.call }
    const isLook = data.mayLook === true && next.call.kind !== 'write'
    return { what: `no tool call shows ${next.call.target}`, cause: 'wrong_method', ...(isLook && { unseen }) }
  }
  if ('stuck' in next) return { what: next.stuck, cause: 'wrong_target' }
  const output = text(data.output)
  const found = shownTo(data, wishes)
  if (unseen.length > 0 && found === null && asksForEvidence.test(criterion)) {
    const what = `${unseen.join(', ')} ${unseen.length > 1 ? 'are' : 'is'} not shown`
    return { what, cause: 'wrong_method', unseen: { records: unseen, wishes } }
  }
  const done = found === null ? next.result : [{ says: found, written: null }]
  return faultAgainst(criterion, done, { output, written: writtenBy(calls, writer) })
}

interface Manner {
  readonly readsBack: boolean
  readonly isWary: boolean
  readonly answers: readonly string[]
  /** Calls were made that are not even mentioned. @defaultValue false */
  readonly lacksSome?: boolean
  /** What earlier work found. @defaultValue nothing */
  readonly notes?: ReadonlyMap<string, string>
}

const lacksSome = (calls: readonly Data[]) => calls.some(({ notShown }) => notShown !== undefined)

/** The work as the results of calls show it, and the records, or the targets, of those whose results are not shown. */
function onPaper(wishes: readonly Wish[], calls: readonly Data[], manner: Manner) {
  const unseen = new Set<string>()
  const tools = toolsOf(calls.map(({ tool }) => ({ name: text(tool), description: '' })))
  const hands = { tools, ...manner, notes: new Map(manner.notes), guesses: false }
  const seenOf = evidenceOf(calls, { unseen, lacksSome: manner.lacksSome ?? false })
  const next = walk(inOrder(wishes, { hands, run: ({ skill, asked }, own) => skill.run(asked, own) }), seenOf)
  return { next, unseen: [...unseen], writer: tools.write }
}

/** What speaks against a criterion, given what the work on paper came to. */
function faultAgainst(
  criterion: string,
  done: readonly Done[],
  { output, written }: { readonly output: string; readonly written: readonly string[] },
): Fault | null {
  const wrong = (what: string): Fault => ({ what, cause: 'wrong_method' })
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

/** Looks up what came of a call, in order; of several writes the last counts. What a person answered is known otherwise. */
function evidenceOf(calls: readonly Data[], { unseen, lacksSome }: { unseen: Set<string>; lacksSome: boolean }) {
  let at = 0
  return (call: Call) => {
    if (call.kind === 'ask') return { failed: false, output: '' }
    const fits = (one: Data) => one.tool === call.tool && one.target === call.target && wroteThat(one.input, call)
    const index = call.kind === 'write' ? calls.findLastIndex(fits) : calls.findIndex((one, i) => i >= at && fits(one))
    const found = calls[index]
    if (!found && lacksSome && call.kind === 'read') unseen.add(call.target)
    if (!found) return lacksSome && call.kind === 'read' ? { failed: false, output: '' } : null
    at = index + 1
    const output = text(found.output)
    if (!isHidden(output)) return { failed: found.status !== 'ok', output }
    unseen.add(text(found.id))
    return { failed: found.status !== 'ok', output: '' }
  }
}

const isHidden = (output: string) => /^\(\d+ characters, not shown here\)$/.test(output)

/** Where the input is shown, what was written counts. */
function wroteThat(input: unknown, call: Call): boolean {
  const content = dataIn(text(input)).content
  return call.kind !== 'write' || content === undefined || content === call.input.content
}

const asksForNothingElse = /nothing was changed but/i

/** What the user asks for, in the light of the conversation and of what was asked back. */
function askedIn(data: Data): readonly Wish[] {
  const [words = ''] = text(data.request ?? data.rawInput).split('\n\n')
  return wishesOf({ words, answers: answersOf(data), earlier: earlierIn(data) })
}

const allRecords = ({ toolCalls, earlierChanges, outcomes }: Data): readonly Data[] => [
  ...list(toolCalls),
  ...list(earlierChanges),
  ...list(outcomes).flatMap((outcome) => list(outcome.records)),
]

/** A file that was written to and that the user didn't ask to change. */
function strayIn(data: Data): Fault | null {
  const records = allRecords(data)
  const wishes = askedIn(data)
  const manner = { readsBack: false, isWary: false, answers: answersOf(data) }
  const wanted = wishes.flatMap((wish) => {
    const { to, path } = wish.asked
    if (to !== undefined || path !== undefined) return [to ?? path ?? '']
    const { next } = onPaper([wish], records, manner)
    return 'result' in next ? next.result.flatMap(({ written }) => written?.path ?? []) : []
  })
  const { write } = toolsOf(records.map(({ tool }) => ({ name: text(tool), description: '' })))
  const stray = writtenBy(records, write).find(
    (path) => !wanted.some((name) => path === name || path.endsWith(`/${name}`)),
  )
  return stray === undefined ? null : { what: `nobody asked to write to ${stray}`, cause: 'wrong_method' }
}

/** Lines of a file that was only to grow or to be copied, which a call took away and none gave back. */
function lostIn(data: Data): Fault | null {
  if (askedIn(data).some(({ skill }) => !skill.adds)) return null
  const lines = allRecords(data).flatMap(({ change }) => text((change as Data | undefined)?.diff).split('\n'))
  const given = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
  const lost = lines.find((line) => line.startsWith('-') && !line.startsWith('---') && !given.includes(line.slice(1)))
  return lost === undefined ? null : { what: `a line was lost: ${lost.slice(1)}`, cause: 'wrong_method' }
}

const another: Fault = { what: 'the user asked for something else', cause: 'wrong_method' }

const isAnother = (done: string, data: Data) =>
  meaning(wishesIn(done.replace(/^once more \(\d+\): /i, ''))) !== meaning(askedIn(data))

/** A merge that says other than the outputs that it was made of. */
function addedTo({ outcomes, output, strange }: Data): Fault | null {
  const parts = list(outcomes).map((outcome) => text(outcome.output))
  if (text(output) === parts.join('\n')) return null
  return { what: `the outcomes don't hold ${JSON.stringify(strange)}`, cause: 'wrong_method' }
}

/** R4b: joins the outputs, and looks whether what was done is what the user's own words ask for. */
export function verify(data: Data): unknown {
  const outcomes = list(data.outcomes)
  const done = wishesIn(outcomes.map(({ intent }) => text(intent).replace(/^once more \(\d+\): /i, '')).join(', then '))
  const what =
    meaning(done) !== meaning(askedIn(data))
      ? 'the user asked for something else'
      : outcomes.some(({ output }) => text(output) === '')
        ? 'a subtask left no output'
        : null
  const fault: Fault | null = what === null ? null : { what, cause: 'wrong_method' }
  const stray = strayIn(data) ?? lostIn(data)
  return {
    output: outcomes.map(({ output }) => text(output)).join('\n'),
    verdicts: list(data.criteria).map(({ criterion, text: one }) =>
      verdict(criterion, asksForNothingElse.test(text(one)) ? stray : fault, recordsIn(data)),
    ),
  }
}
