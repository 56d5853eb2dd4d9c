import type { ToolDescriptor } from '@artoo/spec'

/** What a solver can do with tools, whatever they are called. */
export type Ability = 'list' | 'read' | 'write' | 'shell'

/** Known by its name where only that is shown, otherwise by what it says of itself. */
const marks: Readonly<Record<Ability, RegExp>> = {
  list: /^glob$|^lists the files/i,
  read: /^read_file$|^reads a .*\bfile/i,
  write: /^write_file$|^writes a .*\bfile/i,
  shell: /^shell$|\bshell command/i,
}

export const abilities = Object.keys(marks) as Ability[]

export interface Hands {
  /** The tool for each ability there is. */
  readonly tools: Readonly<Partial<Record<Ability, string>>>
  /** Somebody will want to see the file as it is after the writing. */
  readonly readsBack: boolean
  /** An earlier attempt may have done the work already. */
  readonly isWary: boolean
}

export function toolsOf(offered: readonly Pick<ToolDescriptor, 'name' | 'description'>[]): Hands['tools'] {
  return Object.fromEntries(
    abilities.flatMap((ability) => {
      const mark = marks[ability]
      const tool = offered.find(({ name, description }) => mark.test(name) || mark.test(description))
      return tool ? [[ability, tool.name]] : []
    }),
  )
}

export interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** What the tool says it acts on. */
  readonly target: string
  readonly kind: 'look' | 'read' | 'write' | 'read back'
}

/** What came of a call. */
export interface Seen {
  readonly failed: boolean
  readonly output: string
}

/** Work that asks for one call after the other and is told what came of each. */
export type Steps<Result> = Generator<Call, Result, Seen>

/** The work can't be done, and why. */
export class Stuck extends Error {}

const cutMark = /\[… \d+ bytes left out …\]/
const readingNote = /\[read_file: ([^\n]*)\]$/

/** Not all of a file. */
export const isCut = (content: string) =>
  cutMark.test(content) || readingNote.exec(content)?.[1]?.includes('left out') === true

/** The text of a file from the numbered lines that `read_file` shows; what was left out of it is told by its note. */
function textOf(output: string): string {
  const [note, facts = ''] = readingNote.exec(output) ?? []
  if (note === undefined) return output
  const lines = output.slice(0, -note.length).replace(/^ *\d+\t/gm, '')
  const ended = facts.includes('no newline at the end') ? lines.replace(/\n$/, '') : lines
  const text = facts.includes('end in CR LF') ? ended.replace(/\n/g, '\r\n') : ended
  return facts.includes('left out') ? text + note : text
}

/** A file's text; one that isn't where the user said is looked for by its name. */
export function* read(path: string, hands: Hands): Steps<{ readonly path: string; readonly content: string }> {
  const first = yield* readAt(path, hands, 'read')
  if (first !== null) return { path, content: first }
  const name = path.split('/').at(-1) ?? path
  const [other, ...more] = yield* named(name, hands)
  if (other === undefined || more.length > 0) throw new Stuck(`there is no file ${path}`)
  const content = yield* readAt(other, hands, 'read')
  if (content === null) throw new Stuck(`${other} can't be read`)
  return { path: other, content }
}

/** For what is to be written again: all of it or nothing. */
export function* readWhole(path: string, hands: Hands): Steps<{ readonly path: string; readonly content: string }> {
  const found = yield* read(path, hands)
  if (isCut(found.content)) throw new Stuck(`${found.path} is too long to be read at once`)
  return found
}

function* readAt(path: string, { tools }: Hands, kind: 'read' | 'read back'): Steps<string | null> {
  if (tools.read) {
    const { failed, output } = yield { tool: tools.read, input: { path }, target: path, kind }
    return failed ? null : textOf(output)
  }
  const seen = yield shell(tools, `cat -- ${quoted(path)}`, kind)
  return seen.failed ? null : `${bodyOf(seen.output)}\n`
}

