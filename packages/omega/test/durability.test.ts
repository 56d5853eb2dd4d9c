import { isWaiting, type Journal, type JournalLine, memoryJournal, readEvents, type Waiting } from '@artoo/runtime'
import { sequentialIds } from '@artoo/spec/testing'
import { describe, expect, it } from 'vitest'
import { notReplayed } from '../../../test/replayed/not-replayed.js'
import type { DeliberationReport } from '../src/index.js'
import { happened, type Line, plain, refusal, right, stateOf, type WorldOptions, world, wrong } from './world.js'

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

/** A process that died after so many lines, and what the next one finds. */
async function cut(lines: readonly JournalLine[], taskId: string): Promise<Journal> {
  const journal = memoryJournal()
  await journal.append(taskId, lines)
  return journal
}

const isPaid = (line: JournalLine) => line.kind === 'event' && line.event.type === 'ModelCall'
const later = (options: WorldOptions) => world({ ...options, ids: sequentialIds('later') })
/** What differs between two processes is how long they took. */
const timeless = (report: unknown) =>
  JSON.parse(JSON.stringify(report, (key, value) => (/^time/.test(key) || key === 'auditTrail' ? undefined : value)))

async function undisturbed(options: WorldOptions, known: object = plain) {
  const { omega, journal, calls } = world(options)
  const run = omega.deliberate('Why?', known)
  const report = await run
  await omega.close()
  return { run, report, journal, calls, lines: await linesOf(journal, run.taskId) }
}

describe('a deliberation that is resumed', () => {
  it('after any line of its journal comes to the same report, and pays for no answer twice', async () => {
    notReplayed('each of them is resumed from what is replayed')
    const { run, report, lines, calls } = await undisturbed({})
    expect(calls).toHaveLength(5)
    for (let count = 1; count < lines.length; count += 2) {
      const kept = lines.slice(0, count)
      const { omega, calls: again } = later({ journal: await cut(kept, run.taskId) })
      const resumed = await omega.resume(run.taskId, { takeOver: 1 })
      expect(timeless(resumed), `after ${count} lines`).toEqual(timeless(report))
      expect(again.length, `after ${count} lines`).toBe(5 - kept.filter(isPaid).length)
      await omega.close()
    }
  })

  it('whatever was under way: a retry, a stand-in, a check, a merge, functions that compute', async () => {
    notReplayed('each of them is resumed from what is replayed')
    const judges: Line = ({ claims }, usual) => ({
      ...usual,
      same: claims.length > 1 ? [claims.map(({ id }) => id)] : [],
    })
    const options: WorldOptions = {
      ...{
        computing: true,
        checks: [{ name: 'runs', description: 'x', run: () => ({ pass: true, evidence: 'it runs' }) }],
      },
      script: {
        ...{
          1: { check: { name: 'runs', arguments: {} } },
          10: { confidence: 2 },
          12: { answer: wrong },
          17: { answer: 'The pump.' },
        },
        ...{ 27: judges, 30: judges },
      },
    }
    const { run, report, lines } = await undisturbed(options)
    const types = new Set(run.events.map(({ type }) => type))
    expect([...types]).toEqual(expect.arrayContaining(['CheckResult', 'AgentReply', 'SessionEntry']))
    for (let count = 5; count < lines.length; count += 9) {
      const { omega } = later({ ...options, journal: await cut(lines.slice(0, count), run.taskId) })
      const resumed = await omega.resume(run.taskId, { takeOver: 1 })
      expect(timeless(resumed), `after ${count} of ${lines.length} lines`).toEqual(timeless(report))
      await omega.close()
    }
  })

  it('after it was interrupted goes on where it was', async () => {
    const journal: Journal = { ...memoryJournal(), durable: true }
    const first = world({ journal, script: { 27: () => new Promise(() => {}) } })
    const run = first.omega.deliberate('Why?', plain)
    for await (const step of run.progress) if (step.batch === 2) break
    await first.omega.close()
    expect(await run).toMatchObject({ status: 'interrupted' })
    const second = later({ journal })
    expect(await second.omega.resume(run.taskId)).toMatchObject({ status: 'SUCCESS', answer: right })
    expect(second.calls.map(({ agent }) => agent)).not.toContain(1)
  })

  it('goes by the speakers with which it began, and is refused by another panel', async () => {
    const { run, lines } = await undisturbed({})
    const journal = await cut(lines.slice(0, lines.findIndex(isPaid)), run.taskId)
    const other = later({ journal, panel: 'standard' })
    const refused = { code: 'invalid_option', field: 'panel' }
    expect(await refusal(() => other.omega.resume(run.taskId, { takeOver: 1 }))).toMatchObject(refused)
    // Functions now: nobody asks them, since the journal says that a model is asked.
    const { omega, calls } = later({ journal, computing: true })
    expect(await omega.resume(run.taskId, { takeOver: 1 })).toMatchObject({ status: 'SUCCESS' })
    expect(calls.every(({ family }) => family === 'one')).toBe(true)
  })
})

