import { readFile } from 'node:fs/promises'
import type { Answers } from './confusion.js'
import { isNamedCause } from './judged-causes.js'
import type { NamedCause } from './scene.js'

/** @throws {TypeError} when the file holds anything but causes by number. */
export async function readAnswers(path: string): Promise<Answers> {
  const data: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new TypeError(`${path} is no JSON object`)
  const answers = Object.entries(data).map(([number, named]): [string, NamedCause] => {
    if (!isNamedCause(named)) throw new TypeError(`${path}: ${number}: ${JSON.stringify(named)} is no cause`)
    return [number.padStart(3, '0'), named]
  })
  return Object.fromEntries(answers)
}
