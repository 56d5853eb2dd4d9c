import { ArtooError } from '@artoo/spec'

/** A comment, or a line of dots, that stands for text: `// ... rest of the code unchanged`, `# existing imports ...`. */
const dotted =
  /(\.\.\.|…).*\b(rest|existing|remaining|remainder|unchanged|same|previous|omitted|before)\b|\b(rest|existing|remaining|remainder|unchanged|same|previous|omitted|before)\b.*(\.\.\.|…)/i
const worded =
  /\b(rest|remainder) of (the |this )?(code|file|content|function|method|class|component|module|document|text|implementation)\b.*\b(unchanged|same|here|omitted|remains|stays|follows|continues)\b|\b(code|file|content|implementation|methods?|functions?|imports) (remains?|stays?|is|are) unchanged\b/i
const comment = /^\s*(\/\/|\/\*|\*|#|--|;|%|<!--|\{\/\*|"""|'|\[|\(|\.\.\.|…)/

/** Lines that are shown of those that would be lost. */
const mostShown = 3

/**
 * Refuses a text in which a remark stands for lines of the text that it replaces: they would be lost.
 *
 * @throws {ArtooError} `elided_content`, with the remark and what is missing.
 */
export function assertNotElided(
  { path, field, text }: { readonly path: string; readonly field: string; readonly text: string },
  replaced: string | null,
): void {
  if (replaced === null) return
  const old = new Set(linesOf(replaced))
  const recent = linesOf(text)
  const remark = recent.find((line) => !old.has(line) && comment.test(line) && (dotted.test(line) || worded.test(line)))
  if (remark === undefined) return
  const kept = new Set(recent)
  const missing = [...old].filter((line) => !kept.has(line))
  if (missing.length === 0) return
  const shown = missing.slice(0, mostShown).map((line) => JSON.stringify(line.slice(0, 80)))
  const more = missing.length > mostShown ? ', …' : ''
  const message = `${JSON.stringify(remark.slice(0, 120))} stands for text that would be lost: ${missing.length} lines of ${path} are missing (${shown.join(', ')}${more}). Write them out, or change with edit_file only the part that differs`
  throw new ArtooError('elided_content', message, { field })
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
