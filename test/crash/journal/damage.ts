/** One damage to a journal, and what comes of the task. */

import { readFileSync, writeFileSync } from 'node:fs'
import { replay } from '@artoo/insight'
import { type Journal, type JournalLine, levelJournal, memoryJournal, readEvents } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { MemoryLevel } from 'memory-level'
import { comparable, type JournalledTask, processOver } from './tasks.js'

export const media = ['files', 'level', 'own'] as const
export type Medium = (typeof media)[number]

/** `flip`: one bit; `cut`: all after a byte; the others concern a whole line. */
export const damages = ['flip', 'cut', 'remove', 'repeat', 'swap'] as const
export type Damage = (typeof damages)[number]

export interface Case {
  readonly task: JournalledTask
  readonly medium: Medium
  readonly damage: Damage
  readonly random: () => number
}

/** Codes by which a journal is refused; what is cut off before its first line has ended is no task. */
const refusals = ['damaged_journal', 'unsupported_journal', 'unknown_task']

function damaged(text: string, damage: Damage, random: () => number): Buffer {
  const bytes = Buffer.from(text)
  const at = Math.floor(random() * bytes.length)
  if (damage === 'cut') return bytes.subarray(0, at)
  if (damage === 'flip') {
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    return bytes
  }
  const lines = text.trimEnd().split('\n')
  const index = Math.floor(random() * (lines.length - 1))
  const [one = '', next = ''] = lines.slice(index)
  const instead = { remove: [next], repeat: [one, one, next], swap: [next, one] }[damage]
  lines.splice(index, 2, ...instead)
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** A journal as a host may write it: what it can't parse it throws as it comes. */
function ownJournal(taskId: string, texts: string[]): Journal {
  return {
    ...memoryJournal(),
    durable: true,
    append(_, lines) {
      texts.push(...lines.map((line) => JSON.stringify(line)))
    },
    async *read(id) {
      for (const text of id === taskId ? texts : []) yield JSON.parse(text) as JournalLine
    },
    async *list() {
      yield { taskId, state: 'running', startedAt: 0 }
    },
    count: () => texts.length,
  }
}

interface Opened {
  readonly journal: Journal
  /** All that is kept, to be compared. */
  kept(): Promise<string>
}

async function opened({ task: { taskId }, medium }: Case, bytes: Buffer, root: string): Promise<Opened> {
  if (medium === 'files') {
    const journal = fileJournal(root)
    writeFileSync(journal.pathOf(taskId), bytes)
    return { journal, kept: async () => readFileSync(journal.pathOf(taskId), 'latin1') }
  }
  const texts = bytes.toString().split('\n').slice(0, -1)
  if (medium === 'own') return { journal: ownJournal(taskId, texts), kept: async () => texts.join('\n') }
  const store = new MemoryLevel<string, string>()
  const lines = store.sublevel<string, string>('artoo-journal', {})
  for (const [index, text] of texts.entries()) await lines.put(`${taskId}/${String(index).padStart(12, '0')}`, text)
  return { journal: levelJournal(store), kept: async () => JSON.stringify(await lines.iterator().all()) }
}

const late = Symbol('late')

/** `went on` and `refused` are as they should be; whatever else is a problem, in words. */
export async function outcomeOf(one: Case, root: string, patienceMs = 20_000): Promise<string> {
  const { taskId, outcome, kind } = one.task
  const bytes = damaged(one.task.text, one.damage, one.random)
  const { journal, kept } = await opened(one, bytes, root)
  const before = await kept()
  const { artoo, deeds } = processOver(journal, root, kind !== 'waiting')
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), patienceMs)
  })
  try {
    // Its owner is dead.
    let takeOver: number | undefined
    for await (const known of artoo.tasks()) takeOver = known.epoch
    const read = await codeOf(readEvents(journal, taskId))
    const replayed = await codeOf(replay(journal, taskId))
    const resumed = artoo.resume(taskId, { takeOver })
    const settled = await Promise.race([patience, resumed.then(comparable, refusalOf)])
    if (settled === late) return 'it has no end'
    const twice = deeds().filter((deed, index, all) => all.indexOf(deed) !== index)
    if (twice.length > 0) return `${twice.join()} was done twice`
    if (settled === outcome)
      return read === null && replayed === null ? 'went on' : `went on, though not read: ${read}, ${replayed}`
    if (!refusals.includes(settled)) return `it came to ${settled}`
    if ((await kept()) !== before) return `something was written, though it was refused with ${settled}`
    return read === settled && replayed === settled
      ? 'refused'
      : `refused with ${settled}, read with ${read}, replayed with ${replayed}`
  } catch (error) {
    return `raw: ${String(error)}`
  } finally {
    clearTimeout(timer)
    await artoo.close()
  }
}

/** The code and, for a refusal, that the message names line and remedy. */
function refusalOf(error: { readonly code?: string; readonly message: string }): string {
  const { code = '', message } = error
  const isClear = code === 'unknown_task' || /line \d+ of the journal of .*: nothing was written: /.test(message)
  return refusals.includes(code) && isClear ? code : `${code} ${String(error)}`
}

const codeOf = (work: Promise<unknown>): Promise<string | null> => work.then(() => null, refusalOf)
