/// <reference types="node" />
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type AuditHead, type Entry, entryOn, genesis, isTorn, longestLine } from './entry.js'

/** `torn`: the last line was not finished. `cut_off`: lines are missing at the end, by the head that is expected. */
export type AuditProblem = 'changed' | 'removed' | 'inserted' | 'torn' | 'cut_off'

export type AuditVerification =
  | {
      readonly sound: true
      readonly entries: number
      readonly head: AuditHead
      /** Lines that a process left unfinished when it died, each told by the entry after it. */
      readonly torn: readonly number[]
    }
  | {
      readonly sound: false
      readonly problem: AuditProblem
      /** The first line that is not as it was written, from 1; of `removed`, the line before which lines are missing. */
      readonly line: number
      readonly message: string
    }

export interface VerifyAuditOptions {
  /** A head that was kept elsewhere: without it, nobody can tell that whole lines are missing at the end. */
  readonly head?: AuditHead
}

const messages: Readonly<Record<AuditProblem, string>> = {
  changed: 'is not what was written',
  removed: 'does not follow the line before it: lines are missing between them',
  inserted: 'was not written here',
  torn: 'is not finished: the process died while it wrote, or the file was cut off',
  cut_off: 'is missing, and all that followed',
}

/**
 * Reads an audit log, from a path or as lines, and names the first line that is not as it was written. It proves that nobody
 * was careless; who can write the file can rewrite it whole, unless a `head` is kept elsewhere.
 */
export async function verifyAudit(
  source: string | Iterable<string> | AsyncIterable<string>,
  options: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  const reading = createReading(options)
  for await (const text of typeof source === 'string' ? linesOf(source) : source) {
    const problem = reading.next(text)
    if (problem) return problem
  }
  return reading.end()
}

function createReading({ head: expected }: VerifyAuditOptions) {
  const torn: number[] = []
  let before: AuditHead = genesis
  let last: AuditHead = genesis
  /** Lines since the last entry that are none. What was torn is told by the next entry, in one piece. */
  let unread: { readonly line: number; readonly hash: Hash } | null = null
  /** A second entry after the same one: which of them belongs here, the next one knows. */
  let rival: { readonly line: number; readonly entry: Entry } | null = null
  let line = 0

  function addUnread(text: string): null {
    unread?.hash.update('\n')
    unread ??= { line, hash: createHash('sha256') }
    unread.hash.update(text, 'latin1')
    return null
  }

  function problemWith(entry: Entry): AuditVerification | null {
    const told = isTorn(entry.event) ? entry.event.digest : undefined
    if (unread && told !== unread.hash.digest('hex')) return problem('changed', unread.line)
    if (!unread && told !== undefined) return problem('removed', line)
    if (!follows(entry, last)) return outOfPlace(entry, unread?.line ?? line)
    return entry.sequence === expected?.sequence && entry.hash !== expected.hash ? problem('changed', line) : null
  }

  function outOfPlace(entry: Entry, line: number): AuditVerification | null {
    if (line > 1 && follows(entry, before)) {
      rival = { line, entry }
      return null
    }
    const { sequence } = entry
    if (sequence <= last.sequence) return problem('inserted', line)
    if (sequence > last.sequence + 1) return problem('removed', line)
    // Its hash is not the one that this entry remembers.
    return problem('changed', Math.max(1, line - 1))
  }

  return {
    /** Null while all is well. */
    next(text: string): AuditVerification | null {
      line++
      const entry = entryOn(text)
      if (!entry) return addUnread(text)
      if (rival) return problem('inserted', follows(entry, rival.entry) ? rival.line - 1 : rival.line)
      const found = problemWith(entry)
      if (found || rival) return found
      if (unread) torn.push(unread.line)
      unread = null
      before = last
      last = entry
      return null
    },
    end(): AuditVerification {
      if (rival) return problem('inserted', rival.line)
      if (unread) return problem('torn', unread.line)
      if (expected && last.sequence < expected.sequence) return problem('cut_off', line + 1)
      return { sound: true, entries: last.sequence, head: { sequence: last.sequence, hash: last.hash }, torn }
    },
  }
}

function follows({ sequence, previous }: Entry, last: AuditHead): boolean {
  return sequence === last.sequence + 1 && previous === last.hash
}

function problem(problem: AuditProblem, line: number): AuditVerification {
  return { sound: false, problem, line, message: `line ${line} ${messages[problem]}` }
}

/** One byte is one character. What is longer than any entry comes in pieces, none of which is one. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    const [first = '', ...lines] = String(chunk).split('\n')
    rest += first
    for (const line of lines) {
      yield rest
      rest = line
    }
    while (rest.length > longestLine) {
      yield rest.slice(0, longestLine)
      rest = rest.slice(longestLine)
    }
  }
  if (rest !== '') yield rest
}
