import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, type RunEvent } from '@artoo/sdk'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bundled } from '../../mkct/test/support/bundled.js'
import { answers, fixed, freshPlans, settle, straightThrough } from './script.js'

const tool = (name: string, execute: () => unknown, target: string | null = 'there') =>
  defineTool({ name, description: name, input: z.object({}), effect: 'read', target: () => target, execute })

const tools = [
  tool('throwing', () => {
    throw new Error('the tool broke')
  }),
  tool('hanging', () => new Promise(() => {})),
  tool('dawdling', () => new Promise(() => {}), null),
]

const error = { error: new Error('the provider is down') }
const call = (name: string): ScriptedTurn => ({ toolCalls: [{ name, input: {} }] })
const afterTool =
  (name: string): ScriptedTurn =>
  ({ messages }) =>
    messages.some((message) => message.role === 'tool') ? answers.infeasible : { toolCalls: [{ name, input: {} }] }

interface Ending {
  readonly script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>
  readonly limits?: ArtooOptions['limits']
  readonly profile?: ArtooOptions['profile']
  readonly reason: string
  /** @defaultValue 'abandon' */
  readonly directive?: string
}

const noRetries = { modelRetries: 0 }

const endings: Readonly<Record<string, Ending>> = {
  'a model that throws at R1': { script: { task_spec: error }, reason: 'infrastructure' },
  'a model that throws at R2': { script: { plan: error }, reason: 'infrastructure' },
  'a model that throws at R3': { script: { plan: freshPlans(), execution: error }, reason: 'infrastructure' },
  'a model that throws at R4a': { script: { plan: freshPlans(), verdicts: error }, reason: 'infrastructure' },
  'a model that throws at R4b': { script: { verification: error }, reason: 'infrastructure' },
  'a model that hangs at R1': { script: { task_spec: 'hang' }, limits: noRetries, reason: 'infrastructure' },
  'a model that hangs at R2': { script: { plan: 'hang' }, limits: noRetries, reason: 'infrastructure' },
  'a model that hangs at R3': { script: { execution: 'hang' }, limits: noRetries, reason: 'infrastructure' },
  'a model that hangs at R4a': { script: { verdicts: 'hang' }, limits: noRetries, reason: 'infrastructure' },
  'a model that hangs at R4b': { script: { verification: 'hang' }, limits: noRetries, reason: 'infrastructure' },
  'a model that hangs again and again': { script: { execution: 'hang' }, reason: 'deadline' },
  'tools that use up the time': {
    script: { plan: freshPlans(['dawdling']), execution: afterTool('dawdling') },
    limits: { toolTimeoutMs: 60_000, replans: 4 },
    reason: 'budget',
  },
  'a loss that rises twice': {
    script: { plan: freshPlans(['dawdling']), execution: afterTool('dawdling') },
    limits: { toolTimeoutMs: 45_000 },
    profile: 'paper',
    reason: 'diverging',
  },
  'a model that hangs longer than the task may take': {
    script: { plan: 'hang' },
    limits: { modelTimeoutMs: 900_000 },
    reason: 'deadline',
  },
  'prose from R1': { script: { task_spec: { text: 'Sure, happy to help!' } }, reason: 'role_failed' },
  'prose from R2': { script: { plan: { text: 'First, I would…' } }, reason: 'role_failed' },
  'prose from R3': { script: { plan: freshPlans(), execution: { text: 'Done!' } }, reason: 'replans_exhausted' },
  'prose from R4a': {
    script: { plan: freshPlans(), verdicts: { text: 'Looks good' } },
    reason: 'unjudged',
    directive: 'accept',
  },
  'prose from R4b': { script: { verification: { text: 'Looks good' } }, reason: 'unjudged', directive: 'accept' },
  'invalid plans for ever': {
    script: {
      plan: { json: { ...answers.plan.json, subtasks: [{ ...answers.plan.json.subtasks[0], tools: ['none'] }] } },
    },
    reason: 'planning_failed',
  },
  'the same plan for ever': { script: { execution: answers.infeasible }, reason: 'stalled' },
  'a tool that throws': {
    script: { plan: freshPlans(['throwing']), execution: afterTool('throwing') },
    reason: 'replans_exhausted',
  },
  'a tool that hangs': {
    script: { plan: freshPlans(['hanging']), execution: afterTool('hanging') },
    reason: 'budget',
  },
  'tool calls for ever': {
    script: { plan: freshPlans(['throwing']), execution: call('throwing') },
    reason: 'replans_exhausted',
  },
  'a tool that does not exist, for ever': {
    script: { plan: freshPlans(['throwing']), execution: call('imaginary') },
    reason: 'replans_exhausted',
  },
  'criteria that never pass': { script: { plan: freshPlans(), verdicts: answers.fail }, reason: 'replans_exhausted' },
  'work that nothing mends': {
    script: { plan: freshPlans(), verdicts: answers.away },
    limits: { replans: 9 },
    reason: 'hopeless',
  },
  'a merge that is never accepted': {
    script: { plan: freshPlans(), verification: answers.reject },
    reason: 'replans_exhausted',
    directive: 'deliver',
  },
  'the limit on model calls': { script: {}, limits: { modelCalls: 3 }, reason: 'limit_reached' },
  'the limit on tokens': { script: {}, limits: { tokens: 400 }, reason: 'limit_reached' },
  'no replans allowed': {
    script: { execution: answers.infeasible },
    limits: { replans: 0 },
    reason: 'replans_exhausted',
  },
  'a time budget shorter than one call': { script: { task_spec: 'hang' }, limits: { timeMs: 10 }, reason: 'deadline' },
}