describe('a replay', () => {
  it('decides all of it as it was decided, and asks nobody', async () => {
    const { journal, run, calls } = await undisturbed({ panel: 'standard', script: { 1: { answer: wrong } } })
    const { omega, calls: again } = later({ journal, panel: 'standard' })
    const { decisions, parting } = await omega.replay(run.taskId)
    expect(parting).toBeNull()
    expect(decisions.length).toBeGreaterThan(calls.length)
    expect(again).toEqual([])
  })
})

describe('a fork', () => {
  it('with another answer of one agent parts exactly there, and leaves the deliberation as it was', async () => {
    notReplayed('a fork is another run')
    const { journal, run, lines } = await undisturbed({})
    const at = run.events.find((event) => event.type === 'ModelReply' && event.payload.key.startsWith('17.'))
    const { omega, calls } = later({ journal })
    const fork = omega.fork(run.taskId, {
      at: at?.id ?? '',
      edit: ({ payload }) => ({ ...(payload as object), value: { answer: wrong, confidence: 0.9, text: '' } }),
    })
    const other = (await fork) as DeliberationReport
    const forked = await readEvents(journal, fork.taskId)
    const shape = ({ type, payload }: { type: string; payload: unknown } = { type: '', payload: null }) =>
      JSON.stringify([type, payload])
    const parting = forked.findIndex((event, index) => shape(event) !== shape(run.events[index]))
    expect(forked[parting]?.id).toBe(at?.id)
    expect(stateOf(fork).messages.find(({ agent }) => agent === 17)?.answer).toBe(wrong)
    // Those who had spoken before are not asked again; a dispute takes the judges.
    expect(calls.map(({ agent }) => agent)).not.toContain(1)
    expect(other).toMatchObject({ answer: right, dissent: [{ agent: 17 }] })
    expect(await linesOf(journal, run.taskId)).toEqual(lines)
    expect((await omega.replay(fork.taskId)).parting).toBeNull()
  })
})

describe('a deliberation that waits for the user', () => {
  it('is parked at the question, and goes on in another process with the answer', async () => {
    const asking: WorldOptions = {
      panel: 'standard',
      script: { 47: { clarified: { problem: null, questions: ['Which pump?'] } } },
    }
    const journal: Journal = { ...memoryJournal(), durable: true }
    const first = world({ ...asking, journal })
    const run = first.omega.deliberate('Why is it slow?', { ...plain, wellDefined: false, onUnanswered: 'wait' })
    const outcome = await run
    expect(isWaiting(outcome)).toBe(true)
    const { taskId, requests } = outcome as Waiting
    expect(requests).toMatchObject([{ kind: 'question', question: 'Which pump?', from: 'panel' }])
    await first.omega.close()
    const second = later({ ...asking, journal })
    const tasks = []
    for await (const task of second.omega.tasks({ state: 'waiting' })) tasks.push(task)
    expect(tasks).toMatchObject([{ taskId, requests }])
    const resumed = second.omega.resume(taskId, { answers: { [requests[0]?.id ?? '']: 'the one in the cellar' } })
    expect(await resumed).toMatchObject({
      status: 'SUCCESS',
      problem: { clarified: 'Why is it slow?\nthe one in the cellar' },
    })
    expect(happened(resumed, 'clarified')).toMatchObject([{ by: 'user' }])
    expect(second.calls.map(({ agent }) => agent)).not.toContain(47)
  })
})
