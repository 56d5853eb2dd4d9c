import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { History } from './ports.js'

const mostEntries = 1_000
const mode = 0o600

/** Words that a person sent, a line of JSON each, in a file of their own. */
export function fileHistory(path: string): History {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => '')
      const entries = text.split('\n').flatMap(entryIn)
      const kept = entries.slice(-mostEntries)
      if (kept.length < entries.length) await replace(path, kept)
      return kept
    },
    async add(text) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await appendFile(path, `${JSON.stringify(text)}\n`, { mode })
    },
  }
}

function entryIn(line: string): readonly string[] {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'string' ? [entry] : []
  } catch {
    return []
  }
}

async function replace(path: string, entries: readonly string[]): Promise<void> {
  const next = `${path}.${process.pid}`
  await writeFile(next, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode })
  await rename(next, path)
}
