import { scriptedModel } from '@artoo/llm/testing'
import { manualClock } from '@artoo/spec/testing'
import { describe, expect, it } from 'vitest'
import { asks, billed } from '../asks.js'
import { atoms, deferred, file, hangs, type Script, until, world } from '../world.js'

/** Proposes a repair as often as it is asked: the job goes on as long as it may. */
const tireless = () =>
  scriptedModel(
    {
      proposal: ({ messages }) => ({
        json: { atoms: [{ name: 'n', task: `mend it (${messages.length})`, check: file('mended.txt') }] },
      }),
    },
    { repeatLast: true },
  )
const never = (constraints: object) => ({
  atoms: atoms({ A: [] }),
  base_case: file('never.txt'),
  constraints: { max_repairs: 50, max_iterations: 500, ...constraints },
})

const start = Date.parse('2030-01-01T00:00:00.000Z')
const at = (ms: number) => new Date(start + ms).toISOString()

describe('tokens that were agreed on', () => {
  it.each([
    ['are not raised by the host', 100_000, 5_000],
    ['are lowered by the host', 3_000, 3_000],
    ['hold where the host says nothing', undefined, 5_000],
  ])('%s', async (_, tokens, most) => {
    const model = billed(tireless(), 1_100)
    const { run } = world({ plan: never({ max_tokens: 5_000 }), options: { model, limits: { tokens } } })
    const { code, state } = await run()
    expect(code).toBe('budget_limit')
    expect(state.control.tokens_used).toBeGreaterThan(most / 2)
    expect(state.control.tokens_used).toBeLessThanOrEqual(most)
  })

  it('are not agreed on anew by the next start', async () => {
    const { loop, run } = world({ plan: never({ max_tokens: 5_000 }), options: { model: billed(tireless(), 1_100) } })
    const { state } = await run()
    const again = await loop.start()
    expect(again.code).toBe('budget_limit')
    expect(again.state.control.tokens_used).toBe(state.control.tokens_used)
  })

  it('are raised by a redirect while the loop runs, and count at once', async () => {
    const asked = deferred()
    const go = deferred()
    const slow: Script = async ({ files }) => {
      asked.resolve()
      await go.promise
      files['A.txt'] = 'A'
    }
    const model = billed(tireless(), 1_100)
    const made = world({ plan: never({ max_tokens: 5_000 }), scripts: { A: slow }, options: { model } })
    const result = made.run()
    await asked.promise
    await made.loop.redirect({ type: 'constraint_change', description: 'more', constraints: { max_tokens: 10_000 } })
    go.resolve()
    const { code, state } = await result
    expect(code).toBe('budget_limit')
    expect(state.control.tokens_used).toBeGreaterThan(5_000)
    expect(state.control.tokens_used).toBeLessThanOrEqual(10_000)
  })

  it('are spent by the talk about the plan, by a change in words and by the calls of workers, those called off included', async () => {
    const plan = {
      ...{ goal: 'a file', background_intent: 'to see', deliverables: ['A.txt'], definition_of_done: 'it is there' },
      base_case: file('A.txt'),
      atoms: [{ name: 'make', task: 'make it', check: file('A.txt') }],
    }
    const change = { type: 'constraint_change', description: 'one at a time', constraints: { max_parallel_agents: 1 } }
    const model = billed(
      scriptedModel({
        alignment: [{ json: { plan } }],
        redirection: [{ json: { change } }],
        word: { json: { word: 'x' } },
      }),
      1_000,
    )
    let tries = 0
    const script: Script = async ({ files, task }) => {
      await asks(task, billed(scriptedModel({ word: { json: { word: 'x' } } }), 10))
      if (tries++ === 0) return hangs({ files, task })
      files['A.txt'] = 'A'
    }
    const { loop } = world({ scripts: { a1: script }, options: { model, clarify: () => 'yes' } })
    const agreed = await loop.align('make a file')
    expect(agreed.control.tokens_used).toBe(1_000)
    const run = loop.start()
    await until(() => tries === 1)
    await loop.redirect('one at a time')
    const { status, state } = await run
    expect({ status, tokens: state.control.tokens_used }).toEqual({ status: 'completed', tokens: 2_020 })
    expect((await loop.state())?.control.tokens_used).toBe(2_020)
  })

  it('are counted of a call that the end of the loop cut off', async () => {
    const model = scriptedModel({ word: 'hang' })
    const { loop, align, launches, store } = world({ scripts: { A: ({ task }) => asks(task, model) } })
    await align()
    const run = loop.start()
    await until(() => launches.length === 1 && model.requests.length === 1)
    await loop.close()
    expect((await run).state.control.tokens_used).toBeGreaterThan(0)
    expect((await store.read())?.control.tokens_used).toBe((await run).state.control.tokens_used)
  })

  it('and other limits are not raised by an edit of the state', async () => {
    const { align } = world({ plan: never({ max_tokens: 5_000 }) })
    const state = await align()
    const { objective } = state
    const constraints = { ...objective.constraints, max_tokens: 1_000_000 }
    const edited = world({ state: { ...state, objective: { ...objective, constraints } } })
    expect(await edited.loop.start()).toMatchObject({ status: 'halted', code: 'alignment_missing' })
    expect(edited.launches).toEqual([])
  })
})

describe('a deadline that was agreed on', () => {
  const made = (deadlineMs: number, options: object = {}) => {
    const clock = manualClock(start)
    const plan = { constraints: { deadline: at(deadlineMs) } }
    return { clock, ...world({ plan, scripts: { A: hangs }, options: { clock, ...options } }) }
  }

  it('is not put off by the host', async () => {
    const { clock, run, launches } = made(1_500, { limits: { timeMs: 600_000 } })
    const result = run()
    await until(() => launches.length === 1)
    clock.advance(1_500)
    expect(await result).toMatchObject({ status: 'halted', code: 'budget_limit', state: { in_flight: {} } })
  })

  it('passes while a person is waited for', async () => {
    const asked = deferred()
    const model = scriptedModel({ redirection: [{ json: { questions: ['which?'] } }] })
    const clarify = () => {
      asked.resolve()
      return new Promise<never>(() => {})
    }
    const { clock, run, launches, loop } = made(1_500, { model, clarify })
    const result = run()
    await until(() => launches.length === 1)
    const refused = expect(loop.redirect('otherwise')).rejects.toMatchObject({ code: 'change_refused' })
    await asked.promise
    clock.advance(1_500)
    expect(await result).toMatchObject({ status: 'halted', code: 'budget_limit' })
    await refused
  })

  it('is put off by a redirect', async () => {
    const { clock, run, launches, loop } = made(1_500)
    const result = run()
    await until(() => launches.length === 1)
    await loop.redirect({ type: 'constraint_change', description: 'later', constraints: { deadline: at(9_000) } })
    await until(() => launches.length === 2)
    clock.advance(5_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect((await loop.state())?.control.status).toBe('running')
    clock.advance(4_000)
    expect(await result).toMatchObject({ code: 'budget_limit' })
  })
})
