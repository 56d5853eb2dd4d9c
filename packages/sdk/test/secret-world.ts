import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, type ConfirmRequest, createArtoo, type RunEvent } from '@artoo/sdk'
import { fileJournal, standardTools } from '@artoo/sdk/node'
import { afterEach, beforeEach, expect } from 'vitest'

export const key = 'sk_live_51Hq8ZkLw9xQp2Rt'
export const password = 'Blau-Wal7-Zimt9'
export const shown = '[secret API_KEY of .env]'

export let place: string
export let root: string

/** Makes a place with secrets for each test of a file, which calls it: a module that is shared by files is read only once. */
export function eachInItsPlace(): void {
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'artoo-secrets-'))
    root = join(place, 'root')
    mkdirSync(root)
    writeFileSync(
      join(root, '.env'),
      `NODE_ENV=production\nAPI_KEY=${key}\nDATABASE_URL=postgres://app:${password}@localhost:5432/app\n`,
    )
  })
  afterEach(() => rmSync(place, { recursive: true }))
}

export const text = (name: string) => readFileSync(join(root, name), 'utf8')
export const call = (name: string, input: object) => ({ name, input })
export const read = (path: string) => call('read_file', { path })
export const write = (path: string, content: string) => call('write_file', { path, content })
export const shell = (command: string) => call('shell', { command })

/** All that the process has written beside the root: the journal, the memory. */
export const kept = () =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).startsWith(`${root}/`))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

export const journal = () => fileJournal(join(place, 'journal'))

/** A direct task with these turns of calls. */
export async function task(
  turns: readonly (readonly object[])[],
  options: Partial<ArtooOptions> = {},
  words = 'Do it.',
) {
  const asked: ConfirmRequest[] = []
  const confirm = (request: ConfirmRequest) => asked.push(request) > 0
  const script = [...turns.map((toolCalls) => ({ toolCalls })), { text: 'Done.' }] as unknown as ScriptedTurn[]
  const model = scriptedModel({ text: script })
  const tools = standardTools({ root, snapshots: false })
  const artoo = createArtoo({
    ...{ model, tools, journal: journal(), confirm, depth: 'direct', dreamer: false },
    ...options,
  })
  const run = artoo.run(words)
  const events: RunEvent[] = []
  for await (const event of run) events.push(event)
  const result = await run
  await artoo.close()
  const prompts = JSON.stringify(model.requests.map(({ messages }) => messages))
  const results = model.requests.at(-1)?.messages.flatMap((one) => (one.role === 'tool' ? [one.content] : [])) ?? []
  return { taskId: run.taskId, result, events: JSON.stringify(events), prompts, results, asked }
}

/** The values are nowhere but in the root. */
export function expectNoValue({ events, prompts, asked }: Awaited<ReturnType<typeof task>>): void {
  for (const value of [key, password]) {
    for (const place of [events, prompts, JSON.stringify(asked), kept()]) expect(place).not.toContain(value)
  }
}
