import { describe, expect, it } from 'vitest'
import { createAgentValidator } from '../src/agent-validator/agent-validator.js'
import { createExecutor } from '../src/executor/executor.js'
import { createMetaValidator } from '../src/meta-validator/meta-validator.js'
import { createPlanner } from '../src/planner/planner.js'
import { manifest, matched, result, subTask, taskSpec } from './builders.js'
import { briefOf, drive, payloadOf } from './drive.js'

/** The first request of each role that heeds the host, by what the host says. */
const roles = {
  planner(instructions?: string) {
    const { tell } = drive(createPlanner({ tools: [], checks: [], instructions }))
    tell('TaskSpec', taskSpec())
    return tell('MemoryReading', { consultation: { readings: [], rules: [] }, error: null })
  },
  executor: (instructions?: string) => drive(createExecutor({ instructions })).tell('SubTask', subTask()),
  'last validator'(instructions?: string) {
    const { tell } = drive(createAgentValidator({ instructions }))
    tell('SubTask', subTask({ request: 'Count!' }))
    return tell('ExecutionResult', result())
  },
  'meta-validator'(instructions?: string) {
    const { tell } = drive(createMetaValidator({ instructions }))
    tell('DispatchManifest', manifest())
    return tell('SubTaskOutcome', matched())
  },
}

describe.each(Object.entries(roles))('what the host asks of the %s', (_, asked) => {
  const systemOf = (instructions?: string) => {
    const system = payloadOf(asked(instructions), 'ModelRequest').messages.filter(({ role }) => role === 'system')
    expect(system).toHaveLength(1)
    return system[0]?.content ?? ''
  }
  const own = systemOf()

  it('stands after the role’s own instruction, in the same message', () => {
    const system = systemOf('\n  Answer in Welsh.\nBe brief.  \n')
    expect(system.startsWith(`${own}\n\n`)).toBe(true)
    expect(system.endsWith('\n<application>\nAnswer in Welsh.\nBe brief.\n</application>')).toBe(true)
  })

  it.each(['', ' \n\t'])('is left out when it is %j', (instructions) => {
    expect(systemOf(instructions)).toBe(own)
  })

  it('changes nothing of the data', () => {
    expect(briefOf(asked('Answer in Welsh.'))).toEqual(briefOf(asked()))
  })
})
