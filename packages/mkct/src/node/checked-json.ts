/// <reference types="node" />
import { hash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { parseObject } from '../journal/journal-entry.js'

/** A JSON file with its SHA-256 in front. Undefined when there is none, null when it is unreadable or was altered. */
export async function readChecked(file: string): Promise<Readonly<Record<string, unknown>> | null | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return sha256(text.slice(64)) === text.slice(0, 64) ? parseObject(text.slice(64)) : null
}

/** A kill leaves the old file or the new one. */
export async function writeChecked(file: string, value: object): Promise<void> {
  const json = JSON.stringify(value)
  await writeFile(`${file}.new`, sha256(json) + json, { flush: true })
  await rename(`${file}.new`, file)
}

export const sha256 = (text: string): string => hash('sha256', text)
