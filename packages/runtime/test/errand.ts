import { contract, type PayloadOf } from '@artoo/bus'
import { type ScriptedReply, type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import {
  createRuntime,
  type Decider,
  type Effect,
  effect,
  fairSlots,
  humanContracts,
  humanEffect,
  modelContracts,
  modelEffect,
  type Runtime,
  type RuntimeOptions,
  runContracts,
  timerContracts,
  timerEffect,
  toolContracts,
  toolEffect,
} from '@artoo/runtime'
import type { Tool } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import * as z from 'zod'

const outputs = { answer: z.object({ text: z.string() }) }

const contracts = {
  ...runContracts('boss'),
  ...modelContracts(outputs, ['boss']),
  ...toolContracts(['boss']),
  ...humanContracts(['boss']),
  ...timerContracts(['boss']),
  Nudge: contract(z.object({}), [['boss', 'clerk']]),
  Errand: contract(z.object({ steps: z.array(z.string()) }), [['host', 'boss']]),
  Outcome: contract(z.object({ reason: z.string(), heard: z.array(z.string()) }), [['boss', 'host']]),
}
export type Contracts = typeof contracts
export type Outcome = PayloadOf<Contracts, 'Outcome'>

interface State {
  readonly steps: readonly string[]
  readonly heard: readonly string[]
  /** Calls of one turn whose results are still to come. */
  readonly open: number
}

const say = (content: string) => [{ role: 'user' as const, content }]

/**
 * A decider that takes one step after the other: `ask`, `call <tool>`, `call <tool>,<tool>` in one turn, `wait <ms>`, `nudge`, `throw`;
 * idles otherwise. A call `pay:1` has the input `{ n: 1 }`.
 */
export const boss: Decider<Contracts, 'boss', State> = {
  actor: 'boss',
  initial: { steps: [], heard: [], open: 0 },
  decide(state, message) {
    switch (message.type) {
      case 'Errand':
        return next({ ...state, steps: message.payload.steps })
      case 'Interrupt': {
        const { reason } = message.payload
        return [state, [{ type: 'Outcome', to: 'host', payload: { reason, heard: [...state.heard] } }]]
      }
      case 'ModelReply':
        return next(hear(state, message.payload.kind === 'value' ? message.payload.value.text : 'calls'))
      case 'ModelFailure':
        return next(hear(state, message.payload.code))
      case 'ToolResult':
        return next(hear({ ...state, open: state.open - 1 }, message.payload.output))
      case 'TimerFired':
        return next(hear(state, message.payload.key))
      default:
        return [state, []]
    }
  },
}

const hear = (state: State, what: string): State => ({ ...state, heard: [...state.heard, what] })

function next(before: State): ReturnType<typeof boss.decide> {
  const { steps, heard, open } = before
  if (open > 0) return [before, []]
  const [step, ...rest] = steps
  const state = { steps: rest, heard, open }
  const [verb, what = ''] = step?.split(' ') ?? []
  switch (verb) {
    case undefined:
      return [state, [{ type: 'Outcome', to: 'host', payload: { reason: 'done', heard: [...heard] } }]]
    case 'ask': {
      const payload = {
        key: 'k',
        output: 'answer' as const,
        messages: say(`${what}?`),
        continues: heard.length > 0,
        tools: [],
      }
      return [state, [{ type: 'ModelRequest', to: 'model', payload }]]
    }
    case 'call': {
      const calls = what.split(',').map((name, index) => {
        const [tool = '', n] = name.split(':')
        const input = n === undefined ? {} : { n: Number(n) }
        const callId = `c${heard.length + index}`
        return {
          type: 'ToolRequest' as const,
          to: 'tools' as const,
          payload: { key: 'k', callId, attempt: 1, tool, input, blockedTargets: [] },
        }
      })
      return [{ ...state, open: calls.length }, calls]
    }
    case 'wait':
      return [state, [{ type: 'TimerRequest', to: 'timer', payload: { key: `${what} ms`, delayMs: Number(what) } }]]
    case 'nudge':
      return [state, [{ type: 'Nudge', to: 'clerk', payload: {} }]]
    case 'throw':
      throw new Error('the boss is dizzy')
    default:
      return [state, []]
  }
}

/** A decider that throws as soon as it is nudged. */
export const clerk: Decider<Contracts, 'clerk', null> = {
  actor: 'clerk',
  initial: null,
  decide() {
    throw new Error('the clerk is dizzy')
  },
}

export const answer = (text: string): ScriptedReply => ({ json: { text } })

export interface ErrandOptions
  extends Partial<
    Pick<RuntimeOptions<Contracts, 'boss', 'Outcome'>, 'journal' | 'redact' | 'prices' | 'clock' | 'ids'>
  > {
  readonly turns?: readonly ScriptedTurn[]
  readonly tools?: readonly Tool[]
  readonly effects?: readonly Effect[]
}

/** A runtime over manual time whose runs do an errand; few are interrupted, and no type says so. */
export function errands({ turns = [answer('yes')], tools = [], effects = [], ...options }: ErrandOptions = {}) {
  const clock = manualClock(1_000)
  const model = scriptedModel({ answer: turns }, { repeatLast: true })
  const system = { contracts, controller: 'boss', result: 'Outcome' } as const
  const runtime = createRuntime({
    system,
    effects: [
      modelEffect({ outputs, modelOf: () => model, tools, slots: fairSlots(8) }),
      toolEffect({ tools, slots: fairSlots(8) }),
      humanEffect(),
      timerEffect(),
      ...effects,
    ],
    clock,
    ids: sequentialIds(),
    ...options,
  }) as Runtime<Contracts, 'Outcome', never>
  type RunOptions = Parameters<typeof runtime.run>[0]
  const run = (steps: readonly string[], given: Partial<RunOptions> = {}) =>
    runtime.run({ begin: { type: 'Errand', to: 'boss', payload: { steps: [...steps] } }, deciders: [boss], ...given })
  return { runtime, run, model, clock, system }
}

export const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Lets time pass, a second a turn, until it has settled. */
export async function pass<T>(clock: { advance(ms: number): void }, promise: PromiseLike<T>): Promise<T> {
  let settled = false
  const done = Promise.resolve(promise).finally(() => {
    settled = true
  })
  done.catch(() => undefined)
  while (!settled) {
    await turn()
    if (!settled) clock.advance(1_000)
  }
  return done
}

/** An effect that nobody asks anything; it is bound to every run. */
export const watching = (bind: Parameters<typeof effect>[0]['bind']): Effect =>
  effect({ actor: 'watcher', unanswered: 'fail', bind })