const finalResults = (events: readonly RunEvent[]) => events.filter((event) => event.type === 'FinalResult')

describe('ends in exactly one FinalResult and leaves nothing running', () => {
  test.each(Object.entries(endings))(
    '%s',
    async (_, { script, limits = {}, profile, reason, directive = 'abandon' }) => {
      const { clock, ids } = fixed()
      const model = scriptedModel({ ...straightThrough, ...script }, { repeatLast: true })
      const artoo = createArtoo({ depth: 'full', model, tools, limits, profile, clock, ids })
      const run = artoo.run('Say hello')
      const result = await settle(run, clock)
      expect(result).toMatchObject({ directive, reason })
      expect(result.status).toBe(result.output === null ? 'failed' : 'partial')
      expect(result.nextMoves.length).toBeGreaterThanOrEqual(2)
      expect(result.nextMoves.length).toBeLessThanOrEqual(3)
      expect(result.missing.length).toBeGreaterThan(0)
      expect(result.loss.D > 0).toBe(directive !== 'accept')
      expect(finalResults(run.events)).toHaveLength(1)
      // What comes after it is the bill of calls that the end cut off.
      const last = run.events.findIndex((event) => event.type === 'FinalResult')
      expect(run.events.slice(last + 1).filter((event) => event.type !== 'ModelCall')).toEqual([])
      expect(run.events.filter((event) => event.from === 'bus')).toEqual([])
      await artoo.close()
      expect(clock.pending).toBe(0)
    },
  )
})

test('a model that hangs in a process with nothing else to do still ends at the deadline', async () => {
  const host = await bundled(new URL('hanging-host.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [host])
  expect(stdout.trim()).toBe('deadline')
})

describe('an abort ends the task at any moment', () => {
  const outputs = ['task_spec', 'plan', 'execution', 'verdicts', 'verification'] as const

  async function abortedRun(
    script: Readonly<Record<string, ScriptedTurn>>,
    abortAt: (controller: AbortController) => Promise<void> | void,
  ) {
    const { clock, ids } = fixed()
    const controller = new AbortController()
    const model = scriptedModel({ ...straightThrough, ...script })
    const artoo = createArtoo({ depth: 'full', model, clock, ids })
    await abortAt(controller)
    const run = artoo.run('Say hello', { signal: controller.signal })
    return { artoo, clock, controller, run, model }
  }

  test('before it starts: no model is asked', async () => {
    const { run, clock, model } = await abortedRun({}, (controller) => controller.abort())
    expect(await settle(run, clock)).toMatchObject({ reason: 'aborted', directive: 'abandon' })
    expect(finalResults(run.events)).toHaveLength(1)
    expect(model.requests).toEqual([])
  })

  test.each(outputs)('while %s is asked for', async (output) => {
    let controller: AbortController | undefined
    const abortsThenHangs: ScriptedTurn = () => {
      controller?.abort(new Error('changed my mind'))
      return 'hang'
    }
    const aborted = await abortedRun({ [output]: abortsThenHangs }, (created) => {
      controller = created
    })
    const result = await settle(aborted.run, aborted.clock)
    expect(result).toMatchObject({ reason: 'aborted', directive: 'abandon' })
    expect(result.summary).toContain('changed my mind')
    expect(finalResults(aborted.run.events)).toHaveLength(1)
    await aborted.artoo.close()
    expect(aborted.clock.pending).toBe(0)
  })

  test.each(['TaskSpec', 'DispatchManifest', 'ExecutionResult', 'SubTaskOutcome', 'Progress'] as const)(
    'after %s',
    async (type) => {
      const { run, controller, clock, artoo } = await abortedRun({}, () => {})
      const watching = (async () => {
        for await (const event of run) if (event.type === type) controller.abort()
      })()
      const result = await settle(run, clock)
      await watching
      expect(result.reason).toBe('aborted')
      expect(finalResults(run.events)).toHaveLength(1)
      await artoo.close()
      expect(clock.pending).toBe(0)
    },
  )

  test.each(['ReplanRequest', 'PlanDirective'] as const)(
    'before and after the controller replans: after %s',
    async (type) => {
      const script = { plan: freshPlans(), verification: answers.reject }
      const { run, controller, clock, artoo } = await abortedRun(script, () => {})
      const watching = (async () => {
        for await (const event of run) if (event.type === type) controller.abort()
      })()
      const result = await settle(run, clock)
      await watching
      expect(result).toMatchObject({ reason: 'aborted', status: 'partial', output: 'hello' })
      expect(finalResults(run.events)).toHaveLength(1)
      await artoo.close()
      expect(clock.pending).toBe(0)
    },
  )

  test('after the end it changes nothing', async () => {
    const { run, controller, clock } = await abortedRun({}, () => {})
    const result = await settle(run, clock)
    controller.abort()
    expect(result.reason).toBe('accepted')
    expect(await run).toEqual(result)
    expect(finalResults(run.events)).toHaveLength(1)
  })

  test('closing the instance aborts what is running', async () => {
    const { run, artoo } = await abortedRun({ plan: 'hang' }, () => {})
    await artoo.close()
    expect((await run).reason).toBe('aborted')
    expect(() => artoo.run('again')).toThrow(expect.objectContaining({ code: 'closed' }))
  })
})
