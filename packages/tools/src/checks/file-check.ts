import { createHash } from 'node:crypto'
import { errorCode, errorMessage } from '@artoo/spec'
import * as z from 'zod'
import { decodeText } from '../files/decode-text.js'
import { type ConfinedFiles, filePath } from './confined-files.js'
import { type Finding, held, unseen, wrong } from './finding.js'
import { type CheckKind, question } from './question.js'
import { quoted } from './quoted.js'

const count = z.number().int().min(0).max(1e12)

const fileArguments = z
  .strictObject({
    path: filePath.describe('relative to the root'),
    exists: z.boolean().optional().describe('false: nothing may be there; then no other argument'),
    contains: z.string().min(1).max(10_000).optional(),
    minBytes: count.optional(),
    maxBytes: count.optional(),
    minLines: count.optional(),
    maxLines: count.optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  })
  .refine(({ exists, path: _, ...content }) => exists !== false || Object.keys(content).length === 0, {
    path: ['exists'],
    message: 'what is not there has no content: leave out the other arguments',
  })

export type FileCheckArguments = z.input<typeof fileArguments>

export function fileCheck(files: ConfinedFiles): CheckKind {
  return {
    name: 'file',
    description: 'A file exists, or does not, or has such a content, size in bytes or number of lines.',
    question: fileArguments.transform((values) =>
      question(({ signal }) =>
        values.exists === false ? absence(files, values.path) : presence(files, values, signal),
      ),
    ),
  }
}

async function absence(files: ConfinedFiles, path: string): Promise<Finding> {
  try {
    await files.stats(path)
  } catch (error) {
    if (errorCode(error) === 'path_not_found') return held(errorMessage(error))
    throw error
  }
  return wrong(`${path} exists`)
}

async function presence(files: ConfinedFiles, values: FileCheckArguments, signal: AbortSignal): Promise<Finding> {
  const { path, contains, minBytes, maxBytes, minLines, maxLines, sha256 } = values
  const stats = await files.stats(path)
  const ofBytes = minBytes !== undefined || maxBytes !== undefined
  const ofText = contains !== undefined || minLines !== undefined || maxLines !== undefined
  if (!ofBytes && !ofText && sha256 === undefined) return held(`${path} exists`)
  if (!stats.isFile()) return wrong(`${path} is not a regular file`)
  if (!isWithin(stats.size, minBytes, maxBytes)) return wrong(`${path} has ${stats.size} bytes`)
  if (!ofText && sha256 === undefined) return held(`${path} has ${stats.size} bytes`)
  const bytes = await files.bytes(path, signal)
  const hash = sha256 === undefined ? undefined : createHash('sha256').update(bytes).digest('hex')
  if (hash !== sha256) return wrong(`${path} has the SHA-256 ${hash}`)
  if (!ofText) return held(`${path} has the SHA-256 ${hash}`)
  const text = decodeText(bytes)
  if (text === null) return unseen(`${path} is not UTF-8 text`)
  const lines = linesOf(text)
  if (!isWithin(lines, minLines, maxLines)) return wrong(`${path} has ${lines} lines`)
  if (contains === undefined) return held(`${path} has ${lines} lines`)
  return text.includes(contains)
    ? held(`${path} contains ${quoted(contains)}`)
    : wrong(`${path} does not contain ${quoted(contains)}`)
}

const isWithin = (size: number, min = 0, max = Number.POSITIVE_INFINITY) => size >= min && size <= max

/** A last line without a newline counts. */
function linesOf(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return text === '' || text.endsWith('\n') ? lines : lines + 1
}
