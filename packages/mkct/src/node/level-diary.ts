/// <reference types="node" />
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Damage } from '../integrity/damage.js'

const dropped = /^.*? (?:\(ignoring error\) )?(.*): dropping \d+ bytes; /gm

/**
 * Files of which LevelDB passed over a part while opening: it goes on without a word but to its diary, of which it starts
 * a new one on every opening. A log that ends in the middle of a record, as after a crash, is none of these.
 */
export async function droppedOnOpening(path: string): Promise<readonly Damage[]> {
  const diary = await readFile(join(path, 'LOG'), 'utf8').catch(() => '')
  const names = new Set([...diary.matchAll(dropped)].map(([, file = '']) => basename(file)))
  return [...names].map((name) => ({ type: 'file', name, problem: 'altered' }))
}
