/** Writes the reference of events in docs/journal.md from the schemas of their payloads: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Contract } from '@artoo/bus'
import { type ArtooContracts, artooSystem } from '@artoo/roles'
import * as z from 'zod'

const { contracts } = artooSystem

type Type = keyof ArtooContracts

const groups = {
  Run: [
    'TaskStarted',
    'UserInput',
    'UserWords',
    'Deadline',
    'Waited',
    'Interrupt',
    'RoleFailure',
    'CircumstancesDiffer',
    'JournalFailure',
    'ChildEvent',
  ],
  People: ['ClarificationRequest', 'ClarificationAnswer', 'ConfirmationRequest', 'ConfirmationAnswer', 'ModeChanged'],
  Model: ['ModelRequest', 'ModelCall', 'ModelRetry', 'ModelFallback', 'ModelReply', 'ModelFailure', 'ConversationCut'],
  Tools: ['ToolRequest', 'ToolProgress', 'ToolResult'],
  Hooks: ['HookOutcome'],
  Checks: ['CheckRequest', 'CheckResult'],
  Time: ['TimerRequest', 'TimerFired'],
  Planning: [
    'TaskSpec',
    'DispatchManifest',
    'SubTask',
    'SequenceCompleted',
    'PlanWanted',
    'Escalation',
    'Answer',
    'Unanswered',
  ],
  Execution: ['ExecutionResult', 'Action', 'CorrectionSignal', 'SubTaskOutcome', 'Progress'],
  Control: [
    'OutcomeSummary',
    'ReplanRequest',
    'Steering',
    'SteeringHeard',
    'ControlDecision',
    'PlanDirective',
    'FinalResult',
  ],
  Memory: ['MemoryQuery', 'MemoryReading', 'Megram', 'MemoryFailure'],
} as const satisfies Readonly<Record<string, readonly Type[]>>

type Schema = z.core.JSONSchema.BaseSchema

const schemas = new Map<Type, Schema>(
  (Object.keys(contracts) as Type[]).map((type) => [
    type,
    z.toJSONSchema(contracts[type].payload, { unrepresentable: 'any' }),
  ]),
)

/** Payloads that stand inside others are called by their names. */
const nameOf = new Map([...schemas].map(([type, schema]) => [shapeOf(schema), type]))

function shapeOf({ $schema: _, title: __, description: ___, ...shape }: Schema): string {
  return JSON.stringify(shape)
}

const distinct = (items: readonly string[]) => [...new Set(items)]

/** The shapes that a value may have; null stands last. */
function alternatives({ anyOf, oneOf, type, ...rest }: Schema): readonly Schema[] {
  const several = Array.isArray(type) ? type.map((one) => ({ ...rest, type: one })) : undefined
  const schemas = (anyOf ?? oneOf ?? several ?? [{ ...rest, type }]) as readonly Schema[]
  return [...schemas].sort((one, other) => Number(one.type === 'null') - Number(other.type === 'null'))
}

/** A schema in the words of TypeScript, objects by their fields. */
function typeOf(schema: Schema): string {
  const [only, ...others] = alternatives(schema)
  if (schema.title !== undefined) return schema.title
  if (!only || others.length > 0) return distinct(alternatives(schema).map(typeOf)).join(' | ')
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  switch (schema.type) {
    case 'array':
      return listOf(typeOf(schema.items as Schema))
    case 'object':
      return objectOf(schema)
    case undefined:
      return 'JSON'
    default:
      return String(schema.type)
  }
}

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))
const listOf = (item: string) => (/^\w+$|^\{[^|]*\}$/.test(item) ? `${item}[]` : `(${item})[]`)

/** Fields with their types where that is short, else only their names. */
function objectOf(schema: Schema): string {
  const { additionalProperties } = schema
  const fields = fieldsOf(schema)
  const event = nameOf.get(shapeOf(schema))
  if (event && fields.length > 3) return event
  if (fields.length === 0 && typeof additionalProperties === 'object') {
    return `Record<string, ${typeOf(additionalProperties)}>`
  }
  const isFlat = fields.every(({ type }) => !type.includes('{'))
  const typed = fields.map(({ name, type }) => `${name}: ${type}`).join(', ')
  const named = fields.map(({ name }) => name).join(', ')
  return `{ ${isFlat && typed.length <= 70 ? typed : named} }`
}

interface Field {
  /** With a question mark where it may be missing. */
  readonly name: string
  readonly type: string
}

/** The fields of an object; of several shapes, those that any of them has. */
function fieldsOf(schema: Schema): readonly Field[] {
  const shapes = alternatives(schema)
  const names = distinct(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))
  return names.map((name) => {
    const types = shapes.flatMap(({ properties }) => properties?.[name] ?? []).map((field) => typeOf(field as Schema))
    const isSure = shapes.every(({ required }) => required?.includes(name))
    return { name: isSure ? name : `${name}?`, type: distinct(types).join(' | ') }
  })
}

/** `R2 → R3, R4a`: those who send to the same actors stand together. */
function routesOf({ routes }: Contract): string {
  const recipients = new Map<string, string[]>()
  for (const [from, to] of routes) recipients.set(from, [...(recipients.get(from) ?? []), to])
  const senders = new Map<string, string[]>()
  for (const [from, to] of recipients) {
    const all = to.join(', ')
    senders.set(all, [...(senders.get(all) ?? []), from])
  }
  return [...senders].map(([to, from]) => `\`${from.join(', ')} → ${to}\``).join(', ')
}

function tableOf(schema: Schema): string {
  if (schema.title !== undefined) return `The payload is a \`${schema.title}\`.`
  const fields = fieldsOf(schema)
  if (fields.length === 0) return 'No fields.'
  const rows = fields.map(({ name, type }) => `| \`${name}\` | \`${type.replaceAll('|', '\\|')}\` |`)
  return ['| field | type |', '|---|---|', ...rows].join('\n')
}

function sectionOf(type: Type): string {
  const schema = schemas.get(type) ?? {}
  return [`#### ${type}`, `${routesOf(contracts[type])}. ${schema.description ?? ''}`, tableOf(schema)].join('\n\n')
}

function reference(): string {
  return Object.entries(groups)
    .map(([group, types]) => [`### ${group}`, ...types.map(sectionOf)].join('\n\n'))
    .join('\n\n')
}

const path = fileURLToPath(new URL('../docs/journal.md', import.meta.url))
const begin = '<!-- generated by `npm run docs` -->'
const end = '<!-- end of the generated part -->'

/** The document as it is, and as it should be. */
export function journalDoc(): { readonly found: string; readonly wanted: string } {
  const found = readFileSync(path, 'utf8')
  const [before, rest] = found.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`docs/journal.md lacks ${begin} or ${end}`)
  return { found, wanted: [before, begin, '\n\n', reference(), '\n\n', end, after].join('') }
}

if (import.meta.filename === process.argv[1]) writeFileSync(path, journalDoc().wanted)
