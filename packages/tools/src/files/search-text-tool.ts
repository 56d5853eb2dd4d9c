import { relative } from 'node:path'
import { ArtooError, errorMessage, type Tool } from '@artoo/spec'
import { RE2JS } from 're2js'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import { secretName } from '../law1/secret-files.js'
import type { FileRoot } from './file-root.js'
import { longestPattern } from './glob-pattern.js'
import { secretInPattern } from './glob-tool.js'
import { type MatchingFile, matchingFiles } from './matching-files.js'
import { searchFiles } from './search-files.js'
import { searchWords } from './search-words.js'

/** Bytes of matches that are shown: 16 KB. */
const room = 16_384

const input = z.object({
  pattern: z
    .string()
    .min(1)
    .max(longestPattern)
    .describe('RE2, matched within one line: no lookaround, no backreferences; (?i) in front ignores case'),
  literal: z.boolean().default(false).describe('take the pattern for plain text'),
  glob: z.string().min(1).max(longestPattern).default('**/*').describe('which files, relative to the root'),
  contextLines: z.number().int().min(0).max(10).default(0).describe('lines that are shown around each match'),
  limit: z.number().int().min(1).max(1000).default(100).describe('most matches to show'),
})

export type SearchTextInput = z.output<typeof input>

/** Finds lines in text files. Leaves out `node_modules`, `.git`, what is no text and what is named like a secret. */
export function searchTextTool(root: FileRoot): Tool<SearchTextInput> {
  return defineTool({
    name: 'search_text',
    description:
      'Finds the lines of text files that match a pattern, as path:line:text; lines around them as path-line-text. ' +
      'The last line, in brackets, tells how many matches there are in how many files, and what was not searched.',
    input,
    target: ({ pattern, glob }) => `${pattern} in ${glob}`,
    effect({ glob }) {
      const found = secretInPattern(glob)
      const reason = `${found} is a name for keys or credentials, and what is shown can't be taken back`
      return found === null ? 'read' : { kind: 'irreversible', action: `search ${glob}`, reason }
    },
    maxOutputBytes: room + 1024,
    async execute({ pattern: source, literal, glob, contextLines, limit }, { signal }) {
      const pattern = compiled(source, literal)
      const found = await matchingFiles(root, glob, signal)
      if (found.length === 0) return `no file matches ${glob}`
      const directory = await root.directory()
      const isSecret = ({ path, real }: MatchingFile) =>
        (secretName(path) ?? secretName(relative(directory, real))) !== null
      const files = secretInPattern(glob) === null ? found.filter((file) => !isSecret(file)) : found
      files.sort((one, other) => (one.path < other.path ? -1 : 1))
      const { lines, search } = await searchFiles(root, files, { pattern, contextLines, limit, room, signal })
      return [...lines, searchWords(search, found.length - files.length)].join('\n')
    },
  })
}

function compiled(source: string, literal: boolean): RE2JS {
  try {
    return RE2JS.compile(literal ? RE2JS.quote(source) : source)
  } catch (cause) {
    const message = `${source} is no pattern of RE2: ${errorMessage(cause)}; with literal: true it is plain text`
    throw new ArtooError('pattern_invalid', message, { field: 'pattern', cause })
  }
}
