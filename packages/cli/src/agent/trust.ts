import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '@artoo/sdk/node'
import { oneByOne } from '@artoo/spec'
import { writeDurably } from '@artoo/spec/node'
import { describedConfig } from './described-config.js'
import { type Reached, reachedFrom } from './reached-files.js'
import { ownModules } from './read-config.js'

/** A question to the person whether a file that may have come with a repository counts. */
export interface TrustRequest {
  /** Real path of the configuration. */
  readonly path: string
  /** Hash of it and of the files that it reaches. */
  readonly hash: string
  /** Sentences on what a yes lets happen, safe to show. */
  readonly what: readonly string[]
  /** Whether the person has said yes to the file as it was before. */
  readonly isChanged: boolean
}

export type AskTrust = (request: TrustRequest) => Promise<boolean>

/** `agreed`: a person says yes now, or `kept`: said it before to the very same files. `changed`: the files changed while the person read. */
export type TrustAnswer = 'kept' | 'agreed' | 'refused' | 'changed' | 'unasked'

interface Kept {
  readonly path: string
  readonly hash: string
}

const inTurn = oneByOne()

/**
 * Decides whether a file of a project counts: a person has agreed to it and to all that it reaches, or agrees now. The state folder of the root keeps
 * that, except for a file with imports that can't be resolved beforehand: a person is asked about it each time.
 */
export async function trustIn(
  path: string,
  { root, askTrust }: { readonly root: string; readonly askTrust: AskTrust | null },
): Promise<{ readonly answer: TrustAnswer; readonly reached: Reached }> {
  const look = () => reachedFrom(path, path.endsWith('.ts') ? ownModules : [])
  const reached = look()
  const { hash, unclear } = reached
  const place = join(stateFolder({ root }), 'trusted.json')
  const before = keptIn(place).filter((kept) => kept.path === path)
  if (before.some((kept) => kept.hash === hash)) return { answer: 'kept', reached }
  if (askTrust === null) return { answer: 'unasked', reached }
  const what = describedConfig(path, reached)
  const isAgreed = await askTrust({ path, hash, what, isChanged: before.length > 0 })
  if (!isAgreed) return { answer: 'refused', reached }
  if (look().hash !== hash) return { answer: 'changed', reached }
  if (unclear.length === 0) {
    await inTurn(() => {
      const others = keptIn(place).filter((kept) => kept.path !== path)
      return writeDurably(place, `${JSON.stringify([...others, { path, hash }], null, 2)}\n`)
    })
  }
  return { answer: 'agreed', reached }
}

/** A file that can't be read holds no yes. */
function keptIn(place: string): readonly Kept[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(place, 'utf8'))
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(value: unknown): value is Kept {
  const { path, hash }: { readonly path?: unknown; readonly hash?: unknown } = Object(value)
  return typeof path === 'string' && typeof hash === 'string'
}
