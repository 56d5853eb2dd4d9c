import type { PermissionMode } from '@artoo/sdk'
import { payloadsOf, type Question, questionsOf, repeatsIn, roundOf, workOf } from './account.js'
import { plain } from './chores.js'
import type { Ran } from './run-one.js'

/** Situations that arise where a person is asked. */
const ofPeople = [
  'irreversible calls asked about',
  'irreversible calls done',
  'irreversible calls done that came back as failed',
  'repeated irreversible requests',
  'repeated in one turn',
  'repeated in another turn of the attempt',
  'repeated in another attempt',
  'repeated in another subtask of the round',
  'repeated in another round',
  'repeated with its fields in another order',
  'repeated in another spelling',
  'repeated after a call that was done and came back as failed',
  'repeated after a yes and then a no',
  'second yeses',
  'second yeses, and done again',
  'repeated and refused',
  'refused by a dialog that broke, or too late',
] as const

const ofWork = [
  'runs',
  'runs with a replan',
  'runs accepted',
  'runs close enough',
  'runs abandoned',
  'runs that deliver the parts that are done',
  'runs that end short, with what was reached before the last plan',
  'replans',
  'replans that plan what is done',
  'replans that plan what is done in another spelling',
  'replans that plan what is done, and were turned down',
  'replans in nearly the words of what is done, and dispatched',
  'finished work that a verdict blamed',
  'blamed work that was planned again, and dispatched',
  'plans with the same subtask twice',
  'verdicts asked for again',
] as const

const ofModes = ['calls that the mode refused', 'texts overwritten unasked, as the mode has it'] as const

const situations = [...ofWork, ...ofPeople, ...ofModes]

/** Situations to which no run of a mode comes. */
const barred: Readonly<Record<PermissionMode, readonly Situation[]>> = {
  ask: ofModes,
  edits: ['calls that the mode refused'],
  refuse: [...ofPeople, 'texts overwritten unasked, as the mode has it'],
  plan: [...ofPeople, 'texts overwritten unasked, as the mode has it'],
}

/** Situations that never came up, and those that came up though no run of the mode comes to them. */
export function oddities(tally: Tally, mode: PermissionMode): readonly string[] {
  return situations.flatMap((situation) => {
    if (barred[mode].includes(situation)) return tally[situation] > 0 ? [`came up in mode ${mode}: ${situation}`] : []
    return tally[situation] > 0 ? [] : [`never came up: ${situation}`]
  })
}

type Situation = (typeof situations)[number]
export type Tally = Record<Situation, number>

export const emptyTally = (): Tally => Object.fromEntries(situations.map((situation) => [situation, 0])) as Tally

/** Counts what arose in a run, so that one sees that there was something to go wrong. */
export function count(tally: Tally, ran: Ran): void {
  const note = (situation: Situation, times: number | boolean = 1) => {
    tally[situation] += Number(times)
  }
  countEnd(ran, note)
  countDeeds(ran, note)
  countRefused(ran, note)
  countPlans(ran, note)
}

type Note = (situation: Situation, times?: number | boolean) => void

function countEnd({ events, result }: Ran, note: Note): void {
  const { directive } = result ?? {}
  const last = payloadsOf(events, 'DispatchManifest').at(-1)?.round ?? 0
  const before = workOf(events).finished.some(({ subtaskId }) => roundOf(subtaskId) < last)
  note('runs')
  note('runs with a replan', last > 1)
  note('runs accepted', directive === 'accept')
  note('runs close enough', directive === 'success')
  note('runs abandoned', directive === 'abandon')
  note('runs that deliver the parts that are done', directive === 'deliver')
  const isShort = directive === 'abandon' || directive === 'deliver'
  note('runs that end short, with what was reached before the last plan', isShort && before)
  note('verdicts asked for again', payloadsOf(events, 'ModelRequest').filter(isMending).length)
}

const isMending = ({ messages }: { readonly messages: readonly { readonly content: string }[] }) =>
  messages[0]?.content.includes('with verdicts on these criteria alone') ?? false

