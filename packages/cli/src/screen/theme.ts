import type { EditorTheme, MarkdownTheme } from '@mariozechner/pi-tui'
import { sgr } from '../view/text/paint.js'
import type { Tone } from './ports.js'

type Style = (text: string) => string

export interface Theme {
  readonly bold: Style
  readonly quiet: Style
  readonly accent: Style
  readonly tone: (tone: Tone, line: string) => string
  readonly markdown: MarkdownTheme
  readonly editor: EditorTheme
  /** Has no colours and no movement. */
  readonly still: boolean
}

const same: Style = (text) => text

/** Colours of the terminal's own palette; no colours with `NO_COLOR` or `TERM=dumb`. */
export function themeOf(env: Readonly<Record<string, string | undefined>>): Theme {
  const still = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  const style = (on: number, off: number): Style => (still ? same : sgr(on, off))
  const bold = style(1, 22)
  const quiet = style(2, 22)
  const italic = style(3, 23)
  const underline = style(4, 24)
  const struck = style(9, 29)
  const red = style(31, 39)
  const accent = style(36, 39)
  const tones: Readonly<Record<Tone, Style>> = { plain: same, person: bold, quiet, error: red }
  return {
    bold,
    quiet,
    accent,
    still,
    tone: (tone, line) => tones[tone](line),
    markdown: {
      ...{ bold, heading: bold, italic, quote: italic, underline, strikethrough: struck },
      ...{ code: accent, codeBlock: same, link: accent, listBullet: accent },
      ...{ codeBlockBorder: quiet, hr: quiet, linkUrl: quiet, quoteBorder: quiet },
    },
    editor: {
      borderColor: quiet,
      selectList: {
        ...{ selectedPrefix: accent, selectedText: accent },
        ...{ description: quiet, scrollInfo: quiet, noMatch: quiet },
      },
    },
  }
}
