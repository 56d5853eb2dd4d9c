/**
 * A task for crash tests: two parallel subtasks, of which one is corrected, a third with two calls in one turn that a person must
 * allow, a replan, and a fourth, of which one call has a task of its own with two calls that a person must allow. The model holds no
 * state, so that any process can go on; whatever it is paid for and whatever is done to the world goes into files that outlive the process.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ConfirmRequest,
  createArtoo,
  type Journal,
  type LanguageModel,
  type Message,
  type ModelRequest,
} from '@artoo/sdk'
import type { EffectKind, Tool, ToolContext } from '@artoo/spec'
import { defineTool } from '@artoo/tools'
import { z } from 'zod'

export const task = 'Invite the guests to the party'

/** The task of the tool `delegate`. */
const errand = 'order the cake'

export type Depth = (typeof depths)[number]
export const depths = ['lean', 'direct', 'auto'] as const

/** Of the task, without the one that is a part of it, when nothing goes wrong. */
export const modelCalls: Readonly<Record<Depth, number>> = { lean: 17, direct: 4, auto: 10 }

const subtask = (intent: string, tools: readonly string[], sequence: number) => ({
  intent,
  sequence,
  criteria: [{ text: `it is certain: ${intent}`, mode: 'plausible' }],
  tools,
})

const firstPlan = [
  subtask('find the guests', ['look_up'], 1),
  subtask('find the place', ['look_up'], 1),
  subtask('send the invitation', ['send'], 2),
]
const secondPlan = [subtask('tell the cook', ['note', 'delegate'], 1)]
const errandPlan = [subtask(errand, ['send', 'pay'], 1)]
const criteria = [{ text: 'guests and cook know', mode: 'plausible' }]

/** What is irreversible, in the model's order. */
export const sent = ['send deposit', 'send guests', 'send order', 'pay cake']

interface Call {
  readonly name: string
  readonly input: object
}

type Said = { readonly json: unknown } | { readonly text: string } | { readonly calls: readonly Call[] }

function reply({ output, messages }: ModelRequest, depth: Depth): Said {
  const all = JSON.stringify(messages)
  const last = messages.at(-1) as Message
  const isErrand = all.includes(errand)
  switch (output?.name) {
    case 'task_spec':
      return { json: { intent: isErrand ? errand : task, scope: null, deadline: null, questions: [] } }
    case 'plan':
      if (isErrand) return { json: { criteria, subtasks: errandPlan } }
      return { json: { criteria, subtasks: isSecond(all, depth) ? secondPlan : firstPlan } }
    case 'execution':
      return execution(all, last)
    case undefined:
      return conversation(messages, { isErrand, depth })
    case 'last_verdicts':
      return verdicts(all, isErrand || all.includes('the cook knows') ? 'pass' : 'fail')
    case 'verification':
      return verdicts(all, isErrand || all.includes('the cook knows') ? 'pass' : 'fail')
    default:
      return verdicts(all, last.content.includes('perhaps') ? 'fail' : 'pass')
  }
}

/** What a conversation has left undone is all that is planned. */
const isSecond = (all: string, depth: Depth) => depth === 'auto' || all.includes('send the invitation')

/** A conversation that `auto` has to hand over does half of it. */
function conversation(
  messages: readonly Message[],
  { isErrand, depth }: { readonly isErrand: boolean; readonly depth: Depth },
): Said {
  const turns = messages.filter(({ role }) => role === 'assistant').length
  const work = isErrand
    ? [['send order', 'pay cake']]
    : [
        ['look_up guests'],
        ['send deposit', 'send guests'],
        ...(depth === 'auto' ? [] : [['note cook', 'delegate cake']]),
      ]
  const next = work[turns]
  if (next) return calls(...next)
  return { text: isErrand ? 'there will be cake' : depth === 'auto' ? 'the invitation is out' : 'the cook knows' }
}

function execution(all: string, last: Message): Said {
  const answer = (text: string): Said => ({ json: { status: 'completed', output: text, reason: null } })
  const isFirst = last.role === 'user' && !all.includes('"role":"assistant"')
  if (all.includes(errand)) return isFirst ? calls('send order', 'pay cake') : answer('there will be cake')
  // A later one is told what came of the earlier ones.
  if (all.includes('tell the cook')) return isFirst ? calls('note cook', 'delegate cake') : answer('the cook knows')
  if (all.includes('send the invitation'))
    return isFirst ? calls('send deposit', 'send guests') : answer('the invitation is out')
  if (all.includes('find the guests')) return isFirst ? calls('look_up guests') : answer('Ann and Bob')
  if (isFirst) return calls('look_up place')
  return answer(last.role === 'tool' ? 'perhaps the garden' : 'the garden')
}

const calls = (...turn: readonly string[]): Said => ({
  calls: turn.map((one) => {
    const [name = '', what = ''] = one.split(' ')
    return { name, input: { what } }
  }),
})

