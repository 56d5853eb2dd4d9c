import type { LanguageModel, ModelRequest } from '@artoo/spec'
import type { Random } from '../hostile/random.js'
import { dataOf, text } from '../personas/conversation.js'
import { type Chore, choreIn } from './chores.js'
import { execute, type Working } from './executing.js'
import { verdicts, verification } from './judging.js'
import { plan } from './planning.js'

/** What the answers of one run have in common. */
export interface Habits {
  readonly chores: readonly Chore[]
  /** How likely a criterion passes. */
  readonly pass: number
}

/** A model that reads what it is asked, and answers by chance: the same in every run of one name. */
export function modelOf(random: Random, habits: Habits): LanguageModel {
  const taken = new Map<string, number>()
  let callCount = 0
  return {
    id: 'replans/model',
    async generate(request) {
      const name = request.output?.name ?? ''
      const count = taken.get(name) ?? 0
      taken.set(name, count + 1)
      const { calls, report } = answerTo(random.fork(`${name} ${count}`), name, request, habits)
      const toolCalls = calls.map((call) => ({ id: `${callCount++}`, ...call }))
      if (toolCalls.length > 0) return { text: '', toolCalls, finishReason: 'tool_calls' }
      const said = name === '' ? (report as { readonly output: string }).output : JSON.stringify(report)
      return { text: said, toolCalls, finishReason: 'stop' }
    },
  }
}

function answerTo(random: Random, name: string, request: ModelRequest, { chores, pass }: Habits): Working {
  const data = dataOf(request)
  const answered = request.messages.filter(({ role }) => role === 'assistant').length
  const mood = { pass, again: answered > 0 }
  switch (name) {
    case 'task_spec':
      return said({ intent: text(data.text) })
    case 'plan':
      return said(plan(random, data, { chores, draft: answered }))
    case 'execution':
      return execute(random, request, choreIn(chores, text(data.intent)))
    case '':
      return execute(random, request, random.pick(chores))
    case 'verdicts':
    case 'last_verdicts':
      return said(verdicts(random, data, mood))
    default:
      return said(verification(random, data, mood))
  }
}

const said = (report: unknown): Working => ({ calls: [], report })
