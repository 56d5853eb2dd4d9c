/** The questions that the offline model knows. `pattern` is a glob. */
export type Question =
  | { readonly kind: 'list'; readonly pattern: string }
  | { readonly kind: 'lines_of_file'; readonly path: string }
  | { readonly kind: 'lines_of_matching'; readonly pattern: string }
  | { readonly kind: 'largest'; readonly pattern: string }
  | { readonly kind: 'mentions'; readonly text: string; readonly pattern: string }
  | { readonly kind: 'lines_by_name'; readonly name: string }

const extensions: Readonly<Record<string, string>> = {
  markdown: 'md',
  typescript: 'ts',
  javascript: 'js',
  json: 'json',
  python: 'py',
  yaml: 'yaml',
  html: 'html',
  css: 'css',
  rust: 'rs',
  go: 'go',
}

interface Words {
  /** The question without what stands in quotation marks. */
  readonly bare: string
  readonly quoted: string | undefined
}

/** The families in order of precedence: when the words fit one, it reads the question or gives up. */
const families: readonly { fits(bare: string): boolean; read(words: Words): Question | null }[] = [
  {
    fits: (bare) => mention.test(bare),
    read({ bare, quoted }) {
      const text = quoted ?? mentioned(mention.exec(bare)?.[1] ?? '')
      return text ? { kind: 'mentions', text, pattern: patternIn(bare) ?? '**/*' } : null
    },
  },
  {
    fits: (bare) => /\blines?\b/i.test(bare) && /\b(?:how many|count|number of)\b/i.test(bare),
    read({ bare, quoted }) {
      const path = quoted && !isGlob(quoted) ? quoted : fileIn(bare)
      if (path) return { kind: 'lines_of_file', path }
      const pattern = quoted ?? patternIn(bare)
      return pattern ? { kind: 'lines_of_matching', pattern } : null
    },
  },
  {
    fits: (bare) => /\b(?:largest|biggest)\b/i.test(bare),
    read: ({ bare, quoted }) => ({ kind: 'largest', pattern: quoted ?? patternIn(bare) ?? '**/*' }),
  },
  {
    fits: (bare) => /\bfiles?\b/i.test(bare) && /\b(?:which|what|list|find|show|how many)\b/i.test(bare),
    read({ bare, quoted }) {
      const pattern = quoted ?? patternIn(bare)
      return pattern ? { kind: 'list', pattern } : null
    },
  },
]

const mention = /\b(?:mention|contain|includ|refer to|reference)\w*\s*(.*)$/i
const quotation = /["“'`]([^"”'`]+)["”'`]/

/** Reads a question in plain English; null when it belongs to no known family. */
export function parseQuestion(input: string): Question | null {
  const question = input.trim().replace(/[?.!]+$/, '')
  const bare = question.replace(quotation, ' ')
  const quoted = quotation.exec(question)?.[1]
  return families.find((family) => family.fits(bare))?.read({ bare, quoted }) ?? null
}

function mentioned(words: string): string {
  return words
    .replace(/^(?:the (?:text|word|string)|the)\s+/i, '')
    .replace(/\s+(?:in|under)\s.*$/i, '')
    .trim()
}

/** A glob in the words: a literal one, or a kind of file, within a folder when one is named. */
function patternIn(words: string): string | null {
  const literal = words.split(/\s+/).find(isGlob)
  if (literal) return literal.includes('/') ? literal : `**/${literal}`
  const kind = Object.keys(extensions).find((name) => new RegExp(`\\b${name}\\b`, 'i').test(words))
  const dotted = /(?:^|\s)\.([a-z0-9]{1,5})\s+files?\b/i.exec(words)?.[1]
  const extension = dotted ?? (kind && extensions[kind])
  const folder = folderIn(words)
  if (!extension && !folder) return null
  return `${folder ? `${folder}/` : ''}**/*${extension ? `.${extension}` : ''}`
}

/** `packages/ggs` in `… in packages/ggs`, but nothing in `… in the markdown files` or `… in this project`. */
function folderIn(words: string): string | undefined {
  const places = words.matchAll(/\b(?:in|under|below|inside)\s+(?:the\s+)?(\.?[\w-][\w./-]*)(?!\S)(?!\s+files?\b)/gi)
  const names = [...places].flatMap((place) => place[1]?.replace(/\/+$/, '') ?? [])
  return names.find(
    (name) =>
      !/^(?:this|here|all|total|repository|project|folder|directory)$/i.test(name) &&
      !(name.toLowerCase() in extensions),
  )
}

function fileIn(words: string): string | undefined {
  return words.split(/\s+/).find((word) => /^[\w./-]*[\w-]\.[a-z0-9]{1,5}$/i.test(word) && !isGlob(word))
}

function isGlob(word: string): boolean {
  return /[*?{]/.test(word)
}
