import { describe, expect, it } from 'vitest'
import { createPlanner } from '../src/planner/planner.js'
import { directive, plausible, taskSpec, value } from './builders.js'
import { briefOf, drive, lastWordOf, payloadsOf } from './drive.js'

const tools = ['glob', 'read_file', 'shell'].map((name) => ({ name, description: `${name} it` }))
const nothing = { readings: [], rules: [] }

const find = { subtaskId: '1.1', intent: 'find it', directive: 'break_symmetry', blockedTools: ['glob'] } as const
const weigh = { subtaskId: '1.2', intent: 'weigh it', directive: 'refine', blockedTools: [] } as const

const parcels = 'weigh each of the parcels in the yard'

interface Step {
  readonly context?: string
  readonly intent: string
  readonly tools: readonly string[]
  readonly replaces?: string
}

const plan = (...steps: readonly Step[]) =>
  value('plan', {
    criteria: [plausible('it is right')],
    subtasks: steps.map((step) => ({ sequence: 1, criteria: [plausible('found')], ...step, tools: [...step.tools] })),
  })

/** A planner whose plan of two subtasks has failed, and which has been given an order for each. */
function replanning(...orders: readonly (typeof find | typeof weigh)[]) {
  const { tell } = drive(createPlanner({ tools, checks: [] }))
  const consultation = { consultation: nothing, error: null }
  tell('TaskSpec', taskSpec())
  tell('MemoryReading', consultation)
  tell('ModelReply', plan({ intent: 'find it', tools: ['glob'] }, { intent: parcels, tools: ['shell'] }))
  const listed = orders.map((order) => ({ ...order, blockedTools: [...order.blockedTools] }))
  const blockedTools = [...new Set(orders.flatMap((order) => order.blockedTools))]
  tell('PlanDirective', directive({ directive: 'break_symmetry', blockedTools, orders: listed }))
  return { tell, asked: tell('MemoryReading', consultation) }
}

describe('orders for several subtasks that failed', () => {
  it('are told with their ids, each with what it asks for', () => {
    const { asked } = replanning(find, weigh)
    expect(briefOf(asked).failed).toEqual([
      expect.objectContaining({ id: '1.1', directive: 'break_symmetry', mustNotUse: ['glob'] }),
      expect.objectContaining({
        id: '1.2',
        directive: 'refine',
        meaning: expect.stringContaining('change the argument'),
      }),
    ])
    expect(briefOf(asked).tools).toHaveLength(3)
  })

  it.each<[string, Step, boolean]>([
    ['what replaces the one it is set aside for', { intent: 'search', tools: ['glob'], replaces: '1.1' }, false],
    ['what replaces another one', { intent: 'count', tools: ['glob'], replaces: '1.2' }, true],
    ['what replaces nothing', { intent: 'search', tools: ['glob'] }, false],
    ['what replaces something that there is not', { intent: 'search', tools: ['glob'], replaces: '7' }, false],
  ])('set a tool aside, or not, for %s', (_, step, isAdmitted) => {
    const sent = replanning(find, weigh).tell('ModelReply', plan(step))
    expect(payloadsOf(sent, 'SubTask').length > 0).toBe(isAdmitted)
    if (!isAdmitted) expect(lastWordOf(sent)).toContain('needs the blocked tool glob')
  })

  it('admit a near copy only where the order is to refine', () => {
    const copied = (replaces: string, context: string) =>
      replanning(find, weigh).tell('ModelReply', plan({ intent: parcels, tools: ['shell'], replaces, context }))
    expect(payloadsOf(copied('1.2', 'now'), 'SubTask')).not.toEqual([])
    expect(lastWordOf(copied('1.1', 'now'))).toContain('nearly what failed before')
  })

  it('are answered by a subtask that says which one it makes good', () => {
    const sent = replanning(find, weigh).tell('ModelReply', plan({ intent: 'count', tools: ['glob'], replaces: '1.2' }))
    expect(payloadsOf(sent, 'SubTask')[0]).toMatchObject({ subtaskId: '2.1', replaces: '1.2' })
  })
})

describe('the only order', () => {
  it('is answered by whatever is planned, and needs no list', () => {
    const { asked, tell } = replanning(find)
    expect(briefOf(asked)).not.toHaveProperty('failed')
    const sent = tell('ModelReply', plan({ intent: 'search', tools: ['shell'] }))
    expect(payloadsOf(sent, 'SubTask')[0]).toMatchObject({ replaces: '1.1' })
  })
})
