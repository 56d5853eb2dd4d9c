import { relative, sep } from 'node:path'
import { ArtooError, type Tool, type ToolContext } from '@artoo/spec'
import { defineTool } from '../define-tool.js'
import type { ErrorCode } from '../error-codes.js'
import { hasSeenWhole, seenOf } from './assert-seen.js'
import { changeWords } from './change-words.js'
import { assertNotCut } from './cut-marks.js'
import { type EditFileInput, editFileInput } from './edit-file-input.js'
import { assertNotElided } from './elisions.js'
import { fileChange } from './file-change.js'
import { fileError } from './file-error.js'
import { locate } from './file-place.js'
import type { FileRoot } from './file-root.js'
import { insertLines } from './insert-lines.js'
import { mostChanged, presentFile, tooLarge } from './present-file.js'
import { isPrivateTwin } from './private-twin.js'
import { rememberWritten } from './remember-written.js'
import { replaceFile } from './replace-file.js'
import { replaceText } from './replace-text.js'
import { secretIn } from './secret-in.js'
import type { Writing } from './writing.js'

type Run = Pick<ToolContext, 'taskId' | 'signal'>

/** Changes a part of a text file and leaves every other byte as it is. Needs confirmation; the result is the diff. */
export function editFileTool(root: FileRoot, { seen, inTurn, keeper, rules }: Writing): Tool<EditFileInput> {
  async function edited(given: EditFileInput, { taskId, signal }: Run) {
    const { path, newText, insertAfterLine } = given
    const { real, stats } = await locate(root, path)
    if (stats === null) throw refusal('path_not_found', `${path} does not exist; write_file creates a file`)
    const present = await presentFile(root, path, { real, stats }, signal)
    const { text } = present
    if (text === null) throw refusal('file_is_binary', `${path} is not UTF-8 text`)
    const known = seenOf(seen, taskId, present)
    const isBlind = known === null && text !== ''
    if (isBlind && insertAfterLine !== undefined) {
      throw refusal('unread', `${path} was not read in this run, so its lines have no numbers: read_file it first`)
    }
    // The diff or an error could show a secret, and only read_file asks a person before it shows one.
    if (isBlind && ((await secretIn(root, path)) !== null || isPrivateTwin(present.stats))) {
      throw refusal(
        'unread',
        `${path} is named like a secret, or linked like one, and was not read in this run: read_file it first`,
      )
    }
    assertNotCut({ path, field: 'newText', text: newText }, text)
    const after = changed(text, given)
    assertNotElided({ path, field: 'newText', text: after }, text)
    if (after === text) throw refusal('nothing_to_change', `the edit leaves ${path} as it is`)
    if (Buffer.byteLength(after) > mostChanged) throw tooLarge(path)
    return { present, after, change: fileChange(path, present, after), isWhole: hasSeenWhole(known, present) }
  }

  return defineTool({
    name: 'edit_file',
    description:
      'Changes a part of a text file: replaces oldText by newText, or adds newText as lines (insertAfterLine, append). ' +
      'Everything else stays as it is. The user may be asked first, and sees the diff.',
    input: editFileInput,
    target: ({ path }) => root.nameOf(path),
    rules,
    history: keeper.history,
    async effect(given, run) {
      const { path } = given
      const { change, present } = await edited(given, run)
      const { real } = present
      const name = relative(await root.directory(), real).replaceAll(sep, '/')
      const bytes = Math.max(change.bytesBefore, change.bytesAfter)
      const undo = await keeper.undoOf({ tool: 'edit_file', real, name, bytes, signal: run.signal })
      const reason = 'the file exists and a part of it would be changed'
      return { kind: 'irreversible', action: `edit ${path}`, reason, change, ...undo }
    },
    async execute(given, { confirmed, signal, taskId, callId }) {
      const { path } = given
      if (!confirmed) throw new ArtooError('law1_refused', `edit_file would change ${path}, which was not confirmed`)
      const { real } = await locate(root, path)
      const edit = async () => {
        const { present, after, change, isWhole } = await edited(given, { taskId, signal })
        const before = { content: present.content, mode: present.stats.mode }
        await keeper.write({ taskId, callId, real: present.real, before, after, signal }, (id) =>
          root.at(present.real, (place) => replaceFile({ ...present, place, id, signal }, after)),
        )
        await rememberWritten(root, seen, { taskId, real: present.real, content: after, isWhole })
        return changeWords(`edited ${path}`, change)
      }
      return inTurn(real, edit).catch((error) => {
        throw fileError(error, path)
      })
    },
  })
}

function changed(text: string, { path, oldText, newText, all, insertAfterLine }: EditFileInput): string {
  return oldText === undefined
    ? insertLines(text, { path, newText, afterLine: insertAfterLine ?? null })
    : replaceText(text, { path, oldText, newText, all })
}

const refusal = (code: ErrorCode, message: string) => new ArtooError(code, message, { field: 'path' })
