import { relative, sep } from 'node:path'
import type { Irreversible, Tool, ToolContext } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import { assertSeenWhole } from './assert-seen.js'
import { changeWords } from './change-words.js'
import { appeared, createFile } from './create-file.js'
import { assertNotCut } from './cut-marks.js'
import { assertNotElided } from './elisions.js'
import { fileChange } from './file-change.js'
import { fileError } from './file-error.js'
import { filePath } from './file-path.js'
import { locate, type Place } from './file-place.js'
import type { FileRoot } from './file-root.js'
import { type PresentFile, presentFile } from './present-file.js'
import { rememberWritten } from './remember-written.js'
import { replaceFile } from './replace-file.js'
import type { Writing } from './writing.js'

const inputIn = (root: FileRoot) =>
  z.object({
    path: filePath(root),
    content: z.string().describe('the whole new content'),
  })

export type WriteFileInput = z.output<ReturnType<typeof inputIn>>

type Run = Pick<ToolContext, 'taskId' | 'signal'>

/**
 * Writes a text file. A new file needs no confirmation; overwriting one, or anything that other programs obey, does. What
 * the run has neither read whole nor written itself is not overwritten at all.
 */
export function writeFileTool(root: FileRoot, { seen, inTurn, keeper, rules }: Writing): Tool<WriteFileInput> {
  /** The file as it is, if there is one and it may be overwritten with that. */
  async function overwritable({ path, content }: WriteFileInput, { real, stats }: Place, { taskId, signal }: Run) {
    const present: PresentFile | null = stats && (await presentFile(root, path, { real, stats }, signal))
    assertNotCut({ path, field: 'content', text: content }, present?.text ?? null)
    assertNotElided({ path, field: 'content', text: content }, present?.text ?? null)
    if (present) assertSeenWhole(seen, taskId, present)
    return present
  }

  return defineTool({
    name: 'write_file',
    description:
      'Writes a whole text file and the directories above it. A file that exists must have been read whole with read_file ' +
      'before, and the user may be asked before it is overwritten; to change a part of it use edit_file.',
    input: inputIn(root),
    target: ({ path }) => path,
    rules,
    history: keeper.history,
    async effect(given, run) {
      const { path, content } = given
      const place = await locate(root, path)
      const present = await overwritable(given, place, run)
      const change = fileChange(path, present, content)
      const name = relative(await root.directory(), place.real).replaceAll(sep, '/')
      const bytes = Math.max(change.bytesBefore, change.bytesAfter)
      const whole = await keeper.undoOf({ tool: 'write_file', real: place.real, name, bytes, signal: run.signal })
      if (present) return { ...overwriting(path), change, ...whole }
      const { repeat: _, ...undo } = whole
      const by = undo.obeyedBy
      return by === undefined ? { kind: 'repeatable', change, ...undo } : { ...planting(path, by), change, ...undo }
    },
    async execute(given, { confirmed, signal, taskId, callId }) {
      const { path, content } = given
      const { real } = await locate(root, path)
      const write = async () => {
        const found = await locate(root, path)
        if (found.stats && !confirmed) throw appeared(path)
        const present = await overwritable(given, found, { taskId, signal })
        const before = present && { content: present.content, mode: present.stats.mode }
        signal.throwIfAborted()
        await keeper.write({ taskId, callId, real: found.real, before, after: content, signal }, (id) =>
          root.at(
            found.real,
            (place) =>
              present
                ? replaceFile({ ...present, place, id, signal }, content)
                : createFile({ path, place, id, signal }, content),
            { makes: true },
          ),
        )
        await rememberWritten(root, seen, { taskId, real: found.real, content, isWhole: true })
        const change = fileChange(path, present, content)
        return present ? changeWords(`overwrote ${path}`, change) : `created ${path} (${change.bytesAfter} bytes)`
      }
      return inTurn(real, write).catch((error) => {
        throw fileError(error, path)
      })
    },
  })
}

const overwriting = (path: string): Irreversible => ({
  kind: 'irreversible',
  action: `overwrite ${path}`,
  reason: 'the file exists and its content would be lost',
})

const planting = (path: string, by: string): Irreversible => ({
  kind: 'irreversible',
  action: `write ${path}`,
  reason: `${by} obeys such a file without being told of it`,
})
