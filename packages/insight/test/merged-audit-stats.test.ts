import { journalVersion, memoryJournal } from '@artoo/runtime'
import { appendLines } from '@artoo/runtime/conformance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modelCall } from '../../roles/test/builders.js'
import { message } from '../../roles/test/drive.js'
import { type AuditStats, auditStats, auditStatsSchema, mergeAuditStats } from '../src/index.js'
import { auditedTasks, type Event, eventsOf } from './audited-tasks.js'

const settings = { seed: 7, numRuns: 30 }

/** Events of all lists, taken in turns. */
function interleaved(lists: readonly (readonly Event[])[]): readonly Event[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((events) => events[at] ?? [])).flat()
}

describe('many stats', () => {
  it('are those of each, merged: in any order, and of one taken twice', async () => {
    await fc.assert(
      fc.asyncProperty(auditedTasks, fc.nat(), async (tasks, cut) => {
        const lists = tasks.map(eventsOf)
        const whole = await auditStats(interleaved(lists))
        const each = await Promise.all(lists.map((events) => auditStats(events)))
        const parts = await Promise.all(lists.map((events) => auditStats(events.slice(0, cut % events.length))))
        expect(mergeAuditStats([...parts, whole, ...parts])).toEqual(whole)
        const at = cut % (each.length + 1)
        expect(mergeAuditStats(each)).toEqual(whole)
        expect(mergeAuditStats(each.toReversed())).toEqual(whole)
        expect(mergeAuditStats([mergeAuditStats(each.slice(0, at)), mergeAuditStats(each.slice(at)), whole])).toEqual(
          whole,
        )
      }),
      settings,
    )
  })

  it('are plain JSON of their schema', async () => {
    await fc.assert(
      fc.asyncProperty(auditedTasks, async (tasks) => {
        const stats = await auditStats(interleaved(tasks.map(eventsOf)))
        const read: AuditStats = JSON.parse(JSON.stringify(stats))
        expect(read).toEqual(stats)
        expect(auditStatsSchema.parse(read)).toEqual(stats)
      }),
      settings,
    )
  })

  it('take of a task that is in two of them the fuller account', async () => {
    const events = eventsOf({ taskId: 'task', troubles: [], accepted: true })
    const [part, all] = [await auditStats(events.slice(0, 2)), await auditStats(events)]
    const named = await auditStats(events, { kindOf: () => 'greeting' })
    expect(mergeAuditStats([all, part])).toEqual(all)
    expect(mergeAuditStats([part, all, named])).toEqual(named)
  })

  it('of some tasks have totals of their own', async () => {
    const stats = await auditStats(['a', 'b'].flatMap((taskId) => eventsOf({ taskId, troubles: [], accepted: true })))
    const some = mergeAuditStats([{ ...stats, tasks: stats.tasks.slice(1) }])
    expect([stats.totals.tasks, some.totals.tasks]).toEqual([2, 1])
    expect(some.totals.ended).toEqual({ accepted: 1 })
  })

  it('of another version, or that are none, are refused', async () => {
    const stats = await auditStats([])
    const merged = (other: unknown) => () => mergeAuditStats([stats, other as AuditStats])
    expect(merged({ ...stats, schemaVersion: 2 })).toThrow(expect.objectContaining({ code: 'audit_stats_version' }))
    expect(merged({ ...stats, tasks: [{}] })).toThrow(
      expect.objectContaining({ code: 'invalid_audit_stats', field: 'tasks.0.taskId' }),
    )
    expect(merged(null)).toThrow(expect.objectContaining({ code: 'invalid_audit_stats' }))
  })
})

describe('a journal', () => {
  it('that can’t be read is named, and the others count', async () => {
    const journal = memoryJournal()
    await appendLines(journal, 'good', [
      { kind: 'start', epoch: 1, version: journalVersion, taskId: 'good', at: 0 },
      { kind: 'event', epoch: 1, event: message('ModelCall', modelCall(), { taskId: 'good' }) },
    ])
    await appendLines(journal, 'newer', [{ kind: 'start', epoch: 1, version: 99, taskId: 'newer', at: 0 }])
    const { tasks, unreadable } = await auditStats(journal)
    expect(tasks.map(({ taskId, usage }) => [taskId, usage.R1?.modelCalls])).toEqual([['good', 1]])
    expect(unreadable).toEqual([{ taskId: 'newer', code: 'unsupported_journal' }])
  })

  it('is left alone once the signal says so', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(auditStats([message('TaskStarted', {})], { signal })).rejects.toThrow('enough')
  })
})
