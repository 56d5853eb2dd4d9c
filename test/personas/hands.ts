import type { ToolDescriptor } from '@artoo/spec'

/** What a solver can do with tools, whatever they are called. */
export type Ability = 'list' | 'read' | 'write' | 'shell' | 'upload' | 'send'

/** Known by its name where only that is shown, otherwise by what it says of itself. */
const marks: Readonly<Record<Ability, RegExp>> = {
  list: /^glob$|^lists the files/i,
  read: /^read_file$|^reads a .*\bfile/i,
  write: /^write_file$|^writes a .*\bfile/i,
  shell: /^shell$|\bshell command/i,
  upload: /^upload_file$/,
  send: /^send_mail$/,
}

export const abilities = Object.keys(marks) as Ability[]

export interface Hands {
  /** The tool for each ability there is. */
  readonly tools: Readonly<Partial<Record<Ability, string>>>
  /** Somebody will want to see the file as it is after the writing. */
  readonly readsBack: boolean
  /** An earlier attempt may have done the work already. */
  readonly isWary: boolean
  /** What a person answered already, the last answer last. */
  readonly answers: readonly string[]
  /** What each file showed, by its path. Earlier work may have left some, and the work adds to them. */
  readonly notes: Map<string, string>
  /** What only a person can decide is guessed. */
  readonly guesses: boolean
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
  /** `ask`: a person is asked, and no tool called. */
  readonly kind: 'look' | 'read' | 'write' | 'read back' | 'act' | 'ask'
  /** What it shows needs no second look after a correction. */
  readonly stands?: true
  /** Calls that can be made in the same turn. */
  readonly besides?: readonly Call[]
}

/** Something that only a person can say or give. */
export type Need = { readonly question: string; readonly choices?: readonly string[] } | { readonly access: string }

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

/** Files without notes, read side by side: none of them waits for another. */
export function* noteEach(
  paths: readonly string[],
  { tools, notes }: Hands,
  noteOf: (content: string) => string,
): Steps<void> {
  const tool = tools.read
  if (!tool) throw new Stuck('there is no tool for that')
  const calls = paths
    .filter((path) => !notes.has(path))
    .map((path): Call => ({ tool, input: { path }, target: path, kind: 'read', stands: true }))
  for (const [index, call] of calls.entries()) {
    const { failed, output } = yield { ...call, besides: calls.slice(index + 1) }
    if (failed) throw new Stuck(`${call.target} can't be read`)
    notes.set(call.target, noteOf(textOf(output)))
  }
}

/** A person's choice: one that was made already, or one that is asked for. */
export function* choice(question: string, choices: readonly string[], { answers, guesses }: Hands): Steps<string> {
  const known = chosen(answers, choices) ?? (guesses ? choices[0] : undefined)
  if (known !== undefined) return known
  const { failed, output } = yield asking({ question, choices })
  const said = failed ? null : chosen([output], choices)
  if (said === null) throw new Stuck(`${onlyUser}: ${question}`)
  return said
}

/** Whether a person grants something. */
export function* granted(access: string): Steps<boolean> {
  return !(yield asking({ access })).failed
}

/** How a report begins of what only the user can decide or give. */
export const onlyUser = 'Only the user can say'

const asking = (need: Need): Call => ({
  tool: 'ask',
  input: { need },
  target: 'access' in need ? need.access : need.question,
  kind: 'ask',
})

/** The choice that was named last. */
function chosen(answers: readonly string[], choices: readonly string[]): string | null {
  for (const answer of answers.toReversed()) {
    const named = choices.filter((one) => answer.includes(one))
    if (named.length === 1 && named[0] !== undefined) return named[0]
  }
  return null
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
export function* listed(
  folder: string,
  { tools }: Hands,
  { stands }: Pick<Call, 'stands'> = {},
): Steps<readonly { path: string; bytes: number }[]> {
  if (tools.list) {
    const pattern = folder === '' ? '**/*' : `${folder}/**/*`
    return entriesOf(yield { ...glob(tools.list, pattern), ...(stands && { stands }) })
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
