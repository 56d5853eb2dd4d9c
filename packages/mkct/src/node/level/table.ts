/// <reference types="node" />
import { type FileHandle, open } from 'node:fs/promises'
import { type Extent, isBomb, isIntact, readExtent, trailerSize, valuesOf } from './block.js'

const footerSize = 48
const magic = Buffer.from('57fb808b247547db', 'hex')

/** `altered`: LevelDB can read the rest. `unreadable`: having LevelDB read it may end the process. */
export type TableState = 'sound' | 'altered' | 'unreadable' | 'missing'

/**
 * Checks a table as LevelDB writes it (`doc/table_format.md` there): blocks one after another without a gap, each with its
 * checksum, found through the index, found through the footer. Without `whole` the blocks of data aren't read.
 */
export async function checkTable(path: string, size: number, whole: boolean): Promise<TableState> {
  let file: FileHandle
  try {
    file = await open(path)
  } catch {
    return 'missing'
  }
  try {
    if ((await file.stat()).size !== size) return 'unreadable'
    return await checkBlocks(file, size, whole)
  } catch (error) {
    if (error instanceof RangeError) return 'unreadable'
    throw error
  } finally {
    await file.close()
  }
}

/** @throws {RangeError} for what can't be read. */
async function checkBlocks(file: FileHandle, size: number, whole: boolean): Promise<TableState> {
  const { metaindex, index } = readFooter(await read(file, { offset: size - footerSize, size: footerSize }))
  expectEnd(index, size - footerSize)
  expectEnd(metaindex, index.offset)
  const filters = (await readIntact(file, metaindex)).map(readExtent)
  const extents = [...(await readIntact(file, index)).map(readExtent), ...filters]
  let end = 0
  for (const extent of extents) {
    if (extent.offset !== end) throw new RangeError('A gap between blocks.')
    end += extent.size + trailerSize
  }
  if (end !== metaindex.offset) throw new RangeError('A gap before the metaindex.')
  const checked = whole ? extents : filters
  const from = checked[0]?.offset ?? end
  const bytes = await read(file, { offset: from, size: end - from })
  const bad = checked
    .map(({ offset, size }) => bytes.subarray(offset - from, offset - from + size + trailerSize))
    .filter((block) => !isIntact(block))
  if (bad.length === 0) return 'sound'
  return bad.some(isBomb) ? 'unreadable' : 'altered'
}

function readFooter(footer: Buffer): { readonly metaindex: Extent; readonly index: Extent } {
  const handles = footer.subarray(0, footerSize - magic.length)
  if (!footer.subarray(handles.length).equals(magic)) throw new RangeError('No table.')
  const metaindex = readExtent(handles)
  const rest = handles.subarray(sizeOf(metaindex))
  const index = readExtent(rest)
  if (rest.subarray(sizeOf(index)).some((byte) => byte !== 0)) throw new RangeError('A footer that is too long.')
  return { metaindex, index }
}

/** Bytes that an extent takes in a footer. */
function sizeOf({ offset, size }: Extent): number {
  const digits = (value: number) => Math.max(1, Math.ceil(Math.log2(value + 1) / 7))
  return digits(offset) + digits(size)
}

async function readIntact(file: FileHandle, { offset, size }: Extent): Promise<readonly Buffer[]> {
  const block = await read(file, { offset, size: size + trailerSize })
  if (!isIntact(block)) throw new RangeError('A block that was altered.')
  return valuesOf(block)
}

function expectEnd({ offset, size }: Extent, end: number): void {
  if (offset + size + trailerSize !== end) throw new RangeError('A block that does not end where it should.')
}

async function read(file: FileHandle, { offset, size }: Extent): Promise<Buffer> {
  if (offset < 0) throw new RangeError('A block before the beginning.')
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, offset)
  if (bytesRead < size) throw new RangeError('A block beyond the end.')
  return bytes
}
