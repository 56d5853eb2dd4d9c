import { createBus, type Notice } from '@artoo/bus'
import { bindDecider } from '@artoo/runtime'
import { ArtooError } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, it } from 'vitest'
import { createGoalGradientSolver } from '../src/controller/goal-gradient-solver.js'
import { artooSystem } from '../src/index.js'
import { type ArtooEvent, contracts } from '../src/messages/contracts.js'
import { createPerceiver } from '../src/perceiver/perceiver.js'
import { createRoles } from '../src/system.js'
import { progress, value } from './builders.js'

const scope = { taskId: 'task' }
const { reportFailure } = artooSystem

function wired() {
  const log: (ArtooEvent | Notice)[] = []
  const bus = createBus({ contracts, clock: manualClock(), ids: sequentialIds(), log: (entry) => void log.push(entry) })
  return { bus, log }
}

/** All that follows from what was published has been delivered. */
const delivered = () => new Promise((resolve) => setImmediate(resolve))

it('publishes what a role decides, caused by what it heard', async () => {
  const { bus, log } = wired()
  bindDecider(createPerceiver(), bus.port('R1', scope), reportFailure)
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
  bindDecider({ ...createPerceiver(), decide: throws }, bus.port('R1', scope), reportFailure)
  bus.port('host', scope).publish({ type: 'UserInput', to: 'R1', payload: { text: 'count' } })
  await delivered()
  expect(log.at(-1)).toMatchObject({ type: 'RoleFailure', from: 'R1', payload: { code, message: 'out of ideas' } })
})

it('turns a message that a role may not send into a RoleFailure', async () => {
  const { bus, log } = wired()
  const forger = {
    ...createPerceiver(),
    decide: (state: unknown) => [state, [{ type: 'FinalResult', to: 'host', payload: {} }]] as const,
  }
  bindDecider(forger, bus.port('R1', scope), reportFailure)
  bus.port('host', scope).publish({ type: 'UserInput', to: 'R1', payload: { text: 'count' } })
  await delivered()
  expect(log.map(({ type }) => type)).toEqual(['UserInput', 'bus.refused', 'RoleFailure'])
  expect(log.at(-1)).toMatchObject({ from: 'R1', to: 'R7', payload: { code: 'message_forbidden' } })
})

it('lets every decider of a task report its failure', () => {
  const reporters = contracts.RoleFailure.routes.map(([from]) => from)
  const actors = createRoles({ tools: [], checks: [] }).map(({ actor }) => actor)
  expect(actors).toEqual(['R1', 'R2', 'R3', 'R4a', 'R4b', 'R7'])
  expect(reporters).toEqual(expect.arrayContaining(actors))
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
  bindDecider(breaksOnProgress, bus.port(artooSystem.controller, scope), reportFailure)
  bus.port('R4b', scope).publish({ type: 'Progress', to: 'R7', payload: progress() })
  await delivered()
  expect(log.at(-1)).toMatchObject({ type: artooSystem.result, payload: { reason: 'role_failed' } })
})

it('does not report for ever when the controller can’t handle a report', async () => {
  const { bus, log } = wired()
  const throws = (): never => {
    throw new Error('dizzy')
  }
  bindDecider({ ...createGoalGradientSolver(), decide: throws }, bus.port('R7', scope), reportFailure)
  bus.port('host', scope).publish({ type: 'TaskStarted', to: 'R7', payload: {} })
  await delivered()
  expect(log.map(({ type }) => type)).toEqual(['TaskStarted', 'RoleFailure', 'bus.handler_failed'])
})
