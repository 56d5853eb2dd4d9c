import { type JournalLine, journalVersion } from '@artoo/runtime'

/** Lines of journals, whose checks are numbers that differ. */
let checks = 0
const check = () => String(++checks).padStart(16, '0')

export const start = (taskId: string): JournalLine => ({
  ...{ kind: 'start', epoch: 1, version: journalVersion, taskId, at: 1_000, check: check() },
})

export const lease = (epoch: number, owner: string, own: object = {}): JournalLine =>
  ({ kind: 'lease', epoch, owner, at: 1_000, until: 9_000, check: check(), ...own }) as JournalLine

export const note = (text: string, epoch = 1): JournalLine => ({
  ...{ kind: 'blob', epoch, hash: text, text, check: check() },
})
