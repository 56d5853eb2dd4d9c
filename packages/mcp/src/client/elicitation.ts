import { isRecord, type ToolContext, within } from '@artoo/spec'
import { line } from './foreign-text.js'
import { type Field, type FieldAnswer, fieldsOf, offeredBy, readField, type Value, yesOrNo } from './form.js'

type Ask = ToolContext['ask']

/** The answer to a server's question, as the protocol writes it. */
export type Elicited =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, Value>> }
  | { readonly action: 'decline' | 'cancel' }

/**
 * Puts a question of a server before the people of a run. The server is named in each question, and no answer comes from anywhere but a
 * person: without one the question is cancelled.
 */
export async function elicit(server: string, params: unknown, context: ToolContext | undefined): Promise<Elicited> {
  if (!context || !isRecord(params)) return { action: 'cancel' }
  // A call that has ended has nobody to hear the answer.
  const ask: Ask = (questions) => within(context.signal, undefined, () => context.ask(questions))
  const asks = `MCP server ${server} asks: ${line(params.message, 1_000)}`
  try {
    return await (params.mode === 'url' ? visited(asks, params.url, ask) : filledIn(asks, params.requestedSchema, ask))
  } catch {
    return { action: 'cancel' }
  }
}

async function visited(asks: string, given: unknown, ask: Ask): Promise<Elicited> {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : null
  if (!url || !isSafe(url)) return { action: 'decline' }
  const open = `It wants you to open a page of ${url.origin}: ${line(url.href, 2_000)}`
  return agreed(`${asks} — ${open} — Open it only if you know it. Is it done?`, ask)
}

/** A page whose address is what it seems to be, and that nobody on the way can change. */
const isSafe = ({ protocol, hostname, username }: URL) =>
  username === '' && (protocol === 'https:' || (protocol === 'http:' && isOwnMachine.test(hostname)))

const isOwnMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

async function agreed(question: string, ask: Ask): Promise<Elicited> {
  const [answer] = await ask([{ question, choices: ['yes', 'no'] }])
  const said = yesOrNo(answer ?? '')
  if (said === true) return { action: 'accept', content: {} }
  return { action: said === false ? 'decline' : 'cancel' }
}

async function filledIn(asks: string, schema: unknown, ask: Ask): Promise<Elicited> {
  const fields = fieldsOf(isRecord(schema) ? schema : {})
  if (!fields) return { action: 'decline' }
  if (fields.length === 0) return agreed(asks, ask)
  const questions = fields.map((field): Asked => ({ field, question: `${asks} — ${field.words}` }))
  const first = await answersTo(questions, ask)
  // A misfit is asked about once more.
  const second = first && first.wrong.length > 0 ? await answersTo(first.wrong, ask) : first
  if (!first || !second) return { action: 'cancel' }
  if (second.wrong.length > 0) return { action: 'decline' }
  return first.isHeard ? { action: 'accept', content: { ...first.content, ...second.content } } : { action: 'cancel' }
}

interface Asked {
  readonly field: Field
  readonly question: string
}

interface Answered {
  readonly content: Readonly<Record<string, Value>>
  readonly wrong: readonly Asked[]
  /** Whether anybody answered anything. */
  readonly isHeard: boolean
}

/** The answers by field, and the questions whose answers don't fit; null when a required one is missing. */
async function answersTo(asked: readonly Asked[], ask: Ask): Promise<Answered | null> {
  const answers = await ask(asked.map(({ field, question }) => ({ question, choices: offeredBy(field) })))
  const content: Record<string, Value> = {}
  const wrong: Asked[] = []
  for (const [at, { field, question }] of asked.entries()) {
    const answer = answers[at]?.trim() || null
    const { usual } = field
    if (answer === null && usual === undefined && field.required) return null
    if (answer === null && usual === undefined) continue
    const read: FieldAnswer = answer === null ? { value: usual as Value } : readField(field, answer)
    if ('value' in read) content[field.name] = read.value
    else wrong.push({ field, question: `${question} (The answer did not fit: ${read.misfit})` })
  }
  return { content, wrong, isHeard: answers.some((answer) => typeof answer === 'string') }
}
