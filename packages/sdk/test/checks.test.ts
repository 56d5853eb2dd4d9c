import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type Check, createArtoo, defineCheck, type FinalResult, type RunEvent } from '@artoo/sdk'
import { standardChecks, standardTools } from '@artoo/sdk/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { answers, straightThrough } from './script.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'artoo-checks-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const decidedBy = (name: string, values: object, text = `${name} says so`) => ({
  text,
  mode: 'verifiable',
  check: { name, arguments: values },
})

const planFor = (criterion: object) => ({
  json: {
    criteria: [{ text: 'the answer greets', mode: 'plausible' }],
    subtasks: [{ intent: 'write a greeting', criteria: [criterion], tools: ['write_file'] }],
  },
})

interface Case {
  readonly plan: ScriptedTurn | readonly ScriptedTurn[]
  readonly execution?: ScriptedTurn | readonly ScriptedTurn[]
  readonly checks?: readonly Check[]
  readonly replans?: number
}

async function outcome({ plan, execution = answers.execution, checks, replans = 0 }: Case) {
  const script = { ...straightThrough, plan, execution } as Parameters<typeof scriptedModel>[0]
  const model = scriptedModel(script, { repeatLast: true })
  const artoo = createArtoo({
    depth: 'full',
    model,
    tools: standardTools({ root }),
    checks: checks ?? standardChecks({ root }),
    limits: { replans },
  })
  const run = artoo.run('Write a greeting')
  const result: FinalResult = await run
  const events: readonly RunEvent[] = [...run.events]
  await artoo.close()
  return { result, events, asked: model.requests.map((request) => request.output?.name) }
}

test('a plan is turned down for a check that could not run, a wrong result is corrected, a right one passes', async () => {
  const contains = { check: 'file', path: 'greeting.txt', contains: 'hello' }
  const write = (content: string) => ({
    toolCalls: [{ name: 'write_file', input: { path: `greeting${content === 'hello' ? '' : '-draft'}.txt`, content } }],
  })
  const { result, events, asked } = await outcome({
    plan: [
      planFor(decidedBy('command', { argv: ['rm', 'greeting.txt'] })),
      planFor(
        decidedBy('all', { of: [contains, { check: 'command', argv: ['grep', '-q', 'hello', 'greeting.txt'] }] }),
      ),
    ],
    execution: [write('good day'), answers.execution, write('hello'), answers.execution],
  })

  expect(result).toMatchObject({ directive: 'accept', replans: 0 })
  expect(readFileSync(join(root, 'greeting.txt'), 'utf8')).toBe('hello')
  expect(asked).not.toContain('verdicts')
  const plans = events.flatMap((event) =>
    event.type === 'ModelRequest' && event.payload.key === 'plan' ? [event.payload] : [],
  )
  expect(plans[1]?.messages.at(-1)?.content).toContain('[LAW1] not run')
  const brief = JSON.stringify(plans[0]?.messages)
  for (const name of ['file', 'json', 'regex', 'command', 'all', 'any', 'not', 'stdoutMatches']) {
    expect(brief).toContain(name)
  }
  expect(events.flatMap((event) => (event.type === 'CheckResult' ? [event.payload] : []))).toEqual([
    { key: '1.1', index: 0, pass: false, evidence: 'greeting.txt does not exist', failureClass: 'environmental' },
    { key: '1.1', index: 0, pass: true, evidence: expect.stringContaining('greeting.txt contains "hello"') },
  ])
  expect(events.flatMap((event) => (event.type === 'CorrectionSignal' ? [event.payload] : []))).toMatchObject([
    { failureClass: 'environmental', whatWasWrong: 'greeting.txt does not exist' },
  ])
})

describe('the class of a check’s failure reaches the controller', () => {
  test.each([
    ['logical', { pattern: 'good day' }, 1],
    ['environmental', { pattern: 'good day', path: 'none.txt' }, 0],
  ] as const)('%s', async (failureClass, values, P) => {
    const { result, events } = await outcome({ plan: planFor(decidedBy('regex', values)) })
    expect(result.directive).toBe('abandon')
    expect(
      events.flatMap((event) => (event.type === 'ControlDecision' ? [event.payload] : [])).map(({ loss }) => loss.P),
    ).toEqual([P])
    const verdicts = events
      .flatMap((event) => (event.type === 'SubTaskOutcome' ? [event.payload] : []))
      .flatMap((one) => one.verdicts)
    expect(verdicts.map((verdict) => verdict.failureClass)).toEqual([failureClass])
  })

  test('not known, from a check that doesn’t say', async () => {
    const silent: Check = { name: 'silent', description: 'says no', run: () => ({ pass: false, evidence: 'no' }) }
    const { events } = await outcome({ plan: planFor(decidedBy('silent', {})), checks: [silent] })
    expect(
      events.flatMap((event) => (event.type === 'ControlDecision' ? [event.payload] : [])).map(({ loss }) => loss.P),
    ).toEqual([0.5])
  })
})

test('a planner that never gets the arguments right fails the planning, with the reason', async () => {
  const shortEnough = defineCheck({
    name: 'short-enough',
    description: 'has at most so many characters',
    arguments: z.object({ most: z.number() }),
    run: ({ most }, { output }) => ({ pass: output.length <= most, evidence: `${output.length} characters` }),
  })
  const { result } = await outcome({ plan: planFor(decidedBy('short-enough', { max: 3 })), checks: [shortEnough] })
  expect(result).toMatchObject({ directive: 'abandon', reason: 'planning_failed' })
  expect(result.summary).toContain('short-enough takes no argument "max"')
})

test('checks that are none are refused by name', () => {
  const model = scriptedModel(straightThrough)
  const check = { name: 'a', description: 'a', run: () => ({ pass: true, evidence: '' }) }
  for (const [wrong, field] of [
    [{ ...check, parse: {} }, 'checks.0.parse'],
    [{ ...check, argumentsSchema: 'object' }, 'checks.0.argumentsSchema'],
    [{ ...check, argumentsSchema: { $ref: '#/none' } }, 'argumentsSchema'],
  ] as const) {
    expect(() => createArtoo({ depth: 'full', model, checks: [wrong as never] })).toThrow(
      expect.objectContaining({ field }),
    )
  }
})
