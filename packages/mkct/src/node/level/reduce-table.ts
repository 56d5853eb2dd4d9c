/// <reference types="node" />
import { open } from 'node:fs/promises'
import { encodeBlock, isIntact } from './block.js'
import { encodeExtent, trailerSize } from './extent.js'
import { blockIn, footerSize, magic, readLayout } from './table.js'

/**
 * A table with those blocks of data that are intact: over others LevelDB may end the process, even while it repairs. Null
 * when there are none, or none can be found since the index was hit.
 */
export async function reduceTable(path: string): Promise<Buffer | null> {
  const file = await open(path)
  try {
    const bytes = await file.readFile()
    const { blocks } = await readLayout(file, bytes.length)
    const kept = blocks
      .map(({ key, ...extent }) => ({ key, block: blockIn(bytes, extent) }))
      .filter(({ block }) => isIntact(block))
    return kept.length > 0 ? encodeTable(kept) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  } finally {
    await file.close()
  }
}

function encodeTable(kept: readonly { readonly key: Buffer; readonly block: Buffer }[]): Buffer {
  let offset = 0
  const handles = kept.map(({ key, block }) => {
    const handle = encodeExtent({ offset, size: block.length - trailerSize })
    offset += block.length
    return [key, handle] as const
  })
  const metaindex = encodeBlock([])
  const index = encodeBlock(handles)
  const footer = Buffer.alloc(footerSize)
  const extents = [
    encodeExtent({ offset, size: metaindex.length - trailerSize }),
    encodeExtent({ offset: offset + metaindex.length, size: index.length - trailerSize }),
  ]
  Buffer.concat(extents).copy(footer)
  magic.copy(footer, footerSize - magic.length)
  return Buffer.concat([...kept.map(({ block }) => block), metaindex, index, footer])
}
