import { isWaiting, type Journal, type JournalLine, memoryJournal, readEvents, type Waiting } from '@artoo/runtime'
import { sequentialIds } from '@artoo/spec/testing'
import { describe, expect, it } from 'vitest'
import { notReplayed } from '../../../test/replayed/not-replayed.js'
import type { DeliberationReport } from '../src/index.js'
import { about, happened, plain, stateOf, trivial, type WorldOptions, world } from './world.js'

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

async function undisturbed(options: WorldOptions, known = trivial) {
  const { omega, journal, model, asked } = world(options)
  const run = omega.deliberate('Two and two?', known)
  const report = await run
  await omega.close()
  return { run, report, journal, model, asked, lines: await linesOf(journal, run.taskId) }
}

describe('a deliberation that is resumed', () => {
  it('after any line of its journal comes to the same report, and pays for no answer twice', async () => {
    const options: WorldOptions = { panel: 'model' }
    const { run, report, lines, model } = await undisturbed(options)
    expect(model.requests).toHaveLength(3)
    for (let count = 1; count < lines.length; count++) {
      const kept = lines.slice(0, count)
      const journal = await cut(kept, run.taskId)
      const { omega, model: second } = later({ ...options, journal })
      const resumed = await omega.resume(run.taskId, { takeOver: 1 })
      expect(timeless(resumed), `after ${count} lines`).toEqual(timeless(report))
      expect(second.requests.length, `after ${count} lines`).toBe(3 - kept.filter(isPaid).length)
      await omega.close()
    }
  })

  it('in the middle of a batch asks only those who had not answered, also of agents that compute', async () => {
    const { run, report, lines } = await undisturbed({}, plain)
    const replies = lines.flatMap((line, index) =>
      line.kind === 'event' && line.event.type === 'AgentReply' ? [index] : [],
    )
    for (const heard of [3, 9, 15]) {
      const journal = await cut(lines.slice(0, (replies[heard - 1] ?? 0) + 1), run.taskId)
      const { omega, asked } = later({ journal })
      expect(timeless(await omega.resume(run.taskId, { takeOver: 1 }))).toEqual(timeless(report))
      expect(asked).toHaveLength(22 - heard)
      await omega.close()
    }
  })

  it('whatever was under way: a retry, a stand-in, a halt, PHI’s call, a check', async () => {
    const contradictions = ['c1', 'c2', 'c3', 'c4'].map((a) => ({ a, b: 'c5', severity: 'FATAL', why: 'not both' }))
    const check = { name: 'runs', arguments: {} }
    const options: WorldOptions = {
      // By what the agent is told, and not by how often it was asked, which another process doesn't know.
      script: {
        1: { claims: [1, 2, 3, 4, 5].map((n) => ({ statement: `Part ${n}`, confidence: 0.9, critical: true })) },
        2: ({ rejected }, usual) => ({ ...usual, confidence: rejected.length === 0 ? 2 : 0.9 }),
        5: { confidence: 2 },
        22: { contradictions },
        31: { references: [about('c5', { factor: 1.1, check })] },
      },
      speech: {
        judgement: {
          json: { rulings: ['k1', 'k2', 'k3', 'k4'].map((contradiction) => ({ contradiction, holds: 'a', why: 'x' })) },
        },
      },
      checks: [{ name: 'runs', description: 'x', run: () => ({ pass: true, evidence: 'it runs' }) }],
    }
    const { run, report, lines } = await undisturbed(options, plain)
    const types = new Set(run.events.map(({ type }) => type))
    expect([...types]).toEqual(expect.arrayContaining(['ModelReply', 'CheckResult', 'AgentReply']))
    for (let count = 20; count < lines.length; count += 37) {
      const { omega } = later({ ...options, journal: await cut(lines.slice(0, count), run.taskId) })
      const resumed = await omega.resume(run.taskId, { takeOver: 1 })
      expect(timeless(resumed), `after ${count} of ${lines.length} lines`).toEqual(timeless(report))
      await omega.close()
    }
  })

  it('with another panel than it began with goes by what it began with', async () => {
    const { run, lines } = await undisturbed({ panel: 'model' })
    const journal = await cut(lines.slice(0, lines.findIndex(isPaid)), run.taskId)
    // Functions now: nobody asks them, since the journal says that a model is asked.
    const { omega, asked, model } = later({ journal })
    expect(await omega.resume(run.taskId, { takeOver: 1 })).toMatchObject({ status: 'SUCCESS' })
    expect(asked).toEqual([])
    expect(model.requests).toHaveLength(3)
  })
})

describe('a replay', () => {
  it('decides all of it as it was decided, and asks nobody', async () => {
    const { journal, run, asked } = await undisturbed({ script: { 44: [{ native: 'STEELMAN_DEFEATED' }, {}] } }, plain)
    const before = asked.length
    const { omega, model, asked: again } = later({ journal })
    const { decisions, parting } = await omega.replay(run.taskId)
    expect(parting).toBeNull()
    expect(decisions.length).toBeGreaterThan(30)
    expect([before > 22, again.length, model.requests.length]).toEqual([true, 0, 0])
  })

  it('needs a journal', async () => {
    const { omega } = world({ journal: undefined })
    expect(() => omega.replay('t')).toThrow(expect.objectContaining({ code: 'no_journal', field: 'journal' }))
  })
})

describe('a fork', () => {
  it('with another answer of one agent parts exactly there, and leaves the deliberation as it was', async () => {
    notReplayed('a fork is another run')
    const { journal, run, lines, report } = await undisturbed({}, plain)
    const at = run.events.find((event) => event.type === 'AgentReply' && event.payload.key.startsWith('44.'))
    const { omega, asked } = later({ journal })
    const fork = omega.fork(run.taskId, {
      at: at?.id ?? '',
      edit: ({ payload }) => {
        const { key, report } = payload as { key: string; report: object }
        return { key, report: { ...report, native: 'STEELMAN_DEFEATED' } }
      },
    })
    const other = (await fork) as DeliberationReport
    const forked = await readEvents(journal, fork.taskId)
    const parting = forked.findIndex(
      ({ type, payload }, index) =>
        JSON.stringify([type, payload]) !== JSON.stringify([run.events[index]?.type, run.events[index]?.payload]),
    )
    expect(forked[parting]?.id).toBe(at?.id)
    expect(stateOf(fork).messages.find(({ header }) => header.agentId === 44)?.summary.native).toBe('STEELMAN_DEFEATED')
    // Those who had spoken before are not asked again; now another iteration follows.
    expect(asked.filter(({ iteration }) => iteration === 1).map(({ agent }) => agent)).not.toContain(1)
    expect(other.metrics.iterations).toBeGreaterThan(report.metrics.iterations)
    expect(await linesOf(journal, run.taskId)).toEqual(lines)
    expect((await omega.replay(fork.taskId)).parting).toBeNull()
  })
})

describe('a deliberation that waits for the user', () => {
  const unclear = { ...plain, wellDefined: false }
  const asking: WorldOptions = {
    script: { 3: { questions: { open: ['Which pump?'], answered: [] } } },
    speech: { reading: { json: { ...plain, type: undefined } } },
  }

  it('is parked at the question, and goes on in another process with the answer', async () => {
    const journal: Journal = { ...memoryJournal(), durable: true }
    const first = world({ ...asking, journal })
    const run = first.omega.deliberate('Why is it slow?', { ...unclear, onUnanswered: 'wait' })
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
    // Nobody who had spoken before the question was asked again.
    expect(second.asked.filter(({ iteration }) => iteration === 1)).toEqual([])
  })
})
