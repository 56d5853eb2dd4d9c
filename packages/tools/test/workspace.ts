import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemClock, type Tool } from '@artoo/spec'
import { type Confirm, runToolCall, type ToolCallOutcome } from '@artoo/tools'
import { fileTools } from '@artoo/tools/node'
import { onTestFinished } from 'vitest'

/** A new directory that is removed after the test. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-tools-')))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** The file tools over a directory `root` with these files, in a directory of its own. */
export function workspace(files: Readonly<Record<string, string | Buffer>> = {}) {
  const top = temporaryDirectory()
  const root = join(top, 'root')
  mkdirSync(root)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return { top, root, ...toolsOver(root) }
}

export function toolsOver(root: string) {
  const [listFiles, glob, searchText, readFile, editFile, writeFile] = fileTools({ root })
  return { listFiles, glob, searchText, readFile, editFile, writeFile }
}

/** What a call needs beside its signal and its time. */
export const onBehalf = { taskId: 'task-1', context: null }

export interface CallOptions {
  readonly taskId?: string
  readonly confirm?: Confirm
  readonly redact?: (text: string) => string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly readsOnly?: boolean
}

export function call(tool: Tool | undefined, input: unknown, options: CallOptions = {}): Promise<ToolCallOutcome> {
  if (!tool) throw new Error('no such tool')
  const {
    signal = new AbortController().signal,
    timeoutMs = 10_000,
    confirm,
    redact,
    readsOnly,
    taskId = onBehalf.taskId,
  } = options
  return runToolCall(tool, input, {
    ...onBehalf,
    taskId,
    signal,
    timeoutMs,
    confirm,
    redact,
    readsOnly,
    clock: systemClock(),
  })
}

/** Every path with its mode, size and content, so that two equal snapshots mean an untouched tree. */
export function snapshot(directory: string): string {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const lines = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`
    const { mode, mtimeMs } = statSync(path)
    return `${path} ${mode} ${mtimeMs} ${entry.isFile() ? readFileSync(path, 'base64') : ''}`
  })
  return lines.sort().join('\n')
}
