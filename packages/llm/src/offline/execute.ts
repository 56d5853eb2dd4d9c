import type { Message, ModelRequest } from '@artoo/spec'
import { explanation } from './explanation.js'
import type { Question } from './question.js'
import { dataOf, isData, type Turn, text } from './turn.js'

interface ToolResult {
  readonly tool: string
  readonly failed: boolean
  readonly output: string
}

/** R3: one tool call at a time, then the result; a failed call is reported as it is. */
export function execute(request: ModelRequest): Turn {
  const question = questionIn(text(dataOf(request).context))
  if (!question) return completed(explanation)
  const results = request.messages.flatMap(toolResult)
  const failure = results.find((result) => result.failed)
  if (failure) return { json: { status: 'failed', output: '', reason: failure.output } }
  return steps[question.kind](question as never, results)
}

/** What to do next for each kind of question, given the results so far. */
const steps: {
  readonly [K in Question['kind']]: (question: Extract<Question, { kind: K }>, results: readonly ToolResult[]) => Turn
} = {
  list({ pattern }, [files]) {
    return files ? completed(files.output) : glob({ pattern })
  },
  largest({ pattern }, [files]) {
    if (!files) return glob({ pattern, sort: 'size', limit: 1 })
    const [path, bytes] = (files.output.split('\n')[0] ?? '').split('\t')
    return completed(bytes ? `${path} is the largest, with ${bytes} bytes.` : files.output)
  },
  mentions({ text: wanted, pattern }, [found]) {
    if (!found) return shell(grep(wanted, pattern))
    const files = bodyOf(found.output)
    return completed(files || `No file mentions ${wanted}.`)
  },
  lines_of_file({ path }, [first, counted]) {
    if (!first) return { call: { name: 'read_file', input: { path, startLine: 1, endLine: 1 } } }
    if (!counted) return shell(`wc -l -- ${quote(path)}`)
    return completed(`${path} has ${numberIn(counted.output)} lines.`)
  },
  lines_of_matching({ pattern }, [counted]) {
    if (!counted) return shell(`${find(pattern)} -print0 | xargs -0 cat -- | wc -l`)
    return completed(`The files that match ${pattern} have ${numberIn(counted.output)} lines in all.`)
  },
  lines_by_name({ name }, [files, counted]) {
    if (!files) return glob({ pattern: `**/${name}` })
    const path = files.output.split('\n')[0] ?? ''
    if (!path.endsWith(name)) return { json: { status: 'failed', output: '', reason: `no file is named ${name}` } }
    if (!counted) return shell(`wc -l -- ${quote(path)}`)
    return completed(`${path} has ${numberIn(counted.output)} lines.`)
  },
}

function questionIn(context: string): Question | null {
  const line = context.split('\n')[0] ?? ''
  if (!line.startsWith('{')) return null
  const value: unknown = JSON.parse(line)
  return isData(value) && text(value.kind) in steps ? (value as Question) : null
}

function toolResult(message: Message): readonly ToolResult[] {
  if (message.role !== 'tool') return []
  const { name: tool, content } = message
  if (!content.startsWith('{"error":')) return [{ tool, failed: false, output: content }]
  const { output } = JSON.parse(content) as { output: string }
  return [{ tool, failed: true, output }]
}

function completed(output: string): Turn {
  return { json: { status: 'completed', output, reason: null } }
}

function glob(input: { readonly pattern: string; readonly sort?: 'size'; readonly limit?: number }): Turn {
  return { call: { name: 'glob', input } }
}

function shell(command: string): Turn {
  return { call: { name: 'shell', input: { command } } }
}

// docs/**/*.md is the folder docs and the name *.md.
function split(pattern: string): { readonly folder: string; readonly name: string } {
  const parts = pattern.split('/')
  const name = parts.at(-1) ?? '*'
  const folder = parts
    .slice(0, -1)
    .filter((part) => !/[*?{]/.test(part))
    .join('/')
  return { folder: folder || '.', name }
}

function grep(wanted: string, pattern: string): string {
  const { folder, name } = split(pattern)
  const include = name === '*' ? '' : `--include=${quote(name)} `
  return `grep -rlF --exclude-dir=node_modules --exclude-dir=.git ${include}-e ${quote(wanted)} -- ${quote(folder)}`
}

function find(pattern: string): string {
  const { folder, name } = split(pattern)
  return `find ${quote(folder)} -type f -name ${quote(name)} -not -path '*/node_modules/*' -not -path '*/.git/*'`
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** A shell result without its closing status line. */
function bodyOf(output: string): string {
  return output
    .replace(/\n?\[exit \d+\]$/, '')
    .replace(/^\(no output\)$/, '')
    .trim()
}

function numberIn(output: string): string {
  return /\d+/.exec(output)?.[0] ?? '0'
}
