import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { oneLine } from '@artoo/sdk'
import { type AutocompleteItem, type AutocompleteProvider, fuzzyFilter } from '@mariozechner/pi-tui'
import { plainItem } from './plain.js'
import type { Command } from './ports.js'

const mostEntries = 5_000
const mostItems = 20
const left = new Set(['node_modules', '.git'])

/** Paths below a folder, the nearest first, folders with a slash at the end; as many as are found soon. */
export async function pathsBelow(root: string, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = []
  const folders = ['']
  for (let folder = folders.shift(); folder !== undefined && !signal.aborted; folder = folders.shift()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (left.has(entry.name) || oneLine(entry.name) !== entry.name) continue
      const path = folder + entry.name + (entry.isDirectory() ? '/' : '')
      found.push(path)
      if (found.length >= mostEntries) return found
      if (entry.isDirectory()) folders.push(path)
    }
  }
  return found
}

/** Completes `/commands`, their arguments and `@paths`. */
export function createCompletion(commands: readonly Command[], root: string): AutocompleteProvider {
  async function paths(query: string, signal: AbortSignal) {
    const all = await pathsBelow(root, signal)
    const fitting = query === '' ? all : fuzzyFilter([...all], query, (path) => path)
    return fitting.slice(0, mostItems).map((path) => ({ value: `@${path}`, label: path }))
  }
  async function itemsFor(before: string, prefix: string, signal: AbortSignal): Promise<readonly AutocompleteItem[]> {
    if (prefix.startsWith('@')) return paths(prefix.slice(1), signal)
    const [, name, argument] = /^\/(\S*)(?:\s+(.*))?$/.exec(before) ?? []
    if (name === undefined) return []
    if (argument === undefined) {
      return fuzzyFilter([...commands], name, (command) => command.name)
        .slice(0, mostItems)
        .map((command) =>
          plainItem({ value: `/${command.name}`, label: `/${command.name}`, description: command.summary }),
        )
    }
    const items = (await commands.find((command) => command.name === name)?.complete?.(argument)) ?? []
    // Enter sends an argument that is whole.
    if (items.some(({ value }) => value === argument)) return []
    return items.slice(0, mostItems).map(plainItem)
  }
  return {
    async getSuggestions(lines, line, column, { signal }) {
      const before = (lines[line] ?? '').slice(0, column)
      const prefix = prefixOf(before, line)
      if (prefix === null) return null
      const items = await itemsFor(before, prefix, signal)
      return items.length === 0 ? null : { items: [...items], prefix }
    },
    applyCompletion(lines, line, column, { value }, prefix) {
      const text = lines[line] ?? ''
      const end = value.endsWith('/') ? '' : ' '
      const head = text.slice(0, column - prefix.length) + value + end
      const next = [...lines]
      next[line] = head + text.slice(column)
      return { lines: next, cursorLine: line, cursorCol: head.length }
    },
  }
}

/** The word that is completed: an `@path` anywhere, a command or its argument in the first line. */
function prefixOf(before: string, line: number): string | null {
  const path = /(?:^|\s)(@\S*)$/.exec(before)?.[1]
  if (path !== undefined) return path
  return line === 0 && before.startsWith('/') ? (/^\/\S*\s+(.*)$/.exec(before)?.[1] ?? before) : null
}
