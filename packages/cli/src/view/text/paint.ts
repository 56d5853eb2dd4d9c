/** Colours by meaning, each for a text of one line. */
export interface Paint {
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
  faint(text: string): string
  strong(text: string): string
  accent(text: string): string
  added(text: string): string
  removed(text: string): string
}

const same = (text: string) => text

/** No colours: for pipes, files and `NO_COLOR`. */
export const plainPaint: Paint = {
  ...{ good: same, bad: same, warn: same, faint: same },
  ...{ strong: same, accent: same, added: same, removed: same },
}

/** A style that `on` begins and `off` ends. */
export const sgr = (on: number, off: number) => (text: string) =>
  text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`

/** The sixteen colours that every terminal has, as its user chose them. */
export const ansiPaint: Paint = {
  good: sgr(32, 39),
  bad: sgr(31, 39),
  warn: sgr(33, 39),
  faint: sgr(2, 22),
  strong: sgr(1, 22),
  accent: sgr(36, 39),
  added: sgr(32, 39),
  removed: sgr(31, 39),
}

/** Colours for a terminal, unless `NO_COLOR` is set. */
export function paintFor(
  stream: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  return stream.isTTY === true && !env.NO_COLOR ? ansiPaint : plainPaint
}
