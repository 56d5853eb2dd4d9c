import { type LineSpan, withSpan } from './line-spans.js'

/** A file by name, with links followed, and by what the file system calls it, which is the same under every name. */
interface FilePlace {
  readonly real: string
  readonly stats: { readonly dev: number; readonly ino: number }
}

/** What a run was shown of one version of a file, or wrote itself. */
export interface Seen {
  readonly version: string
  /** All that there are. */
  readonly lines: number
  /** Lines that were shown whole, in order. */
  readonly shown: readonly LineSpan[]
}

export interface SeenFiles {
  /** Adds to what is known of the same version; what was known of another is forgotten. */
  add(taskId: string, place: FilePlace, seen: Seen): void
  /** What the run knows of this version of a file; `stale` when it knows another one, null when none. */
  of(taskId: string, place: FilePlace, version: string): Seen | 'stale' | null
}

/** Names of files, over all runs: what was seen longest ago is forgotten first, and then has to be read again. */
const mostNames = 10_000

/** A file that was read in more pieces counts as read in these. */
const mostSpans = 64

/**
 * What runs have seen of files. Of an ended run nothing else is left but what newer ones haven't pushed out.
 */
export function seenFiles(): SeenFiles {
  const names = new Map<string, Seen>()
  const byName = (taskId: string, { real }: FilePlace) => JSON.stringify([taskId, real])
  const byNumber = (taskId: string, { stats }: FilePlace) => JSON.stringify([taskId, stats.dev, stats.ino])

  function put(name: string, seen: Seen): void {
    names.delete(name)
    names.set(name, seen)
    for (const oldest of names.keys()) {
      if (names.size <= mostNames) return
      names.delete(oldest)
    }
  }

  function of(taskId: string, place: FilePlace, version: string): Seen | 'stale' | null {
    const named = names.get(byName(taskId, place))
    const numbered = names.get(byNumber(taskId, place))
    // A number alone may be that of a file which is gone.
    return [named, numbered].find((seen) => seen?.version === version) ?? (named ? 'stale' : null)
  }

  return {
    of,
    add(taskId, place, { version, lines, shown }) {
      const known = of(taskId, place, version)
      const before = known === null || known === 'stale' ? [] : known.shown
      const seen = { version, lines, shown: shown.reduce(withSpan, before).slice(0, mostSpans) }
      put(byName(taskId, place), seen)
      put(byNumber(taskId, place), seen)
    },
  }
}
