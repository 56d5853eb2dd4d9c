import type { Reading } from '@artoo/mkct'
import { describe, expect, it } from 'vitest'
import { createPlanner, memoryProfiles, type PlannerComponents } from '../src/index.js'
import { directive, plausible, taskSpec, value } from './builders.js'
import { drive, lastWordOf, routesOf } from './drive.js'

const tools = ['glob', 'read_file', 'shell'].map((name) => ({ name, description: `${name} it` }))
const { measured } = memoryProfiles

const fared = (tool: string, decision: number, at = 1): Reading => ({
  ...{ space: 'intent:count-the-lines', entity: `tool:${tool}`, attention: 0.9, decision, lesson: 'so it went' },
  action: 'ignore',
  newest: { at, sigma: Math.sign(decision) },
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

describe('a plan with a tool that failed at such tasks', () => {
  it('is asked about once, and goes when it comes again', () => {
    const { tell } = planning(globFailed)
    const asked = tell('ModelReply', plan(['read_file'], ['shell', 'glob']))
    expect(lastWordOf(asked)).toBe(
      'This plan goes against experience: subtask 2 uses glob, which failed at such tasks. If another tool may do it, answer with ' +
        'a plan that uses that one; if not, with the same plan again.',
    )
    expect(routesOf(tell('ModelReply', plan(['read_file'], ['shell', 'glob'])))).toContain('SubTask → R3')
  })

  it('goes in other words, too, and the question takes none of the drafts that may be turned down', () => {
    const { tell } = planning(globFailed, { maxDrafts: 2 })
    expect(isAskedAbout(tell('ModelReply', plan(['glob'])))).toBe(true)
    expect(lastWordOf(tell('ModelReply', plan(['telepathy'])))).toContain('does not exist')
    expect(routesOf(tell('ModelReply', plan(['glob'])))).toContain('SubTask → R3')
  })

  it('is turned down first for what forbids it', () => {
    const { tell } = planning(globFailed)
    expect(lastWordOf(tell('ModelReply', plan(['glob', 'telepathy'])))).toContain('does not exist')
    expect(isAskedAbout(tell('ModelReply', plan(['glob'])))).toBe(true)
  })

  it.each([
    ['nothing speaks against its tools', globFailed, {}],
    ['its tool has failed and worked', [fared('glob', 0)], {}],
    ['its tool is the only one', globFailed, { tools: tools.slice(0, 1) }],
    [
      'the profile lets it pass',
      globFailed,
      { memoryProfile: { ...measured, reads: { ...measured.reads, againstWarnings: 'let_pass' } } },
    ],
    ['the profile is the paper’s', [{ ...fared('glob', -0.9), action: 'avoid' }], { memoryProfile: 'paper' }],
  ] as const)('is not asked about where %s', (why, readings, components) => {
    const { tell } = planning(readings, components)
    const sent = tell('ModelReply', plan([why.startsWith('nothing') ? 'read_file' : 'glob']))
    expect(routesOf(sent)).toContain('SubTask → R3')
  })

  it('is not asked about where every tool failed and it takes the one that is left to try', () => {
    const everyTool = [fared('glob', -0.9, 1), fared('read_file', -0.9, 2), fared('shell', -0.9, 3)]
    expect(isAskedAbout(planning(everyTool).tell('ModelReply', plan(['shell'])))).toBe(true)
    expect(isAskedAbout(planning(everyTool).tell('ModelReply', plan(['glob'])))).toBe(false)
  })

  it.each([
    ['change_path', [], true],
    ['break_symmetry', [], true],
    ['change_approach', ['read_file'], true],
    ['change_approach', ['read_file', 'shell'], false],
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
    expect(routesOf(tell('ModelReply', plan(['glob'], ['glob'])))).toContain('SubTask → R3')
  })
})
