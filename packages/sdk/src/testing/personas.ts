import { type ScriptedModel, type ScriptedReply, scriptedModel } from '@artoo/llm/testing'
import type { Message, ModelRequest } from '@artoo/spec'

/** The story of a task: the calls that do it, and the words at its end. */
export interface Story {
  /** A change of the world, or an answer alone. @defaultValue 'change' */
  readonly asks?: 'answer' | 'change'
  /** Statements that a right result must fulfil. @defaultValue one: the answer */
  readonly criteria?: readonly string[]
  /** Calls of tools in order, each in a turn of its own. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
  readonly answer: string
}

/** A model that needs no script of outputs: it plans one subtask, works, and judges. */
export interface Persona extends ScriptedModel {}

/** Makes the calls, reports what came of them, and judges by the records. */
export const honest = (story: Story): Persona => persona(story, { works: true, looks: true })

/** Works as the honest one does, but passes everything as a judge, with whatever records there are. */
export const lazyJudge = (story: Story): Persona => persona(story, { works: true, looks: false })

/** Makes no call, says that all is done, and passes it as a judge. */
export const liar = (story: Story): Persona => persona(story, { works: false, looks: false })

interface Manner {
  readonly works: boolean
  readonly looks: boolean
}

function persona({ asks = 'change', criteria: texts, calls, answer }: Story, { works, looks }: Manner): Persona {
  const criteria = (texts ?? [answer]).map((text) => ({
    ...{ text, mode: 'plausible' },
    about: asks === 'change' ? 'world' : 'answer',
  }))
  const tools = [...new Set(calls.map(({ name }) => name))]
  const plan = (request: ModelRequest): ScriptedReply => {
    const isAgain = typeof briefingOf(request).directive === 'string' || briefingOf(request).directive instanceof Object
    const draft = { asks, criteria, subtasks: [{ intent: answer, criteria, tools }] }
    const givenUp = { asks, criteria: [], subtasks: [], impossible: 'it was tried, and did not work' }
    return { json: isAgain ? givenUp : draft }
  }
  const workOn = ({ messages }: ModelRequest) => {
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content))
    const failure = works ? results.find(isFailure) : undefined
    return { call: works && failure === undefined ? calls[results.length] : undefined, failure }
  }
  const execution = (request: ModelRequest): ScriptedReply => {
    const { call, failure } = workOn(request)
    if (failure !== undefined) return { json: { status: 'failed', output: '', reason: failure } }
    return call ? { toolCalls: [call] } : { json: { status: 'completed', output: answer, reason: null } }
  }
  const conversation = (request: ModelRequest): ScriptedReply => {
    const { call, failure } = workOn(request)
    return call ? { toolCalls: [call] } : { text: failure === undefined ? answer : `Not done: ${failure}` }
  }
  const verdicts = (request: ModelRequest): ScriptedReply => {
    const { criteria: asked = [], toolCalls = [] } = briefingOf(request)
    const isShown = toolCalls.length >= calls.length && toolCalls.every(({ status }) => status === 'ok')
    const isPassed = !looks || isShown
    const evidence = isPassed ? 'the records show it' : 'no record shows it'
    const records = isPassed ? toolCalls.map(({ id }) => id) : []
    const judged = asked.map(({ criterion }) => ({
      ...{ criterion, evidence, records },
      ...(isPassed ? { verdict: 'pass' } : { verdict: 'fail', cause: 'unknown' }),
    }))
    const correction = isPassed ? null : { whatWasWrong: evidence, whatToDo: 'Do it, and show it by records.' }
    return { json: { verdicts: judged, correction } }
  }
  const spec = { json: { intent: answer, scope: null, deadline: null, questions: [] } }
  const merged = (request: ModelRequest): ScriptedReply => {
    const reply = verdicts(request)
    return typeof reply === 'object' && 'json' in reply ? { json: { output: answer, ...Object(reply.json) } } : reply
  }
  const script = {
    plan,
    text: conversation,
    execution,
    verdicts,
    last_verdicts: verdicts,
    verification: merged,
    task_spec: spec,
  }
  return scriptedModel(script, { id: 'persona', repeatLast: true })
}

const isFailure = (result: string) => /^\[(?:refused|error)/.test(result)

interface Briefing {
  readonly directive?: unknown
  readonly criteria?: readonly { readonly criterion: number }[]
  readonly toolCalls?: readonly { readonly id: string; readonly status: string }[]
}

/** The data of the first message of a request; empty when it has none. */
function briefingOf({ messages }: ModelRequest): Briefing {
  const content = messages.find(({ role }: Message) => role === 'user')?.content
  try {
    return Object(JSON.parse(String(content))) as Briefing
  } catch {
    return {}
  }
}
