import { truncateToWidth, visibleWidth } from '@mariozechner/pi-tui'

const styles = String.raw`\u001b\[[\d;]*m|\u001b_pi:c\u0007`
const unseen = new RegExp(String.raw`(${styles})|[\p{Cc}\p{Bidi_Control}\u2028\u2029]`, 'gu')
const controls = /(?![\n\t])\p{Cc}/gu

/** A drawn line of typed text: styles and the mark of the cursor stay, other control characters go. */
export const drawn = (line: string): string => line.replace(unseen, (_, style: string | undefined) => style ?? '')

/** Lines of which a terminal carries out nothing but styles. */
export const plainLines = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split('\n')).map(drawn)

/** A text that comes back from a file or another program into a field. */
export const typed = (text: string): string => text.replace(/\r\n?/g, '\n').replace(controls, '')

export const fitted = (lines: readonly string[], width: number): string[] =>
  lines.map((line) => (visibleWidth(line) > width ? truncateToWidth(line, width, '…') : line))
