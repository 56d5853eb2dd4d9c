/** A text that grows by small pieces, held in few and large ones. */
export interface Pieces {
  /** Returns the length so far. */
  add(piece: string): number
  joined(): string
}

const piecesInBlock = 8192

/** A rope or one long array of pieces costs many times the memory of the text. */
export function pieces(): Pieces {
  const blocks: string[] = []
  let block: string[] = []
  let length = 0
  const close = () => {
    blocks.push(block.join(''))
    block = []
  }
  return {
    add(piece) {
      block.push(piece)
      length += piece.length
      if (block.length === piecesInBlock) close()
      return length
    },
    joined() {
      close()
      return blocks.join('')
    },
  }
}
