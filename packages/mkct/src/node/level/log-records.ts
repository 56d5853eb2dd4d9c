/// <reference types="node" />
import { crc32c, unmasked } from './crc32c.js'

export interface LogContent {
  readonly records: readonly Buffer[]
  /** `torn`: it ends in the middle of a record, as a kill can leave it. `altered`: no kill leaves it so. */
  readonly end: 'whole' | 'torn' | 'altered'
}

const blockSize = 32_768
const headerSize = 7
const types = { full: 1, first: 2, middle: 3, last: 4 } as const

interface Fragment {
  readonly type: number
  readonly payload: Buffer
}

/**
 * Reads a file in LevelDB's log format (`doc/log_format.md` there), which the logs and the MANIFEST have: blocks of
 * fragments, each with checksum, length and type. Stops at the first fragment that isn't as LevelDB writes it.
 */
export function readLog(bytes: Buffer): LogContent {
  const { fragments, end } = readFragments(bytes)
  const records: Buffer[] = []
  let begun: Buffer[] | null = null
  for (const { type, payload } of fragments) {
    const continues = type === types.middle || type === types.last
    if (continues !== (begun !== null)) return { records, end: 'altered' }
    begun = [...(begun ?? []), payload]
    if (goesOn(type)) continue
    records.push(Buffer.concat(begun))
    begun = null
  }
  return { records, end: begun && end === 'whole' ? 'torn' : end }
}

function readFragments(bytes: Buffer): { readonly fragments: readonly Fragment[]; readonly end: LogContent['end'] } {
  const fragments: Fragment[] = []
  for (let at = 0; at < bytes.length; ) {
    const room = blockSize - (at % blockSize)
    const rest = bytes.subarray(at, at + room)
    if (room < headerSize) {
      if (!isZero(rest)) return { fragments, end: 'altered' }
      at += room
      continue
    }
    const fragment = readFragment(rest, room)
    if (fragment === 'altered' && isZero(bytes.subarray(at))) break
    if (typeof fragment === 'string') return { fragments, end: fragment }
    fragments.push(fragment)
    at += headerSize + fragment.payload.length
  }
  return { fragments, end: 'whole' }
}

function readFragment(rest: Buffer, room: number): Fragment | 'torn' | 'altered' {
  if (rest.length < headerSize) return 'torn'
  const length = rest.readUInt16LE(4)
  const type = rest.readUInt8(6)
  const end = headerSize + length
  if (type < types.full || type > types.last || end > room || (goesOn(type) && end < room)) return 'altered'
  const sum = unmasked(rest.readUInt32LE(0))
  if (end > rest.length) return isSumOfBeginning(rest, sum) ? 'altered' : 'torn'
  return crc32c(rest.subarray(6, end)) === sum ? { type, payload: rest.subarray(headerSize, end) } : 'altered'
}

/** A fragment that seems to reach beyond the file's end, but is whole with a smaller length, was written whole. */
function isSumOfBeginning(rest: Buffer, sum: number): boolean {
  let sumSoFar = 0
  for (let at = 6; at < rest.length; at++) {
    sumSoFar = crc32c(rest.subarray(at, at + 1), sumSoFar)
    if (sumSoFar === sum) return true
  }
  return false
}

/** More of the record follows, in the next block. */
const goesOn = (type: number) => type === types.first || type === types.middle

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
