import type { Reading, Rule } from '@artoo/mkct'
import { describe, expect, it } from 'vitest'
import { createExecutor } from '../src/executor/executor.js'
import { createPlanner } from '../src/planner/planner.js'
import { plausible, subTask, taskSpec, toolCalls, value } from './builders.js'
import { briefOf, drive, payloadOf, payloadsOf } from './drive.js'

const tools = ['glob', 'write_file'].map((name) => ({ name, description: `${name} it` }))

const reading = (space: string, entity: string | null, action: Reading['action'], lesson: string | null): Reading => ({
  space,
  entity,
  attention: 1,
  decision: action === 'avoid' ? -1 : 0,
  action,
  lesson,
})

/** What a planner tells its model, and then its executors, after memory has spoken. */
function planned(readings: readonly Reading[], rules: readonly Rule[] = [], used = ['glob', 'write_file']) {
  const { tell } = drive(createPlanner({ tools, checks: [], memoryProfile: 'paper' }))
  tell('TaskSpec', taskSpec())
  const asked = tell('MemoryReading', { consultation: { readings, rules }, error: null })
  const step = { intent: 'look', sequence: 1, tools: used, criteria: [plausible('found')] }
  const sent = tell('ModelReply', value('plan', { criteria: [plausible('right')], subtasks: [step] }))
  const [subtask] = payloadsOf(sent, 'SubTask')
  if (!subtask) throw new Error('the plan was turned down')
  const { constraints } = briefOf(asked) as { constraints: Record<'mustNot' | 'shouldPrefer' | 'caution', string[]> }
  return { constraints, subtask }
}

describe('what experience warns of', () => {
  it('goes with the subtask, pair by pair, each with its words on one line', () => {
    const { subtask } = planned([
      { ...reading('tool:write_file', 'path:a.txt', 'caution', 'was\n# lost'), origin: 'R7/t\nx' },
      reading('tool:glob', null, 'caution', 'glob is moody'),
    ])
    expect(subtask.cautions).toEqual([{ tool: 'write_file', target: 'a.txt', reason: 'was # lost (from R7/t x)' }])
  })

  it('of other tools, other things and in favour stays at home', () => {
    const readings = [
      reading('tool:write_file', 'path:a.txt', 'caution', 'lost'),
      reading('tool:glob', 'weather:bad', 'caution', 'rain'),
      reading('intent:count-the-lines', 'env:local', 'caution', 'hm'),
      reading('tool:glob', null, 'exploit', 'fine'),
    ]
    expect(planned(readings, [], ['glob']).subtask.cautions).toEqual([])
  })

  it('is bounded, whatever memory says', () => {
    const { subtask } = planned([reading('tool:glob', 'path:src', 'caution', 'x'.repeat(100_000))])
    expect(subtask.cautions[0]?.reason.length).toBeLessThan(400)
  })

  it('goes on with the requests of that tool', () => {
    const { tell } = drive(createExecutor())
    const caution = { tool: 'glob', target: 'src', reason: 'moody' }
    tell('SubTask', subTask({ cautions: [caution, { ...caution, tool: 'read_file' }] }))
    const sent = tell('ModelReply', toolCalls('1.1', ['c1', 'glob']))
    expect(payloadOf(sent, 'ToolRequest').cautions).toEqual([caution])
  })
})

describe('what experience is against', () => {
  it('blocks a pair', () => {
    const { subtask, constraints } = planned([reading('tool:glob', 'path:src', 'avoid', 'empty')])
    expect(subtask).toMatchObject({ blockedTargets: [{ tool: 'glob', target: 'src' }], cautions: [] })
    expect(constraints.mustNot).toContain('empty')
  })

  it('of a whole tool is told, and has nobody asked: its pairs are', () => {
    const { subtask, constraints } = planned([reading('tool:glob', null, 'avoid', 'empty')])
    expect(subtask).toMatchObject({
      blockedTargets: [],
      cautions: [],
      context: 'From experience:\nCaution: empty',
    })
    expect(constraints.caution).toEqual(['empty'])
    expect(constraints).not.toHaveProperty('mustNot')
  })

  it.each(['a rule', 'a reading'])(
    'of an intent is a lesson: never forbidden, and nobody is asked about it: %s',
    (by) => {
      const lesson = 'abandon: count the lines. No tool was used. a.txt is gone'
      const rule: Rule = {
        ...{ id: 'r', space: 'intent:count-the-lines', entity: 'env:local', text: 'it never works', sigma: -1 },
        ...{ f: 1, at: 0, sources: [], suppressed: false },
      }
      const isRule = by === 'a rule'
      // Where there is a rule, its last lesson is not told beside it.
      const { subtask, constraints } = planned(
        [reading('intent:count-the-lines', 'env:local', 'avoid', lesson)],
        isRule ? [rule] : [],
      )
      const words = [`this was tried before and abandoned: ${isRule ? 'it never works' : lesson}`]
      expect(constraints.caution).toEqual(words)
      expect(JSON.stringify(constraints.mustNot ?? [])).not.toMatch(/count the lines|never works/)
      expect(subtask.context).toBe(`From experience:\nCaution: ${words.join()}`)
      expect(subtask.cautions).toEqual([])
    },
  )
})
