import { describe, expect, it } from 'vitest'
import type { PlanDirective } from '../src/messages/control.js'
import { createPlanner } from '../src/planner/planner.js'
import { directive, plausible, taskSpec, value } from './builders.js'
import { briefOf, drive, lastWordOf, routesOf } from './drive.js'

const tools = ['glob', 'shell'].map((name) => ({ name, description: `${name} it` }))
const consultation = { readings: [], rules: [] }

const plan = (intent: string, tool = 'glob') => {
  const criteria = [plausible('it is right')]
  return value('plan', { criteria, subtasks: [{ intent, sequence: 1, tools: [tool], criteria }] })
}

type What = PlanDirective['changed'][number]['what']

/** Everything that was done to the world so far, as the controller says it in each round. */
const changes = (...list: readonly What[]): PlanDirective['changed'] =>
  list.map((what, index) => ({
    ...{ id: `call_${index}`, tool: 'write_file', target: 'a', what },
    ...{ bytesBefore: null, bytesAfter: null, why: null, origin: null },
  }))

/** A planner, and the verdict on each plan that it proposes: `sent`, or why it is not. */
function planner(name: PlanDirective['directive'] = 'break_symmetry') {
  const { tell } = drive(createPlanner({ tools, checks: [] }))
  tell('TaskSpec', taskSpec())
  tell('MemoryReading', { consultation, error: null })
  let round = 0
  return {
    propose(intent: string): string {
      const sent = tell('ModelReply', plan(intent))
      return routesOf(sent).includes('SubTask → R3') ? 'sent' : lastWordOf(sent)
    },
    replan(...done: readonly What[]) {
      tell('PlanDirective', directive({ round: ++round, directive: name, changed: changes(...done) }))
      return briefOf(tell('MemoryReading', { consultation, error: null }))
    },
  }
}

const repeated = expect.stringContaining('this plan was carried out before and failed, and nothing has changed since')

describe('a plan that failed', () => {
  it.each(['refine', 'change_path', 'change_approach', 'break_symmetry'] as const)(
    'may not be repeated while nothing has changed, and may once something has: %s',
    (name) => {
      const { propose, replan } = planner(name)
      expect(propose('run the tests')).toBe('sent')
      replan()
      expect(propose('Run  the TESTS')).toEqual(repeated)
      expect(propose('mend the tests')).toBe('sent')
      replan('changed')
      expect(propose('run the tests')).toBe('sent')
    },
  )

  it('may be repeated at once when its own round changed something', () => {
    const { propose, replan } = planner()
    propose('write what is missing')
    replan('confirmed')
    expect(propose('write what is missing')).toBe('sent')
  })

  it('may not be repeated when the only change was made before it', () => {
    const { propose, replan } = planner()
    propose('write the first part')
    replan('changed')
    propose('run the tests')
    replan('changed')
    expect(propose('run the tests')).toEqual(repeated)
  })

  it('may not be repeated for a call that failed to change anything', () => {
    const { propose, replan } = planner()
    propose('write the first part')
    replan('failed', 'failed')
    expect(propose('write the first part')).toEqual(repeated)
  })

  it('may be repeated after a second change too', () => {
    const { propose, replan } = planner()
    for (let count = 1; count <= 3; count++) {
      expect(propose('write one more')).toBe('sent')
      replan(...Array<What>(count).fill('changed'))
    }
    expect(propose('write one more')).toBe('sent')
    replan(...Array<What>(3).fill('changed'))
    expect(propose('write one more')).toEqual(repeated)
  })

  it('may be nearly repeated, too, once something has changed', () => {
    const { propose, replan } = planner('break_symmetry')
    propose('look for all the names of the files in there')
    replan()
    expect(propose('look for all the names of the files in here')).toContain('is nearly what failed before')
    propose('make the folder')
    replan('changed')
    expect(propose('look for all the names of the files in here')).toBe('sent')
  })

  it('is told to the model whether it may be repeated or not', () => {
    const { propose, replan } = planner()
    propose('run the tests')
    expect(replan('changed').earlierPlans).toEqual([[{ intent: 'run the tests', tools: ['glob'] }]])
  })
})
