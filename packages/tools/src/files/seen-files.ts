import { type LineSpan, withSpan } from './line-spans.js'

/** A file by name, with links followed, and by what the file system calls it, which is the same under every name. */
interface FilePlace {
  readonly real: string
  readonly stats: { readonly dev: number; readonly ino: number }
}

/** The lines of one version of a file that a run was shown or wrote. */
export interface Seen {
  readonly version: string
  /** The number of lines of the file. */
  readonly lines: number
  /** Lines that were shown whole, in order. */
  readonly shown: readonly LineSpan[]
}

export interface SeenFiles {
  /** Adds to the lines that are known of the same version; those of another version are dropped. */
  add(taskId: string, place: FilePlace, seen: Seen): void
  /**
   * Returns the lines seen of this version of a file; `stale` when only another version was seen, null when the file
   * was not seen.
   */
  of(taskId: string, place: FilePlace, version: string): Seen | 'stale' | null
}

/** The most names of files, over all runs. The oldest ones are dropped first, and such a file has to be read again. */
const mostNames = 10_000

/** The most spans that are kept of a file; lines outside of them count as not read. */
const mostSpans = 64

/** A record of the files that runs have seen. Entries of an ended run stay until newer ones push them out. */
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
