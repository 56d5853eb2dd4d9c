import type { ToolCallRecord } from '@artoo/runtime'
import { onlyReads, shortened } from '@artoo/spec'
import type { Criterion } from '../messages/plan.js'
import { hasActed } from './evidence.js'

/** Characters of a call that is named to the judge. */
const longest = 100

interface Shown {
  /** The records that a verdict names. */
  readonly cited: readonly ToolCallRecord[]
  /** All records of the work, in their order. */
  readonly records: readonly ToolCallRecord[]
}

/** Whether a call only read and was not refused. */
export const isLook = ({ effect, status }: ToolCallRecord): boolean =>
  effect !== null && onlyReads(effect) && status !== 'refused'

const isChange = (record: ToolCallRecord) => hasActed(record) && record.status === 'ok'

/**
 * The reason why a criterion about the world can't pass, in words for its judge; null when it can. It needs a change
 * that was made, or a look after the last change that may touch what the criterion names, at each file that it names;
 * and each file must occur in a record. A command's run is a look, too.
 */
export function worldlyLack({ text }: Pick<Criterion, 'text'>, { cited, records }: Shown): string | null {
  const names = [...new Set([...filesIn(text), ...pathsIn(text, records)])]
  const unseen = names.filter((name) => !records.some((record) => mentions(record, name)))
  if (unseen.length > 0) return `is about the world: no tool call has to do with ${unseen.slice(0, 3).join(', ')}`
  const relevant = names.length === 0 ? cited : cited.filter((record) => names.some((name) => mentions(record, name)))
  if (relevant.some(isChange)) return null
  const looks = relevant.filter(isLook)
  if (looks.length === 0) return 'is about the world: name the change, or the look at it, that shows it'
  const unshown = names.filter((name) => !looks.some((look) => mentions(look, name)))
  if (unshown.length > 0) return `is about the world: name a look at ${unshown.slice(0, 3).join(', ')}, too`
  const touches = looks.map((look) =>
    records.slice(records.indexOf(look) + 1).findLast((later) => mayTouch(later, look, text)),
  )
  if (touches.includes(undefined)) return null
  const [call] = touches.map((later) => JSON.stringify(shortened(later?.target ?? later?.tool ?? '', longest)))
  return `is about the world: ${call} came after the look that is named and may have changed it; name the change, or a later look`
}

/** Whether a call may have changed what a look saw. Of a plain path it is known what it touches. */
function mayTouch(record: ToolCallRecord, look: ToolCallRecord, text: string): boolean {
  if (!hasActed(record)) return false
  const { target } = record
  if (target === null || /\s/.test(target)) return true
  return target === look.target || text.toLowerCase().includes(lastPart(target))
}

/** Names of files in a sentence: \`adults.txt\`, \`src/index.ts\`. */
function filesIn(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}_./-]*[\p{L}\p{N}_-]\.[\p{L}][\p{L}\p{N}]{0,7}(?![\p{L}\p{N}.])/gu) ?? []
  // Not versions, abbreviations, domains of addresses and the like of Node.js.
  const isFile = (word: string) => !/^\d|^(e\.g|i\.e|z\.b|d\.h)$/i.test(word) && !/^\p{Lu}\p{Ll}+\.js$/u.test(word)
  return words.filter((word) => isFile(word) && !text.includes(`@${word}`)).map(lastPart)
}

/** Paths without an ending, such as \`etc/hosts\`: only a record tells them from "and/or". */
function pathsIn(text: string, records: readonly ToolCallRecord[]): readonly string[] {
  const words = text.match(/[\p{L}\p{N}_.-]+(?:\/[\p{L}\p{N}_-]+)+(?![\p{L}\p{N}/.])/gu) ?? []
  return words.filter((word) => records.some((record) => mentions(record, word.toLowerCase()))).map(lastPart)
}

function mentions({ target, input, output }: ToolCallRecord, name: string): boolean {
  return [target ?? '', JSON.stringify(input) ?? '', output].some((text) => text.toLowerCase().includes(name))
}

const lastPart = (path: string) =>
  path
    .toLowerCase()
    .split('/')
    .findLast((part) => part !== '') ?? path
