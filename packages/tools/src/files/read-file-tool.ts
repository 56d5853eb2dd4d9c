import { lstat } from 'node:fs/promises'
import { ArtooError, type Irreversible, type Tool } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import { fileError } from './file-error.js'
import { filePath } from './file-path.js'
import { assertRegular, locate } from './file-place.js'
import type { FileRoot } from './file-root.js'
import { numberedLines } from './numbered-lines.js'
import { isPrivateTwin } from './private-twin.js'
import { readingWords } from './reading-words.js'
import { scanLines } from './scan-lines.js'
import { secretIn } from './secret-in.js'
import type { SeenFiles } from './seen-files.js'

/** Lines that are shown when no last one is named. */
const usualLines = 400

/** Bytes of lines that one call shows, numbers included: 32 KB. */
const room = 32_768

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

const showing = (path: string, why: string): Irreversible => ({
  kind: 'irreversible',
  action: `show ${path}`,
  reason: `${why}, and what is shown can't be taken back`,
})

const hasTwin = 'it is a private file that has another name too, maybe outside'

/** Shows numbered lines of UTF-8 text, at most 32 KB at a time, and remembers for the run which these were. */
export function readFileTool(root: FileRoot, seen: SeenFiles): Tool<ReadFileInput> {
  return defineTool({
    name: 'read_file',
    description:
      `Reads a UTF-8 text file: the lines startLine to endLine, or ${usualLines} from startLine on; at most 32 KB at a time. ` +
      'Each line is shown as its number, a tab and its text; number and tab are not in the file. The last line, ' +
      '[read_file: …], is not either: it tells how many lines there are and which were left out.',
    input: inputIn(root),
    target: ({ path }) => path,
    async effect({ path }) {
      const found = await secretIn(root, path)
      if (found !== null) return showing(path, `${found} is a name for keys or credentials`)
      const { stats } = await locate(root, path)
      return stats && isPrivateTwin(stats) ? showing(path, hasTwin) : 'read'
    },
    maxOutputBytes: room + 2048,
    async execute(
      { path, startLine = 1, endLine = startLine + usualLines - 1 },
      { signal, taskId, readsOnly, confirmed },
    ) {
      try {
        const real = await root.resolve(path)
        const scan = await root.at(real, async (place) => {
          assertRegular(await lstat(place), path)
          return scanLines(place, { startLine, endLine, room, signal })
        })
        const { stats, whole, passed } = scan
        if (isPrivateTwin(stats) && !confirmed)
          throw new ArtooError('law1_refused', `${path} was not shown: ${hasTwin}`)
        if (startLine > Math.max(1, passed)) throw outOfRange(path, passed, startLine)
        const lines = numberedLines(scan, startLine, room)
        if (lines === null) throw notText(path)
        signal.throwIfAborted()
        const { text, last, isCut } = lines
        const shown = isCut || last < startLine ? [] : [{ first: startLine, last }]
        if (whole && !readsOnly) seen.add(taskId, { real, stats }, { ...whole, shown })
        return text + readingWords(scan, { first: startLine, last, isCut })
      } catch (error) {
        throw fileError(error, path)
      }
    },
  })
}

const notText = (path: string) => new ArtooError('file_is_binary', `${path} is not UTF-8 text`, { field: 'path' })

const outOfRange = (path: string, lines: number, startLine: number) =>
  new ArtooError('line_out_of_range', `${path} has ${lines} lines; startLine ${startLine} is past the end`, {
    field: 'startLine',
  })
