/// <reference types="node" />
import { closeSync, openSync, writeSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '@artoo/spec'
import { writeDurably } from '@artoo/spec/node'
import type { Mark } from '../journal/compare-mark.js'
import type { FileDamage } from '../journal/damage.js'
import { checksum } from '../journal/head.js'
import { parseObject } from '../journal/journal-entry.js'

/** The progress of a namespace; its name is `nameOfMark(namespace)`. */
interface NamedMark extends Mark {
  readonly name: string
}

export interface FoundMarks {
  readonly marks: readonly NamedMark[]
  readonly damage: readonly FileDamage[]
}

const fileName = 'artoo-mark'
const slots = 2
/** A page each: while one is written, the other stays on the disk as it was. */
const slotSize = 4096
const textSize = 256

export const noMark: Mark = { revision: 0, sequence: 0, link: '' }

/** Fixed in length, and says nothing about the tenant. */
export function nameOfMark(namespace: string): string {
  return sha256(namespace)
}

/**
 * Null when the store was closed in order: the file is there while a store is open, and after a crash. One slot that can't be
 * read is `torn`, as a power cut might leave it: the other one is at most one batch behind.
 */
export async function readMarks(path: string): Promise<FoundMarks | null> {
  const text = await readFile(join(path, fileName), 'latin1').catch(() => null)
  if (text === null) return null
  const found = Array.from({ length: slots }, (_, slot) => decode(text.slice(slot * slotSize, (slot + 1) * slotSize)))
  const marks = found.flatMap((mark) => mark ?? [])
  const sound = marks.length === slots && text.length === slots * slotSize
  const problem = marks.length === 0 ? 'unreadable' : 'torn'
  return { marks, damage: sound ? [] : [{ type: 'file', name: fileName, problem }] }
}

/** To be called before LevelDB touches a store. A kill leaves the marks as they were, or this one in both slots. */
export async function beginMarks(path: string, mark: NamedMark): Promise<void> {
  const file = join(path, fileName)
  await writeDurably(file, Buffer.from(encode(mark, slotSize).repeat(slots), 'latin1'), `${file}.new`)
}

/** Marks go into the slots in turn and survive the process, not always a power cut. */
export function openMarks(path: string, name: string) {
  const file = openSync(join(path, fileName), 'r+')
  let slot = 0
  return {
    set({ revision, sequence, link }: Mark): void {
      writeSync(file, encode({ name, revision, sequence, link }, textSize), slot * slotSize, 'latin1')
      slot = (slot + 1) % slots
    },
    async close(inOrder: boolean): Promise<void> {
      closeSync(file)
      if (inOrder) await rm(join(path, fileName), { force: true })
    },
  }
}

function encode({ name, revision, sequence, link }: NamedMark, size: number): string {
  const json = JSON.stringify({ name, revision, sequence, link })
  return `${json} ${checksum(json)}`.padEnd(size)
}

function decode(text: string): NamedMark | null {
  const fields = parseObject(text.slice(0, text.lastIndexOf('}') + 1))
  const mark = fields as unknown as NamedMark | null
  return mark && encode(mark, slotSize) === text ? mark : null
}
