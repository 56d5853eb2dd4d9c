import { isRecord, type JsonSchema, type ToolContext } from '@artoo/spec'
import { jsonSchemaReview } from '@artoo/tools'
import { line, withoutPatterns } from './foreign-text.js'

/** A question that a tool puts before a person in the middle of its call. */
interface ToolQuestion {
  readonly question: string
  readonly choices?: readonly string[] | undefined
}

type Ask = (questions: readonly ToolQuestion[]) => Promise<readonly (string | null)[]>

/** The answer to a server's question, as the protocol writes it. */
export type Elicited =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, Value>> }
  | { readonly action: 'decline' | 'cancel' }

type Value = string | number | boolean | string[]

/** Fields of one form. */
const mostFields = 20
const mostChoices = 100

/**
 * Puts a question of a server before the people of a run. The server is named in each question, and no answer comes from anywhere but a
 * person: without one the question is cancelled.
 */
export async function elicit(server: string, params: unknown, context: ToolContext | undefined): Promise<Elicited> {
  const { ask } = (context ?? {}) as { readonly ask?: Ask }
  if (!ask || !isRecord(params)) return { action: 'cancel' }
  const asks = `MCP server ${server} asks: ${line(params.message, 1_000)}`
  const answered: Ask = async (questions) => {
    try {
      return await ask(questions)
    } catch {
      return questions.map(() => null)
    }
  }
  return params.mode === 'url' ? visited(asks, params.url, answered) : filledIn(asks, params.requestedSchema, answered)
}

async function visited(asks: string, given: unknown, ask: Ask): Promise<Elicited> {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : null
  if (!url || !isSafe(url)) return { action: 'decline' }
  const question = `${asks} It wants you to open a page of ${url.origin}: ${line(url.href, 2_000)} Open it only if you know it. Is it done?`
  const [answer] = await ask([{ question, choices: ['yes', 'no'] }])
  return consentOf(answer)
}

const isSafe = ({ protocol, hostname, username }: URL) =>
  username === '' && (protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.|\[::1\])/.test(hostname)))

function consentOf(answer: string | null | undefined): Elicited {
  const said = booleanOf(answer ?? '')
  if (said === true) return { action: 'accept' }
  return { action: said === false ? 'decline' : 'cancel' }
}

/** A field of a form. */
interface Field {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
  readonly question: string
  readonly choices: readonly Choice[]
}

interface Choice {
  readonly value: string
  readonly label: string
}

async function filledIn(asks: string, schema: unknown, ask: Ask): Promise<Elicited> {
  const fields = fieldsOf(asks, isRecord(schema) ? schema : {})
  if (!fields) return { action: 'decline' }
  if (fields.length === 0) {
    const [answer] = await ask([{ question: asks, choices: ['yes', 'no'] }])
    const consent = consentOf(answer)
    return consent.action === 'accept' ? { action: 'accept', content: {} } : consent
  }
  const content: Record<string, Value> = {}
  let open: readonly Asked[] = fields.map((field) => ({ field, question: field.question }))
  for (const isLast of [false, true]) {
    const answers = await ask(open.map(({ field, question }) => ({ question, ...choicesOf(field) })))
    const wrong: Asked[] = []
    for (const [at, { field }] of open.entries()) {
      const answer = answers[at]?.trim() || null
      if (answer === null) {
        if (field.required) return { action: 'cancel' }
        continue
      }
      const value = answerAs(field, answer)
      const misfit = value === undefined ? 'it is none of the choices' : misfitOf(field, value)
      if (misfit !== null) wrong.push({ field, question: `${field.question} (The answer did not fit: ${misfit})` })
      else if (value !== undefined) content[field.name] = value
    }
    if (wrong.length === 0) break
    if (isLast) return { action: 'decline' }
    open = wrong
  }
  return Object.keys(content).length === 0 ? { action: 'cancel' } : { action: 'accept', content }
}

interface Asked {
  readonly field: Field
  readonly question: string
}

/** The fields of a form; null for one that can't be put in questions. */
function fieldsOf(asks: string, { properties, required }: JsonSchema): readonly Field[] | null {
  const entries = Object.entries(isRecord(properties) ? properties : {})
  if (entries.length > mostFields) return null
  return entries.map(([name, given]) => {
    const schema = isRecord(given) ? given : {}
    const label = line(schema.title, 200) || line(name, 200)
    const hint = line(schema.description, 500)
    const choices = choicesIn(schema)
    const among = choices.length > 0 ? ` of ${choices.map((choice) => choice.label).join(', ')}` : ''
    const several = schema.type === 'array' ? ` (one or more${among}, with commas between)` : ''
    const isRequired = Array.isArray(required) && required.includes(name)
    return {
      ...{ name, schema, required: isRequired, choices },
      question: `${asks} — ${label}${hint && hint !== label ? `: ${hint}` : ''}${several}${isRequired ? '' : ' (may be left out)'}`,
    }
  })
}

/** The values among which a field chooses, with the words that a person reads. */
function choicesIn(schema: JsonSchema): readonly Choice[] {
  const from = schema.type === 'array' && isRecord(schema.items) ? schema.items : schema
  const titled = [from.oneOf, from.anyOf].find(Array.isArray) as readonly unknown[] | undefined
  const names = Array.isArray(from.enumNames) ? from.enumNames : []
  const given: readonly unknown[] = titled ?? (Array.isArray(from.enum) ? from.enum : [])
  return given.slice(0, mostChoices).flatMap((item, at) => {
    const value = isRecord(item) ? item.const : item
    if (typeof value !== 'string') return []
    const title = isRecord(item) ? item.title : names[at]
    return [{ value, label: line(title, 200) || line(value, 200) }]
  })
}

function choicesOf({ schema, choices }: Field): Pick<ToolQuestion, 'choices'> {
  if (schema.type === 'boolean') return { choices: ['yes', 'no'] }
  return choices.length > 0 && schema.type !== 'array' ? { choices: choices.map(({ label }) => label) } : {}
}

/** The answer as the type of the field; undefined for an answer that is not one of the choices. */
function answerAs({ schema, choices }: Field, answer: string): Value | undefined {
  const chosen = (text: string) => {
    const same = (one: string) => one.trim().toLowerCase() === text.trim().toLowerCase()
    return choices.find(({ value, label }) => same(label) || same(value))?.value
  }
  switch (schema.type) {
    case 'boolean':
      return booleanOf(answer)
    case 'number':
    case 'integer':
      return /^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(answer) ? Number(answer) : answer
    case 'array': {
      const picked = answer.split(/[,;\n]/).filter((text) => text.trim() !== '')
      const values = choices.length > 0 ? picked.map(chosen) : picked.map((text) => text.trim())
      return values.includes(undefined) ? undefined : (values as string[])
    }
    default:
      return choices.length > 0 ? chosen(answer) : answer
  }
}

function booleanOf(answer: string): boolean | undefined {
  if (/^\s*(yes|y|true|ok|done)\b/i.test(answer)) return true
  return /^\s*(no|n|false)\b/i.test(answer) ? false : undefined
}

function misfitOf({ schema }: Field, value: Value): string | null {
  try {
    return jsonSchemaReview(withoutPatterns(schema) as JsonSchema)(value)
  } catch {
    return null
  }
}
