/// <reference types="node" />
import { type FileHandle, open } from 'node:fs/promises'
import { entriesOf, isIntact } from './block.js'
import { type Extent, encodeExtent, readExtent, trailerSize } from './extent.js'

/** Where things stand in a table. */
export interface TableLayout {
  /** The blocks of data; each key is one that is not below any in the block, and below those of the next. */
  readonly blocks: readonly (Extent & { readonly key: Buffer })[]
  readonly filters: readonly Extent[]
}

export const footerSize = 48
export const magic = Buffer.from('57fb808b247547db', 'hex')

/**
 * Checks a table as LevelDB writes it (`doc/table_format.md` there): blocks one after another without a gap, each with its
 * checksum, found through the index, found through the footer. Without `whole` the blocks of data aren't read.
 */
export async function checkTable(path: string, size: number, whole: boolean): Promise<'sound' | 'altered' | 'missing'> {
  const file = await open(path).catch(() => null)
  if (!file) return 'missing'
  try {
    if ((await file.stat()).size !== size) return 'altered'
    const { blocks, filters } = await readLayout(file, size)
    const intact = await areIntact(file, whole ? [...blocks, ...filters] : filters)
    return intact.every(Boolean) ? 'sound' : 'altered'
  } catch (error) {
    if (error instanceof RangeError) return 'altered'
    throw error
  } finally {
    await file.close()
  }
}

/** @throws {RangeError} when footer, index or metaindex are not as LevelDB writes them. */
export async function readLayout(file: FileHandle, size: number): Promise<TableLayout> {
  if (size < footerSize) throw new RangeError('No table.')
  const { metaindex, index } = readFooter(await read(file, { offset: size - footerSize, size: footerSize }))
  expectEnd(index, size - footerSize)
  expectEnd(metaindex, index.offset)
  const filters = (await readEntries(file, metaindex)).map(([, value]) => readExtent(value))
  const blocks = (await readEntries(file, index)).map(([key, value]) => ({ key, ...readExtent(value) }))
  let end = 0
  for (const extent of [...blocks, ...filters]) {
    if (extent.offset !== end) throw new RangeError('A gap between blocks.')
    end += extent.size + trailerSize
  }
  if (end !== metaindex.offset) throw new RangeError('A gap before the metaindex.')
  return { blocks, filters }
}

/** Of neighbouring blocks, which are intact. */
async function areIntact(file: FileHandle, extents: readonly Extent[]): Promise<readonly boolean[]> {
  const [first] = extents
  const last = extents.at(-1)
  if (!first || !last) return []
  const bytes = await read(file, { offset: first.offset, size: last.offset + last.size + trailerSize - first.offset })
  return extents.map((extent) => isIntact(blockIn(bytes, { ...extent, offset: extent.offset - first.offset })))
}

/** A block with its trailer. */
export function blockIn(bytes: Buffer, { offset, size }: Extent): Buffer {
  return bytes.subarray(offset, offset + size + trailerSize)
}

function readFooter(footer: Buffer): { readonly metaindex: Extent; readonly index: Extent } {
  const handles = footer.subarray(0, footerSize - magic.length)
  if (!footer.subarray(handles.length).equals(magic)) throw new RangeError('No table.')
  const metaindex = readExtent(handles)
  const index = readExtent(handles.subarray(encodeExtent(metaindex).length))
  const used = Buffer.concat([encodeExtent(metaindex), encodeExtent(index)])
  if (
    !Buffer.concat([used, Buffer.alloc(handles.length)])
      .subarray(0, handles.length)
      .equals(handles)
  )
    throw new RangeError('A footer with more in it.')
  return { metaindex, index }
}

async function readEntries(file: FileHandle, { offset, size }: Extent) {
  const block = await read(file, { offset, size: size + trailerSize })
  if (!isIntact(block)) throw new RangeError('A block that was altered.')
  return entriesOf(block)
}

function expectEnd({ offset, size }: Extent, end: number): void {
  if (offset + size + trailerSize !== end) throw new RangeError('A block that does not end where it should.')
}

async function read(file: FileHandle, { offset, size }: Extent): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, offset)
  if (bytesRead < size) throw new RangeError('A block beyond the end.')
  return bytes
}
