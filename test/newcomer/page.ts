/** A Markdown page as a list of what its reader does, in order. */
export type Act =
  | { readonly kind: 'step'; readonly title: string }
  | { readonly kind: 'save'; readonly name: string; readonly code: string }
  | { readonly kind: 'run'; readonly commands: string; readonly printed: string | null; readonly line: number }

/** A heading, or a fenced block with its language and its text. */
const parts = /^## (?<title>.+)$|^```(?<language>\w*)[^\n]*\n(?<code>[\s\S]*?)^```$/gm

/**
 * The acts of a page: each `##` begins a step, a block that begins with `// name` is a file to save, and a block of
 * shell commands is run. A `text` block right after commands is what they print.
 */
export function actsOf(markdown: string): readonly Act[] {
  const acts: Act[] = []
  for (const { index, groups = {} } of markdown.matchAll(parts)) {
    const { title, language, code = '' } = groups
    if (title !== undefined) acts.push({ kind: 'step', title })
    const name = /^\/\/ (\S+\.m?[jt]s)\n/.exec(code)?.[1]
    if (name !== undefined) acts.push({ kind: 'save', name, code })
    const line = markdown.slice(0, index).split('\n').length
    if (language === 'sh') acts.push({ kind: 'run', commands: code, printed: null, line })
    const last = acts.at(-1)
    if (language === 'text' && last?.kind === 'run' && last.printed === null) {
      acts[acts.length - 1] = { ...last, printed: code }
    }
  }
  return acts
}