function countDeeds({ events, happened }: Ran, note: Note): void {
  const questions = questionsOf(events)
  const done = happened.flatMap((one) => (one.kind === 'done' && one.confirmed ? [one] : []))
  note('irreversible calls asked about', questions.length)
  note('irreversible calls done', done.length)
  note('irreversible calls done that came back as failed', done.filter(({ trouble }) => trouble !== null).length)
  note('refused by a dialog that broke, or too late', questions.filter(({ answer }) => answer?.note).length)
  const times = new Map(done.map(({ meaning }) => [meaning, done.filter((one) => one.meaning === meaning).length]))
  note(
    'second yeses, and done again',
    [...times.values()].reduce((sum, count) => sum + count - 1, 0),
  )
  for (const question of questions) countRepetition(question, happened, note)
}

function countRefused({ events }: Ran, note: Note): void {
  const results = payloadsOf(events, 'ToolResult')
  note('calls that the mode refused', results.filter(({ decidedBy }) => /^(plan|refuse)$/.test(decidedBy ?? '')).length)
  note('texts overwritten unasked, as the mode has it', results.filter(({ decidedBy }) => decidedBy === 'edits').length)
}

function countRepetition(
  { request, meaning, attempt, answer, before }: Question,
  happened: Ran['happened'],
  note: Note,
) {
  const last = before.at(-1)
  if (!last) return
  const { callId, key, input } = request
  const isSameSubtask = last.request.key === key
  const turnOf = (id: string) => id.split('_')[1]
  const isSameTurn = turnOf(last.request.callId) === turnOf(callId)
  const [now, then] = [JSON.stringify(input), JSON.stringify(last.request.input)]
  const letters = (words: string) => [...words].sort().join('')
  const wasAllowed = before.some((question) => question.answer?.allowed)
  note('repeated irreversible requests')
  note('repeated in one turn', isSameTurn)
  note('repeated in another turn of the attempt', isSameSubtask && !isSameTurn && last.attempt === attempt)
  note('repeated in another attempt', isSameSubtask && last.attempt !== attempt)
  note('repeated in another subtask of the round', !isSameSubtask && roundOf(last.request.key) === roundOf(key))
  note('repeated in another round', roundOf(last.request.key) !== roundOf(key))
  note('repeated with its fields in another order', now !== then && letters(now) === letters(then))
  note('repeated in another spelling', letters(now) !== letters(then))
  note('repeated after a call that was done and came back as failed', cameBackAsFailed(meaning, happened, callId))
  note('repeated after a yes and then a no', wasAllowed && !last.answer?.allowed)
  note('second yeses', wasAllowed && answer?.allowed === true)
  note('repeated and refused', answer?.allowed === false)
}

/** Before the person was asked about the call. */
function cameBackAsFailed(meaning: string, happened: Ran['happened'], callId: string): boolean {
  const before = happened.slice(
    0,
    happened.findIndex((one) => one.kind === 'asked' && one.callId === callId),
  )
  return before.some((one) => one.kind === 'done' && one.meaning === meaning && one.trouble !== null)
}

function countPlans({ events }: Ran, note: Note): void {
  const work = workOf(events)
  for (const replan of work.replans) {
    const { done, blamed, dispatched } = replan
    const planned = replan.planned.map(plain)
    const repeats = repeatsIn(replan)
    const respelt = repeats.filter((intent) => !done.some((one) => one.intent === intent))
    const nears = planned.filter((intent) => done.some((one) => intent.startsWith(plain(one.intent))))
    const redone = blamed.filter(({ intent }) => planned.includes(plain(intent)))
    note('replans', dispatched)
    note('replans that plan what is done', repeats.length > 0)
    note('replans that plan what is done in another spelling', respelt.length > 0)
    note('replans that plan what is done, and were turned down', repeats.length > 0 && !dispatched)
    note('replans in nearly the words of what is done, and dispatched', nears.length > 0 && dispatched)
    note('blamed work that was planned again, and dispatched', dispatched ? redone.length : 0)
  }
  note('finished work that a verdict blamed', work.blamed.length)
  for (const { subtasks } of payloadsOf(events, 'DispatchManifest')) {
    note('plans with the same subtask twice', new Set(subtasks.map(({ intent }) => intent)).size < subtasks.length)
  }
}
