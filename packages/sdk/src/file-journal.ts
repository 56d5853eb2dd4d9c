import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import type { Journal } from './journal.js'
import type { RunEvent } from './run-handle.js'

export interface FileJournal extends Journal {
  pathOf(taskId: string): string
  /** A task's events as they were written; a last line that a crash cut short is left out. */
  read(taskId: string): readonly RunEvent[]
}

/**
 * One JSONL file for each task in `directory`, which is created when needed. An event is handed to the operating system
 * before anyone acts on it, so a crash of the process loses none; a power failure may.
 *
 * @throws {ArtooError} `invalid_option` for a directory that is no path.
 */
export function fileJournal(directory: string): FileJournal {
  if (typeof directory !== 'string' || directory === '') {
    throw new ArtooError('invalid_option', 'fileJournal takes the path of a directory', { field: 'directory' })
  }
  const files = new Map<string, number>()
  const pathOf = (taskId: string) => {
    if (!/^[\w.-]+$/.test(taskId)) throw new ArtooError('invalid_task_id', `${taskId} can't be a file name`)
    return join(directory, `${taskId}.jsonl`)
  }
  const open = (taskId: string) => {
    mkdirSync(directory, { recursive: true })
    const file = openSync(pathOf(taskId), 'a')
    files.set(taskId, file)
    return file
  }
  return {
    pathOf,
    read(taskId) {
      const lines = readFileSync(pathOf(taskId), 'utf8').split('\n').slice(0, -1)
      return lines.map((line) => JSON.parse(line) as RunEvent)
    },
    append(event) {
      appendFileSync(files.get(event.taskId) ?? open(event.taskId), `${JSON.stringify(event)}\n`)
    },
    finish(taskId) {
      const file = files.get(taskId)
      if (file === undefined) return
      files.delete(taskId)
      closeSync(file)
    },
  }
}
