/**
 * A task for crash tests: two parallel subtasks, of which one is corrected, a third with two calls in one turn that a person must
 * allow, a replan, and a fourth. The model holds no state, so that any process can go on; whatever it is paid for and whatever is done
 * to the world goes into files that outlive the process.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfirmRequest, LanguageModel, Message, ModelRequest } from '@artoo/sdk'
import { defineTool } from '@artoo/tools'
import { z } from 'zod'

export const task = 'Invite the guests to the party'

/** Of the whole task, when nothing goes wrong. */
export const modelCalls = 17

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
const secondPlan = [subtask('tell the cook', ['note'], 1)]
const criteria = [{ text: 'guests and cook know', mode: 'plausible' }]

/** What is irreversible, in the model's order. */
export const sent = ['send deposit', 'send guests']

interface Call {
  readonly name: string
  readonly input: object
}

type Said = { readonly json: unknown } | { readonly calls: readonly Call[] }

function reply({ output, messages }: ModelRequest): Said {
  const all = JSON.stringify(messages)
  const last = messages.at(-1) as Message
  switch (output?.name) {
    case 'task_spec':
      return { json: { intent: task, scope: null, deadline: null, questions: [] } }
    case 'plan':
      return { json: { criteria, subtasks: all.includes('send the invitation') ? secondPlan : firstPlan } }
    case 'execution':
      return execution(all, last)
    case 'verification':
      return verdicts(all, all.includes('the cook knows') ? 'pass' : 'fail')
    default:
      return verdicts(all, last.content.includes('perhaps') ? 'fail' : 'pass')
  }
}

function execution(all: string, last: Message): Said {
  const answer = (text: string): Said => ({ json: { status: 'completed', output: text, reason: null } })
  const isFirst = last.role === 'user' && !all.includes('"role":"assistant"')
  // A later one is told what came of the earlier ones.
  if (all.includes('tell the cook')) return isFirst ? call('note', 'cook') : answer('the cook knows')
  if (all.includes('send the invitation'))
    return isFirst ? call('send', 'deposit', 'guests') : answer('the invitation is out')
  if (all.includes('find the guests')) return isFirst ? call('look_up', 'guests') : answer('Ann and Bob')
  if (isFirst) return call('look_up', 'place')
  return answer(last.role === 'tool' ? 'perhaps the garden' : 'the garden')
}

const call = (name: string, ...objects: readonly string[]): Said => ({
  calls: objects.map((what) => ({ name, input: { what } })),
})

function verdicts(all: string, verdict: 'pass' | 'fail'): Said {
  const records = [...new Set(all.match(/call_\d+_\d+/g) ?? [])]
  const failed = verdict === 'fail' ? { failureClass: 'environmental' } : {}
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

/** Calls and deeds in files of `directory`; `onDeed` is called right after each, before anybody is told. */
export function worldIn(directory: string, delayMs = 0, onDeed: (what: string) => Promise<void> = async () => {}) {
  const write = (file: string, line: string) => appendFileSync(join(directory, file), `${line}\n`)
  const lines = (file: string) => {
    const path = join(directory, file)
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
  }
  const rest = () => new Promise<void>((resolve) => (delayMs > 0 ? setTimeout(resolve, delayMs) : resolve()))

  const model: LanguageModel = {
    id: 'scripted',
    async generate(request) {
      await rest()
      const hash = createHash('sha256')
        .update(JSON.stringify([request.output?.name, request.messages]))
        .digest('hex')
      const nonce = `${process.pid}-${lines('paid').length}`
      write('paid', `${hash} ${nonce}`)
      const said = reply(request)
      const usage = { inputTokens: 1, outputTokens: 1, raw: { nonce } }
      if ('calls' in said) {
        const toolCalls = said.calls.map((one, index) => ({ id: `c${index}`, ...one }))
        return { text: '', toolCalls, usage, finishReason: 'tool_calls' as const }
      }
      return { text: JSON.stringify(said.json), toolCalls: [], usage, finishReason: 'stop' as const }
    },
  }

  const tool = (name: string, effect: 'read' | 'repeatable' | 'irreversible') =>
    defineTool({
      name,
      description: `${name} something`,
      input: z.object({ what: z.string() }),
      effect,
      target: ({ what }) => what,
      async execute({ what }) {
        await rest()
        if (effect !== 'read') write('deeds', `${name} ${what}`)
        await onDeed(`${name} ${what}`)
        return `${name} ${what}: done`
      },
    })

  return {
    model,
    tools: [tool('look_up', 'read'), tool('note', 'repeatable'), tool('send', 'irreversible')],
    deeds: () => lines('deeds'),
    paid: (): readonly Payment[] =>
      lines('paid').map((line) => {
        const [hash = '', nonce = ''] = line.split(' ')
        return { hash, nonce }
      }),
    /** A person who allows everything, but looks first when a call may have been made already. */
    confirm({ tool: name, target, reason }: ConfirmRequest) {
      const isDone = reason.includes('may have been carried out') && lines('deeds').includes(`${name} ${target}`)
      return isDone ? ({ allow: false, done: true, note: `${name} ${target}: done` } as const) : true
    },
  }
}
