import { contract } from '@artoo/bus'
import { checkContracts, checkEffect, createRuntime, type Decider, runContracts } from '@artoo/runtime'
import type { Check } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { createVault } from '@artoo/tools'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const verdict = z.object({ pass: z.boolean(), evidence: z.string(), failureClass: z.string().optional() })

const contracts = {
  ...runContracts('boss'),
  ...checkContracts(['boss']),
  Ask: contract(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }), [['host', 'boss']]),
  Verdict: contract(verdict, [['boss', 'host']]),
}

/** Asks a check and hands on what it says. */
const boss: Decider<typeof contracts, 'boss', null> = {
  actor: 'boss',
  initial: null,
  decide(state, message) {
    if (message.type === 'Ask') {
      const payload = { key: 'k', index: 0, check: message.payload, output: 'hello', toolCalls: [] }
      return [state, [{ type: 'CheckRequest', to: 'checks', payload }]]
    }
    if (message.type === 'CheckResult') {
      const { key: _, index: __, ...payload } = message.payload
      return [state, [{ type: 'Verdict', to: 'host', payload }]]
    }
    return [state, []]
  },
}

async function ask(check: Partial<Check>, values: Readonly<Record<string, unknown>> = {}, name = 'it') {
  const clock = manualClock(0)
  const complete: Check = { name: 'it', description: 'it', run: () => ({ pass: true, evidence: 'fine' }), ...check }
  const runtime = createRuntime({
    system: {
      contracts,
      controller: 'boss',
      result: 'Verdict',
      reportFailure: () => ({ type: 'RoleFailure', to: 'boss', payload: { code: 'x', message: 'x' } }),
    },
    effects: [
      { ...checkEffect({ checks: [complete] }), vault: createVault([{ values: () => [], lookInto: () => {} }]) },
    ],
    clock,
    ids: sequentialIds(),
  })
  const run = runtime.run({
    begin: { type: 'Ask', to: 'boss', payload: { name, arguments: values } },
    deciders: [boss],
  })
  let ended = false
  const result = Promise.resolve(run).finally(() => {
    ended = true
  })
  for (let turn = 0; turn < 200 && !ended; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!ended && turn > 20) clock.advance(1_000)
  }
  const given = await result
  await runtime.close()
  return given
}

const argumentsSchema = { type: 'object', properties: { most: { type: 'integer' } }, required: ['most'] }

describe('a check', () => {
  it.each<[string, Partial<Check>, object]>([
    ['passes', {}, { pass: true, evidence: 'fine' }],
    [
      'passes without the keys in its evidence',
      { run: () => ({ pass: true, evidence: `api_key=${'q7Rw2Lx9'.repeat(2)}` }) },
      { pass: true, evidence: 'api_key=[secret api_key of checks]' },
    ],
    [
      'fails with its class',
      { run: () => ({ pass: false, evidence: 'no', failureClass: 'logical' }) },
      { pass: false, evidence: 'no', failureClass: 'logical' },
    ],
    [
      'has much to say',
      { run: () => ({ pass: true, evidence: 'x'.repeat(100_000) }) },
      { pass: true, evidence: expect.stringMatching(/^x{2000,2040}\n\[… \d+ bytes left out …\]\nx+$/) },
    ],
    ['fails without one', { run: () => ({ pass: false, evidence: 'no' }) }, { pass: false, evidence: 'no' }],
    [
      'has no class when it passes',
      { run: () => ({ pass: true, evidence: 'yes', failureClass: 'logical' }) },
      { pass: true, evidence: 'yes' },
    ],
    [
      'has none of its own making',
      { run: () => ({ pass: false, evidence: 'no', failureClass: 'cosmic' as 'logical' }) },
      { pass: false, evidence: 'no' },
    ],
    [
      'that throws is environmental',
      {
        run() {
          throw new Error('boom')
        },
      },
      { pass: false, evidence: 'it failed: boom', failureClass: 'environmental' },
    ],
    [
      'that hangs is environmental',
      { run: () => new Promise(() => {}) },
      { pass: false, evidence: expect.stringContaining('no result within'), failureClass: 'environmental' },
    ],
  ])('%s', async (_, check, expected) => {
    expect(await ask(check)).toEqual(expected)
  })

  it('that does not exist is the plan’s fault', async () => {
    expect(await ask({}, {}, 'other')).toEqual({
      pass: false,
      evidence: 'there is no check other',
      failureClass: 'logical',
    })
  })

  it.each<[string, Partial<Check>]>([
    ['its schema', { argumentsSchema }],
    [
      'itself',
      {
        parse() {
          throw new Error('most: Instance type')
        },
      },
    ],
  ])('is not run with arguments that are refused by %s', async (_, check) => {
    let ran = false
    const run = () => {
      ran = true
      return { pass: true, evidence: '' }
    }
    expect(await ask({ ...check, run }, { most: 'two' })).toEqual({
      pass: false,
      evidence: expect.stringContaining("the arguments of it don't fit: most: Instance type"),
      failureClass: 'logical',
    })
    expect(ran).toBe(false)
  })

  it('whose schema can’t be read is refused at once', () => {
    const check: Check = {
      name: 'it',
      description: '',
      argumentsSchema: { $ref: '#/none' },
      run: () => ({ pass: true, evidence: '' }),
    }
    expect(() => checkEffect({ checks: [check] })).toThrow(expect.objectContaining({ code: 'invalid_check' }))
  })
})
