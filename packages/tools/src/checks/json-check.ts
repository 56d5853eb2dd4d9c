import * as z from 'zod'
import type { ConfinedFiles } from './confined-files.js'
import { type Finding, held, wrong } from './finding.js'
import { atPointer, isJsonPointer } from './json-pointer.js'
import { jsonDifference, jsonTypeOf, jsonTypes, shownJson } from './json-value.js'
import { type CheckKind, question } from './question.js'
import { quoted } from './quoted.js'
import { subjectOf, subjectPath } from './subject.js'

const jsonArguments = z
  .strictObject({
    path: subjectPath,
    pointer: z
      .string()
      .max(1000)
      .refine(isJsonPointer, 'must be a JSON Pointer, such as /items/0/name')
      .default('')
      .describe('JSON Pointer to the value'),
    exists: z.boolean().optional().describe('false: nothing may be there; then neither type nor equals'),
    type: z.enum(jsonTypes).optional(),
    equals: z.unknown().optional().describe('a JSON value'),
  })
  .refine(({ exists, type, equals }) => exists !== false || (type === undefined && equals === undefined), {
    path: ['exists'],
    message: 'what is not there has no value: leave out type and equals',
  })

export type JsonCheckArguments = z.input<typeof jsonArguments>

export function jsonCheck(files: ConfinedFiles): CheckKind {
  return {
    name: 'json',
    description:
      'The whole output, or a file, is JSON, in which a value is there, or not, or of a type, or equal to one.',
    question: jsonArguments.transform((values) =>
      question(async (scene) => {
        const { text, called } = await subjectOf(files, values.path, scene)
        const document = parsed(text)
        return document ? judged(document.value, values, called) : wrong(notJson(text, called))
      }),
    ),
  }
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

const notJson = (text: string, called: string) => `${called} is not JSON; it begins with ${quoted(text.slice(0, 80))}`

function judged(document: unknown, values: z.output<typeof jsonArguments>, called: string): Finding {
  const { pointer, exists, type, equals } = values
  const place = pointer === '' ? called : `${quoted(pointer)} in ${called}`
  const found = atPointer(document, pointer)
  if (exists === false) return found ? wrong(`${place} is ${shownJson(found.value)}`) : held(`${place} is not there`)
  if (!found) return wrong(`${place} is not there`)
  const { value } = found
  const is = `${place} is ${shownJson(value)}`
  if (type !== undefined && jsonTypeOf(value) !== type) return wrong(`${is}, no ${type}`)
  const difference = equals === undefined ? null : jsonDifference(value, equals, place)
  return difference === null ? held(is) : wrong(difference)
}
