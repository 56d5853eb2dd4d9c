import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { KeptRule, OnAlways } from '@artoo/runtime'
import { ArtooError, oneByOne } from '@artoo/spec'
import { type StateFolderOptions, storePath, writeDurably } from '@artoo/spec/node'

/** Rules that people allowed for good, in a file. */
export interface FileRules {
  readonly path: string
  /** Reads the rules, each once, for `permissions.allow`. @throws {ArtooError} `damaged_rules` for a file that holds something else. */
  rules(): readonly string[]
  /** Keeps a rule. `createArtoo` refuses it where the file lies in the root of a tool. */
  readonly onAlways: OnAlways
}

/**
 * A file for the rules that people allow for good: at a path, or in the state folder of a root. Each is kept with the name of the person and the task.
 *
 * @throws {ArtooError} `invalid_option`, `no_state_folder`.
 * @example
 * const kept = fileRules({ root: '.' })
 * createArtoo({ model, tools, confirm, permissions: { allow: kept.rules() }, onAlways: kept.onAlways })
 */
export function fileRules(place?: string | StateFolderOptions): FileRules {
  const path = resolve(storePath(place, { of: 'fileRules', name: 'rules.json', field: 'path' }))
  const inTurn = oneByOne()

  async function add(rule: KeptRule): Promise<void> {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const others = keptIn(path).filter((kept) => kept.rule !== rule.rule)
    await writeDurably(path, `${JSON.stringify([...others, rule], null, 2)}\n`)
  }

  const onAlways = (rule: KeptRule) => inTurn(() => add(rule))
  return { path, rules: () => keptIn(path).map(({ rule }) => rule), onAlways: Object.assign(onAlways, { path }) }
}

function keptIn(path: string): readonly KeptRule[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (Array.isArray(kept) && kept.every(isKept)) return kept
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return []
  }
  throw new ArtooError('damaged_rules', `${path} holds no list of rules: mend it, or remove it`, { field: 'path' })
}

const isKept = (kept: unknown): kept is KeptRule =>
  typeof kept === 'object' && kept !== null && typeof (kept as Partial<KeptRule>).rule === 'string'