function verdicts(all: string, verdict: 'pass' | 'fail'): Said {
  const records = [...new Set(all.match(/\br\d+\b/g) ?? [])]
  const failed = verdict === 'fail' ? { cause: 'wrong_target' } : {}
  const first = { criterion: 1, verdict, evidence: 'as it says', records, ...failed }
  const others = [2, 3, 4].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'nothing else', records }))
  const correction = verdict === 'fail' ? { whatWasWrong: 'it is a guess', whatToDo: 'be certain' } : null
  return { json: { output: 'guests and cook', verdicts: [first, ...others], correction } }
}

/** What was paid for: the request by its hash, and the number that the log repeats. */
export interface Payment {
  readonly hash: string
  readonly nonce: string
}

interface Manner {
  /** Of each call. */
  readonly delayMs?: number
  /** Called right after each deed, before anybody is told. */
  readonly onDeed?: (what: string) => Promise<void>
  /** @defaultValue true */
  readonly mayAsk?: boolean
  /** @defaultValue 'lean' */
  readonly depth?: Depth
}

/** What was paid for and what was done in the world of `directory`, by whatever process. */
export function worldIn(directory: string) {
  const lines = (file: string) => {
    const path = join(directory, file)
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
  }
  return {
    write: (file: 'paid' | 'deeds' | 'keys', line: string) => appendFileSync(join(directory, file), `${line}\n`),
    deeds: () => lines('deeds'),
    /** Idempotency keys that the bank has seen. */
    keys: () => lines('keys'),
    paid: (): readonly Payment[] =>
      lines('paid').map((line) => {
        const [hash = '', nonce = ''] = line.split(' ')
        return { hash, nonce }
      }),
  }
}

type Process<J extends Journal> = ReturnType<typeof createArtoo<J>>

/** A process in that world. */
export function artooIn<const J extends Journal>(
  directory: string,
  journal: J,
  { delayMs = 0, onDeed = async () => {}, mayAsk = true, depth = 'lean' }: Manner = {},
): Process<J> {
  const { write, deeds, keys, paid } = worldIn(directory)
  const rest = () => new Promise<void>((resolve) => (delayMs > 0 ? setTimeout(resolve, delayMs) : resolve()))

  const model: LanguageModel = {
    id: 'scripted',
    async generate(request) {
      await rest()
      const hash = createHash('sha256')
        .update(JSON.stringify([request.output?.name, request.messages]))
        .digest('hex')
      const nonce = `${process.pid}-${paid().length}`
      write('paid', `${hash} ${nonce}`)
      const said = reply(request, depth)
      const usage = { inputTokens: 1, outputTokens: 1, raw: { nonce } }
      if ('calls' in said) {
        const toolCalls = said.calls.map((one, index) => ({ id: `c${index}`, ...one }))
        return { text: '', toolCalls, usage, finishReason: 'tool_calls' as const }
      }
      return {
        text: 'text' in said ? said.text : JSON.stringify(said.json),
        toolCalls: [],
        usage,
        finishReason: 'stop' as const,
      }
    },
  }

  const tool = (name: string, effect: EffectKind, act: (what: string, context: ToolContext) => unknown) =>
    defineTool({
      ...{ name, effect },
      description: `${name} something`,
      input: z.object({ what: z.string() }),
      target: ({ what }) => what,
      async execute({ what }, context) {
        await rest()
        await act(`${name} ${what}`, context)
        await onDeed(`${name} ${what}`)
        return `${name} ${what}: done`
      },
    })
  const deed = (what: string) => write('deeds', what)
  /** The bank pays once for each key. */
  function pay(what: string, { idempotencyKey }: ToolContext): void {
    if (keys().includes(idempotencyKey)) return
    write('keys', idempotencyKey)
    deed(what)
  }
  const tools: Tool[] = [
    tool('look_up', 'read', () => {}),
    tool('note', 'repeatable', deed),
    tool('send', 'irreversible', deed),
    tool('pay', 'irreversible', pay),
    tool('delegate', 'repeatable', (_, { run: parent }) => artoo.run(errand, { parent })),
  ]

  /** A person who allows everything, but looks first when anything but a payment may have been made already. */
  function confirm({ tool: name, target, reason }: ConfirmRequest) {
    const mayBeDone = reason.includes('may have been carried out') && name !== 'pay'
    const isDone = mayBeDone && deeds().includes(`${name} ${target}`)
    return isDone ? ({ allow: false, done: true, note: `${name} ${target}: done` } as const) : true
  }

  const people = mayAsk ? { confirm } : {}
  const artoo: Process<J> = createArtoo({
    model,
    tools,
    ...people,
    journal,
    depth,
    hyperparameters: { delta: 0.1 },
    dreamer: false,
  })
  return artoo
}
