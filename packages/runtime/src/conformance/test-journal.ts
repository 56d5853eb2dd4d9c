import type { Journal } from '../journal/journal.js'
import { journalCases } from './journal-cases.js'

export interface JournalConformanceOptions {
  /** Registers a test: `test` or `it` of any framework. */
  readonly test: (name: string, run: () => Promise<void>) => void
  /** Gives a fresh, empty journal. */
  readonly open: () => Journal | Promise<Journal>
  /** Gives the same journal as another process would find it. @defaultValue the same object */
  readonly reopen?: (journal: Journal) => Journal | Promise<Journal>
  /** Called after each case. */
  readonly close?: () => Promise<void>
}

/** Registers every conformance case as a test of the journal that `open` gives. */
export function testJournal({ test, open, reopen = (journal) => journal, close }: JournalConformanceOptions): void {
  for (const { name, run } of journalCases) {
    test(name, async () => {
      const journal = await open()
      try {
        await run(journal, () => reopen(journal))
      } finally {
        await close?.()
      }
    })
  }
}
