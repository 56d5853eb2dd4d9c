/// <reference types="node" />
import { readFile } from 'node:fs/promises'
import { sha256 } from '@artoo/spec'
import { writeDurably } from '@artoo/spec/node'
import { parseObject } from '../journal/journal-entry.js'

/** A JSON file with its SHA-256 in front. Undefined when there is none, null when it is unreadable or was altered. */
export async function readChecked(file: string): Promise<Readonly<Record<string, unknown>> | null | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return sha256(text.slice(64)) === text.slice(0, 64) ? parseObject(text.slice(64)) : null
}

/** Writes as `writeDurably` does. To be called by the holder of the store. */
export async function writeChecked(file: string, value: object): Promise<void> {
  const json = JSON.stringify(value)
  await writeDurably(file, sha256(json) + json, `${file}.new`)
}
