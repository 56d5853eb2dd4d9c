import type { Message, ModelRequest } from '@artoo/spec'
import { explanation } from './explanation.js'
import { parseQuestion } from './parse-question.js'
import { type Question, question } from './question.js'
import { countFiles, countLines, countLinesOf, filesThatHold } from './shell-commands.js'
import { dataOf, jsonIn, type Turn, text } from './turn.js'

interface ToolResult {
  readonly failed: boolean
  readonly output: string
}

/** R3: one tool call at a time, then the result; a failed call is reported as it is. */
export function execute(request: ModelRequest): Turn {
  const { context, intent } = dataOf(request)
  const asked = questionIn(text(context)) ?? parseQuestion(text(intent))
  if (!asked) return failed(explanation)
  const results = request.messages.flatMap(toolResult)
  const failure = results.find((result) => result.failed)
  return failure ? failed(failure.output) : nextStep(asked, results)
}

/** The next call for a question, or its answer, given the results so far. */
function nextStep(asked: Question, [first, second]: readonly ToolResult[]): Turn {
  switch (asked.kind) {
    case 'list':
      return first ? completed(withoutTotal(first.output)) : glob({ pattern: asked.pattern })
    case 'largest':
      return first ? largest(first.output) : glob({ pattern: asked.pattern, sort: 'size', limit: 1 })
    case 'mentions':
      return first ? mentions(asked.text, first.output) : shell(filesThatHold(asked.text, asked.pattern))
    case 'count_files':
      return first
        ? counted(first.output, (count) => `${count} files match "${asked.pattern}".`)
        : shell(countFiles(asked.pattern))
    case 'lines_of_matching':
      return first
        ? counted(first.output, (count) => `The files that match "${asked.pattern}" have ${count} lines in all.`)
        : shell(countLinesOf(asked.pattern))
    case 'lines_of_file':
      // Reading a line first tells a missing file from one that can't be counted.
      if (!first) return { call: { name: 'read_file', input: { path: asked.path, startLine: 1, endLine: 1 } } }
      return second
        ? counted(second.output, (count) => `${asked.path} has ${count} lines.`)
        : shell(countLines(asked.path))
    case 'lines_by_name':
      return first
        ? linesByName(asked.name, first.output, second)
        : glob({ pattern: `**/${asked.name.replace(/[*?{}[\]()!\\]/g, '\\$&')}` })
    default: {
      const unknown: never = asked
      return unknown
    }
  }
}

/** A list without its last line, which tells how many there are; that some are not shown stays. */
const withoutTotal = (listing: string) => listing.replace(/\n\[[\d,]+ files?\]$/, '')

function largest(listing: string): Turn {
  const [, path, bytes] = /^(.+)\t(\d+)$/.exec(listing.split('\n')[0] ?? '') ?? []
  return completed(bytes === undefined ? listing : `${path} is the largest, with ${bytes} bytes.`)
}

function mentions(wanted: string, output: string): Turn {
  const files = bodyOf(output).replace(/^\.\//gm, '')
  return completed(files || `No file mentions "${wanted}".`)
}

function linesByName(name: string, listing: string, counting: ToolResult | undefined): Turn {
  const paths = listing.split('\n').filter((path) => path === name || path.endsWith(`/${name}`))
  const [path, ...others] = listing.startsWith('no file matches ') ? [] : paths
  if (path === undefined) return failed(`no file is named ${name}`)
  if (!counting) return shell(countLines(path))
  const also = others.length > 0 ? ` Other files of that name: ${others.join(', ')}.` : ''
  return counted(counting.output, (count) => `${path} has ${count} lines.${also}`)
}

/** A count that came with a complaint is not the whole count. */
function counted(output: string, sentence: (count: string) => string): Turn {
  const count = /^\s*(\d+)/.exec(output)?.[1]
  return count === undefined || output.includes('[stderr]') ? failed(output) : completed(sentence(count))
}

function questionIn(context: string): Question | null {
  const parsed = question.safeParse(jsonIn(context.split('\n')[0] ?? ''))
  return parsed.success ? parsed.data : null
}

/** The first line of a call that failed is `[error: code]` or `[refused: code]`. */
function toolResult(message: Message): readonly ToolResult[] {
  if (message.role !== 'tool') return []
  const { content } = message
  const [heading] = /^\[(?:error|refused): \w+\]\n/.exec(content) ?? []
  return [heading ? { failed: true, output: content.slice(heading.length) } : { failed: false, output: content }]
}

function completed(output: string): Turn {
  return { json: { status: 'completed', output, reason: null } }
}

function failed(reason: string): Turn {
  return { json: { status: 'failed', output: '', reason } }
}

function glob(input: { readonly pattern: string; readonly sort?: 'size'; readonly limit?: number }): Turn {
  return { call: { name: 'glob', input } }
}

function shell(command: string): Turn {
  return { call: { name: 'shell', input: { command } } }
}

/** A shell result without its closing status line. */
function bodyOf(output: string): string {
  return output
    .replace(/\n?\[exit \d+\]$/, '')
    .replace(/^\(no output\)$/, '')
    .trim()
}
