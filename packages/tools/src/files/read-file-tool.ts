import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { ArtooError, type Irreversible, type Tool } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import { decodeText } from './decode-text.js'
import { fileError } from './file-error.js'
import { filePath } from './file-path.js'
import type { FileRoot } from './file-root.js'
import { lineRange } from './line-range.js'
import { secretIn } from './secret-in.js'

/** The most bytes one call reads into memory: 1 MiB. */
const limitBytes = 1_048_576

const line = z.number().int().min(1)

const inputIn = (root: FileRoot) =>
  z
    .object({
      path: filePath(root),
      startLine: line.optional().describe('first line, counted from 1'),
      endLine: line.optional().describe('last line, included'),
    })
    .refine(({ startLine = 1, endLine }) => endLine === undefined || endLine >= startLine, {
      path: ['endLine'],
      message: 'must not be smaller than startLine',
    })

export type ReadFileInput = z.output<ReturnType<typeof inputIn>>

const showing = (path: string, found: string): Irreversible => ({
  kind: 'irreversible',
  action: `show ${path}`,
  reason: `${found} is a name for keys or credentials, and what is shown can't be taken back`,
})

/** Reads UTF-8 text, whole or a range of lines, at most 1 MiB of it at a time. */
export function readFileTool(root: FileRoot): Tool<ReadFileInput> {
  return defineTool({
    name: 'read_file',
    description:
      'Reads a UTF-8 text file, or the lines startLine to endLine of it. Long results are cut in the middle.',
    input: inputIn(root),
    target: ({ path }) => path,
    async effect({ path }) {
      const found = await secretIn(root, path)
      return found === null ? 'read' : showing(path, found)
    },
    async execute({ path, startLine, endLine }, { signal }) {
      try {
        const real = await root.resolve(path)
        await assertRegular(real, path)
        const bytes = await readLines(real, { path, startLine: startLine ?? 1, endLine: endLine ?? Infinity, signal })
        return decode(bytes, path)
      } catch (error) {
        throw fileError(error, path)
      }
    },
  })
}

async function assertRegular(real: string, path: string): Promise<void> {
  const stats = await stat(real)
  if (stats.isDirectory()) {
    throw new ArtooError('path_is_directory', `${path} is a directory; list it with glob ${path}/*`, { field: 'path' })
  }
  if (!stats.isFile()) throw new ArtooError('path_not_a_file', `${path} is not a regular file`, { field: 'path' })
}

interface Range {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly signal: AbortSignal
}

async function readLines(real: string, { path, startLine, endLine, signal }: Range): Promise<Buffer> {
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW)
  const range = lineRange(startLine, endLine)
  let kept = 0
  const parts: Buffer[] = []
  for await (const chunk of handle.createReadStream({ signal }) as AsyncIterable<Buffer>) {
    const part = range.take(chunk)
    kept += part.length
    if (kept > limitBytes) throw tooLarge(path)
    parts.push(part)
    if (range.done) break
  }
  if (startLine > Math.max(1, range.lines)) {
    throw new ArtooError(
      'line_out_of_range',
      `${path} has ${range.lines} lines; startLine ${startLine} is past the end`,
      {
        field: 'startLine',
      },
    )
  }
  return Buffer.concat(parts)
}

const tooLarge = (path: string) =>
  new ArtooError('file_too_large', `${path}: more than ${limitBytes} bytes asked for; narrow startLine and endLine`, {
    field: 'path',
  })

function decode(bytes: Buffer, path: string): string {
  const text = decodeText(bytes)
  if (text === null) throw new ArtooError('file_is_binary', `${path} is not UTF-8 text`, { field: 'path' })
  return text
}
