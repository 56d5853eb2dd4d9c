import { createBus, type Notice } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, it } from 'vitest'
import { type ArtooEvent, bindRole, contracts, createGoalGradientSolver, createPerceiver } from '../src/index.js'
import { value } from './builders.js'

const scope = { taskId: 'task' }

function wired() {
  const log: (ArtooEvent | Notice)[] = []
  const bus = createBus({ contracts, clock: manualClock(), ids: sequentialIds(), log: (entry) => void log.push(entry) })
  return { bus, log, types: () => log.map(({ type }) => type) }
}

/** All that follows from what was published has been delivered. */
const delivered = () => new Promise((resolve) => setImmediate(resolve))

it('publishes what a role decides, caused by what it heard', async () => {
  const { bus, log } = wired()
  bindRole(createPerceiver(), bus.port('R1', scope))
  bus.port('host', scope).publish({ type: 'UserInput', to: 'R1', payload: { text: 'count' } })
  await delivered()
  expect(log.map(({ type, from, to, causationId }) => [type, from, to, causationId])).toEqual([
    ['UserInput', 'host', 'R1', null],
    ['ModelRequest', 'R1', 'model', 'id-1'],
  ])
  bus.port('model', scope).publish({ type: 'ModelReply', to: 'R1', payload: value('task_spec', { intent: 'count' }) })
  await delivered()
  expect(log.at(-1)).toMatchObject({ type: 'TaskSpec', payload: { rawInput: 'count' }, causationId: 'id-3' })
})

it.each([
  [new Error('out of ideas'), 'role_failed'],
  [new ArtooError('empty_intent', 'out of ideas'), 'empty_intent'],
])('turns what a role throws into a RoleFailure (%s)', async (error, code) => {
  const { bus, log } = wired()
  const throws = (): never => {
    throw error
  }
  bindRole({ ...createPerceiver(), decide: throws }, bus.port('R1', scope))
  bus.port('host', scope).publish({ type: 'UserInput', to: 'R1', payload: { text: 'count' } })
  await delivered()
  expect(log.at(-1)).toMatchObject({ type: 'RoleFailure', from: 'R1', payload: { code, message: 'out of ideas' } })
})

it('turns a message that may not be sent into a RoleFailure, and keeps the state from before', async () => {
  const { bus, log } = wired()
  const states: number[] = []
  const forger = {
    initial: 0,
    decide(state: number) {
      states.push(state)
      return [state + 1, [{ type: 'FinalResult', to: 'host', payload: {} }]] as const
    },
  }
  bindRole(forger as never, bus.port('R1', scope))
  for (const text of ['one', 'two']) bus.port('host', scope).publish({ type: 'UserInput', to: 'R1', payload: { text } })
  await delivered()
  expect(log.filter(({ type }) => type === 'bus.refused')).toHaveLength(2)
  expect(log.at(-1)).toMatchObject({ type: 'RoleFailure', payload: { code: 'message_forbidden' } })
  expect(states).toEqual([0, 0])
})

it('ends the task when the controller itself throws', async () => {
  const { bus, log } = wired()
  const solver = createGoalGradientSolver()
  const breaksOnProgress: typeof solver = {
    ...solver,
    decide(state, message) {
      if (message.type === 'Progress') throw new Error('dizzy')
      return solver.decide(state, message)
    },
  }
  bindRole(breaksOnProgress, bus.port('R7', scope))
  bus
    .port('R4b', scope)
    .publish({ type: 'Progress', to: 'R7', payload: { subtaskId: '1.1', intent: 'a', output: 'b' } })
  await delivered()
  expect(log.at(-1)).toMatchObject({ type: 'FinalResult', payload: { reason: 'role_failed' } })
})

it('does not report for ever when a report can’t be handled', async () => {
  const { bus, types } = wired()
  const throws = (): never => {
    throw new Error('dizzy')
  }
  bindRole({ ...createGoalGradientSolver(), decide: throws }, bus.port('R7', scope))
  bus.port('host', scope).publish({ type: 'TaskStarted', to: 'R7', payload: {} })
  await delivered()
  expect(types()).toEqual(['TaskStarted', 'RoleFailure', 'bus.handler_failed'])
})
