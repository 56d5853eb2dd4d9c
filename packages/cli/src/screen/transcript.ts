import { someLines } from '@artoo/sdk'
import { Markdown } from '@mariozechner/pi-tui'
import { fitted, plainLines } from './plain.js'
import type { Block } from './ports.js'
import type { Theme } from './theme.js'

/** Lines that are drawn before the oldest are left to the scrollback: each frame compares them all. */
const mostLines = 2_000
/** Lines that a redraw may show again: no screen is higher. */
const keptLines = 500

const cleaned = (markdown: string) => someLines(markdown, Infinity)

function blockLines(block: Block, width: number, theme: Theme, markdown?: Markdown): string[] {
  if ('markdown' in block) {
    const shown = markdown ?? new Markdown(cleaned(block.markdown), 0, 0, theme.markdown)
    return ['', ...fitted(shown.render(width), width).map((line) => line.trimEnd())]
  }
  const lines = plainLines(block.lines(width)).map((line) => theme.tone(block.tone, line))
  return fitted(block.tone === 'person' ? ['', ...lines] : lines, width)
}

export interface Transcript {
  append(block: Block): void
  /** All lines since the last redraw. A change of the size is one: then there are as many as fit in `room`. */
  lines(width: number, rows: number, room: number): readonly string[]
  /** Makes the next lines those of a redraw. */
  refit(): void
  /** Whether it is time for a redraw, which forgets lines that have long left the screen. */
  readonly isFull: boolean
}

/** Finished blocks. They never change, so that they may scroll out of the screen. */
export function createTranscript(theme: Theme): Transcript {
  let blocks: Block[] = []
  let lines: string[] = []
  /** Blocks that were not drawn yet. */
  let fresh = 0
  let size = { width: 0, rows: 0 }
  let isStale = false

  function redrawn(width: number, room: number): string[] {
    const wanted: string[][] = []
    let count = 0
    let freshLines = 0
    let index = blocks.length
    for (; index > 0 && (count < keptLines || blocks.length - index < fresh); index--) {
      const block = blocks[index - 1]
      if (block === undefined) break
      const shown = blockLines(block, width, theme)
      if (blocks.length - index < fresh) freshLines += shown.length
      count += shown.length
      wanted.unshift(shown)
    }
    blocks = blocks.slice(index)
    const all = wanted.flat()
    return all.slice(Math.max(0, all.length - room - freshLines))
  }

  return {
    append(block) {
      blocks.push(block)
      fresh += 1
      if (size.width > 0) lines.push(...blockLines(block, size.width, theme))
    },
    lines(width, rows, room) {
      const isFirst = size.width === 0
      if (isStale || size.width !== width || size.rows !== rows) {
        lines = isFirst ? blocks.flatMap((block) => blockLines(block, width, theme)) : redrawn(width, room)
        size = { width, rows }
        isStale = false
      }
      fresh = 0
      return lines
    },
    refit() {
      isStale = true
    },
    get isFull() {
      return lines.length > mostLines
    },
  }
}

export type LiveLines = (blocks: readonly Block[], width: number) => string[]

/** Blocks that change; a Markdown that did not is not parsed again. */
export function createLive(theme: Theme): LiveLines {
  const markdowns = new Map<number, { readonly text: string; readonly shown: Markdown }>()
  return (blocks, width) => {
    for (const index of markdowns.keys()) if (index >= blocks.length) markdowns.delete(index)
    return blocks.flatMap((block, index) => {
      if (!('markdown' in block)) return blockLines(block, width, theme)
      const before = markdowns.get(index)
      const next =
        before?.text === block.markdown
          ? before
          : { text: block.markdown, shown: new Markdown(cleaned(block.markdown), 0, 0, theme.markdown) }
      markdowns.set(index, next)
      return blockLines(block, width, theme, next.shown)
    })
  }
}
