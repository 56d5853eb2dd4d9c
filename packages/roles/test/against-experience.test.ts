import type { Reading } from '@artoo/mkct'
import { describe, expect, it } from 'vitest'
import { memoryProfiles } from '../src/index.js'
import { createPlanner } from '../src/planner/planner.js'
import type { PlannerComponents } from '../src/planner/state.js'
import { directive, modelFailure, newest, plausible, taskSpec, value } from './builders.js'
import { drive, lastWordOf, payloadsOf, routesOf } from './drive.js'

const tools = ['glob', 'read_file', 'shell'].map((name) => ({ name, description: `${name} it` }))
const { measured } = memoryProfiles

const fared = (tool: string, decision: number, at = 1): Reading => ({
  ...{ space: 'intent:count-the-lines', entity: `tool:${tool}`, attention: 0.9, decision, lesson: 'so it went' },
  action: 'ignore',
  newest: newest(at, Math.sign(decision)),
})
const globFailed = [fared('glob', -0.9)]

const plan = (...subtasks: readonly (readonly string[])[]) =>
  value('plan', {
    criteria: [plausible('it is right')],
    subtasks: subtasks.map((names, index) => ({
      intent: `look ${index + 1}`,
      sequence: 1,
      tools: [...names],
      criteria: [plausible('found')],
    })),
  })

/** A planner that has been asked for a plan, and told what memory says. */
function planning(readings: readonly Reading[], components: Partial<PlannerComponents> = {}) {
  const { tell } = drive(createPlanner({ tools, checks: [], ...components }))
  const remember = () => tell('MemoryReading', { consultation: { readings, rules: [] }, error: null })
  tell('TaskSpec', taskSpec())
  remember()
  return { tell, remember }
}

const isAskedAbout = (sent: ReturnType<ReturnType<typeof planning>['tell']>) =>
  routesOf(sent).join() === 'ModelRequest → model' && lastWordOf(sent).startsWith('This plan goes against experience')

const isDispatched = (sent: ReturnType<ReturnType<typeof planning>['tell']>) => routesOf(sent).includes('SubTask → R3')

describe('a plan with a tool that failed at such tasks', () => {
  it('is asked about once, and goes when it comes again', () => {
    const { tell } = planning(globFailed)
    const asked = tell('ModelReply', plan(['read_file'], ['read_file', 'glob']))
    expect(lastWordOf(asked)).toBe(
      'This plan goes against experience, as these tools failed at such tasks: glob in subtask 2. If others may do it, answer with ' +
        'a plan that uses them; if not, with the same plan again.',
    )
    expect(isDispatched(tell('ModelReply', plan(['read_file'], ['read_file', 'glob'])))).toBe(true)
  })

  it('gives way to another one that comes back', () => {
    const { tell } = planning(globFailed)
    tell('ModelReply', plan(['glob']))
    const sent = tell('ModelReply', plan(['shell'], ['shell']))
    expect(payloadsOf(sent, 'SubTask').map(({ tools }) => tools)).toContainEqual(['shell'])
  })

  it.each([
    ['what can’t be dispatched', plan(['telepathy'])],
    ['“impossible”', value('plan', { criteria: [], subtasks: [], impossible: 'no other tool may do it' })],
    ['an answer that nobody judges', value('plan', { criteria: [], subtasks: [], answer: '7' })],
  ])('goes itself when what comes back is %s, and costs no draft', (_, reply) => {
    const { tell } = planning(globFailed, { maxDrafts: 1 })
    expect(isAskedAbout(tell('ModelReply', plan(['glob'])))).toBe(true)
    const sent = tell('ModelReply', reply)
    expect(payloadsOf(sent, 'SubTask').map(({ tools }) => tools)).toContainEqual(['glob'])
  })

  it('goes itself when the model can’t say it again, unless there is no model to be had', () => {
    const failing = (infrastructure: boolean) => {
      const { tell } = planning(globFailed)
      tell('ModelReply', plan(['glob']))
      return routesOf(tell('ModelFailure', modelFailure('plan', infrastructure)))
    }
    expect(failing(false)).toContain('SubTask → R3')
    expect(failing(true)).toEqual(['RoleFailure → R7'])
  })

  it('is turned down first for what forbids it', () => {
    const { tell } = planning(globFailed)
    expect(lastWordOf(tell('ModelReply', plan(['glob', 'telepathy'])))).toContain('does not exist')
    expect(isAskedAbout(tell('ModelReply', plan(['glob'])))).toBe(true)
  })

  it.each([
    ['nothing speaks against its tools', globFailed, {}, ['read_file']],
    ['its tool has failed and worked', [fared('glob', 0)], {}, ['glob']],
    ['its tool is the only one', globFailed, { tools: tools.slice(0, 1) }, ['glob']],
    ['it uses all tools that there are', globFailed, {}, ['glob', 'read_file', 'shell']],
    [
      'the profile lets it pass',
      globFailed,
      { memoryProfile: { ...measured, reads: { ...measured.reads, againstWarnings: 'let_pass' } } },
      ['glob'],
    ],
    ['the profile is the paper’s', [{ ...fared('glob', -0.9), action: 'avoid' }], { memoryProfile: 'paper' }, ['glob']],
  ] as const)('is not asked about where %s', (_, readings, components, names) => {
    expect(isDispatched(planning(readings, components).tell('ModelReply', plan(names)))).toBe(true)
  })

  it('is not asked about where a rule recommends the tool, which is then all that the brief says of it', () => {
    const { tell } = drive(createPlanner({ tools, checks: [] }))
    tell('TaskSpec', taskSpec())
    const rule = {
      ...{ id: 'r', space: 'intent:count-the-lines', entity: 'tool:glob' },
      text: 'glob does it',
      sigma: 1,
    }
    const consultation = { readings: globFailed, rules: [{ ...rule, f: 1, at: 1, sources: [], suppressed: false }] }
    tell('MemoryReading', { consultation, error: null })
    expect(isDispatched(tell('ModelReply', plan(['glob'])))).toBe(true)
  })

  it('is not asked about where every tool failed and it takes the one that is left to try', () => {
    const everyTool = [fared('glob', -0.9, 1), fared('read_file', -0.9, 2), fared('shell', -0.9, 3)]
    expect(isAskedAbout(planning(everyTool).tell('ModelReply', plan(['shell'])))).toBe(true)
    expect(isAskedAbout(planning(everyTool).tell('ModelReply', plan(['glob'])))).toBe(false)
  })

  it.each([
    ['change_path', [], true],
    ['break_symmetry', [], true],
    ['change_approach', [], true],
    ['change_approach', ['read_file'], false],
  ] as const)('in the round after %s, with %j set aside, is asked about anew: %s', (order, blockedTools, isAsked) => {
    const { tell, remember } = planning(globFailed)
    tell('ModelReply', plan(['shell']))
    tell('PlanDirective', directive({ directive: order, blockedTools: [...blockedTools] }))
    remember()
    expect(isAskedAbout(tell('ModelReply', plan(['glob'], ['glob'])))).toBe(isAsked)
  })

  it('is not asked about when this task has used the tool already: the controller has seen more than memory has', () => {
    const { tell } = planning([])
    tell('ModelReply', plan(['glob', 'shell']))
    tell('PlanDirective', directive({ directive: 'break_symmetry' }))
    tell('MemoryReading', { consultation: { readings: globFailed, rules: [] }, error: null })
    expect(isDispatched(tell('ModelReply', plan(['glob'], ['glob'])))).toBe(true)
  })
})