export interface Written {
  readonly path: string
  readonly wanted: string
  /** null when nobody asked for a look at it. */
  readonly found: string | null
}

export function* write(path: string, wanted: string, hands: Hands): Steps<Written> {
  const { tools, readsBack } = hands
  const { failed, output } = yield tools.write
    ? { tool: tools.write, input: { path, content: wanted }, target: path, kind: 'write' }
    : shell(tools, shellWrite(path, wanted), 'write')
  if (failed) throw new Stuck(output)
  return { path, wanted, found: readsBack ? ((yield* readAt(path, hands, 'read back')) ?? '') : null }
}

function shellWrite(path: string, content: string): string {
  const folder = path.includes('/') ? `mkdir -p ${quoted(path.replace(/\/[^/]*$/, ''))} && ` : ''
  return `${folder}printf '%s' ${quoted(content)} > ${quoted(path)}`
}

/** Paths of a folder and all below, with their bytes. */
export function* listed(folder: string, { tools }: Hands): Steps<readonly { path: string; bytes: number }[]> {
  if (tools.list) {
    const pattern = folder === '' ? '**/*' : `${folder}/**/*`
    return entriesOf(yield glob(tools.list, pattern))
  }
  return entriesOf(yield shell(tools, `find ${quoted(folder || '.')} -type f -exec wc -c {} \\;`))
}

/** Paths of all files of a name. */
export function* named(name: string, { tools }: Hands): Steps<readonly string[]> {
  const seen = tools.list
    ? yield glob(tools.list, `**/${name}`)
    : yield shell(tools, `find . -type f -name ${quoted(name)} -exec wc -c {} \\;`)
  return entriesOf(seen).map(({ path }) => path)
}

/** Paths of the files in a folder and all below that hold a text. */
export function* holding(word: string, folder: string, hands: Hands): Steps<readonly string[]> {
  if (hands.tools.shell) {
    const seen = yield shell(hands.tools, `grep -rlF -e ${quoted(word)} -- ${quoted(folder)}`)
    return linesOf(bodyOf(fine(seen).output)).sort()
  }
  const found: string[] = []
  for (const { path } of yield* listed(folder, hands)) {
    const content = yield* readAt(path, hands, 'read')
    if (content?.includes(word)) found.push(path)
  }
  return found.sort()
}

/** A number that a command prints first. */
export function* counted(command: string, { tools }: Hands): Steps<number> {
  return Number.parseInt(fine(yield shell(tools, command)).output, 10)
}

export function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

export function linesOf(content: string): string[] {
  return content === '' ? [] : content.replace(/\n$/, '').split('\n')
}

function glob(tool: string, pattern: string): Call {
  return { tool, input: { pattern, sort: 'size', limit: 1000 }, target: pattern, kind: 'look' }
}

function shell(tools: Hands['tools'], command: string, kind: Call['kind'] = 'look'): Call {
  if (!tools.shell) throw new Stuck('there is no tool for that')
  return { tool: tools.shell, input: { command }, target: command, kind }
}

function fine(seen: Seen): Seen {
  if (seen.failed) throw new Stuck(seen.output)
  return seen
}

/** Lines of `path⇥bytes`, or of `bytes path`; the totals in the last line have neither. */
function entriesOf(seen: Seen): readonly { path: string; bytes: number }[] {
  return linesOf(bodyOf(fine(seen).output)).flatMap((line) => {
    const [, before, path, after] = /^(?:(\d+) (?:\.\/)?)?(.+?)(?:\t(\d+))?$/.exec(line) ?? []
    const bytes = before ?? after
    return path === undefined || bytes === undefined ? [] : [{ path, bytes: Number(bytes) }]
  })
}

/** A shell result without its closing status line. */
export function bodyOf(output: string): string {
  return output.replace(/\n?\[exit \d+\]$/, '').replace(/^\(no output\)$/, '')
}
