import { oneLine } from '../text/plain-text.js'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Text of a model as it stands, in one line: it can open no heading, list, table, link, code or HTML, and ends no cell.
 */
export function inline(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (character) => entities[character] ?? character)
    .replace(/[\\`*_[\]|~$]/g, '\\$&')
    .replace(/^[-+=#]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
}

/** A longer text with its lines, set apart from what the report says itself. */
export function quoted(text: string): string {
  const paragraphs = text.split(/\r\n|[\n\r\u2028\u2029]/).map(inline)
  return paragraphs.map((line, index) => (line === '' ? '>' : `> ${line}${isBroken(paragraphs, index)}`)).join('\n')
}

const isBroken = (lines: readonly string[], index: number) => (lines[index + 1] ? '\\' : '')

export const bullets = (texts: readonly string[]): readonly string[] => texts.map((text) => `- ${inline(text)}`)

/** Cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}
