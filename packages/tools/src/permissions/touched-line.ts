import { type Command, forEachChild, parse, type SyntaxNode, type Word } from 'unbash'
import { argumentOf, unknownArguments, withPlaceholder } from '../law1/argument.js'
import { baseOf, isProgram } from './command-pattern.js'
import { type CommandWord, wordOf } from './command-word.js'
import { linesOf } from './lines-in-arguments.js'
import { computes, isShell, operandsBefore, runsBehind } from './programs-that-run.js'
import { hasWords, isOperand } from './touched-words.js'

interface ReadSoFar {
  readonly lines: Set<string>
  characters: number
}

/** A search for the commands of one pattern. */
interface Search {
  readonly pattern: readonly string[]
  /** The whole line, within which the others stand. */
  readonly source: string
  /** The text that the positions of nodes mean. */
  readonly text: string
  readonly read: ReadSoFar
  readonly depth: number
}

/**
 * Whether a line runs a command of the pattern as far as can be seen, in dash or in bash: in loops, functions and substitutions, behind programs that run
 * others, in lines that are words of shells. A program or a line that only shows at run time may be any.
 */
export const touchesLine = (pattern: readonly string[], line: string): boolean =>
  readsLine(line, { pattern, source: line, text: line, read: { lines: new Set(), characters: 0 }, depth: 0 })

/** Lines within lines that are read. */
const deepest = 8
const mostCharacters = 262_144
/** The most words of a program that runs others, of which each may be the command. */
const mostWords = 512

function readsLine(line: string, search: Search): boolean {
  if (!isNew(line, search)) return false
  if (isTooMuch(search)) return mayHold(line, search)
  const script = parse(line)
  if (script.errors?.length && mayHold(line, search)) return true
  // To dash `$'` is a dollar and a quote, in which a backslash escapes nothing.
  const isOther = /\$'[^']*\\/.test(line) && readsLoosely(line.replaceAll("$'", "'"), search)
  // A shell reads `$$(` as its process id and a bracket, the parser as a dollar and a substitution.
  const isPlain = line.includes('$$(') && readsLoosely(line.replaceAll('$$(', '1('), search)
  // A shell joins lines before it reads them: `$\` at the end of one and `x` at the beginning of the next are a variable.
  const isJoined = line.includes('\\\n') && readsLoosely(line.replaceAll('\\\n', ''), search)
  return isOther || isPlain || isJoined || visits(script, { ...search, text: line })
}

/** Whether the commands that a loose reading finds in a text, which need not be a line, touch. */
function readsLoosely(text: string, outer: Search): boolean {
  const search = { ...outer, text, depth: outer.depth + 1 }
  if (!isNew(`loosely ${text}`, search)) return false
  return isTooMuch(search) ? mayHold(text, search) : visits(parse(text), search)
}

function isNew(line: string, { read }: Search): boolean {
  if (read.lines.has(line)) return false
  read.lines.add(line)
  read.characters += line.length
  return true
}

const isTooMuch = ({ depth, read }: Search) => depth > deepest || read.characters > mostCharacters

const readsInner = (line: string, search: Search) => readsLine(line, { ...search, depth: search.depth + 1 })

/** Whether the `$(…)` in a text touch, which bash runs where it computes with the text or makes a prompt of it. */
const readsExpanded = (text: string, search: Search) =>
  /\$\(|`/.test(text) && readsLoosely(`: <<E\n${text}\nE\n`, search)

const readsBackticks = (text: string, search: Search) =>
  readsLoosely(text, search) || readsLoosely(text.replace(/\\(["$`\\])/g, '$1'), search)

/** Whether a line that can't be read may hold the program. */
function mayHold(line: string, search: Search): boolean {
  return /[$`*?[{]/.test(line) || mentions(line, search)
}

function mentions(line: string, { pattern: [program = ''] }: Search): boolean {
  const bare = line.replace(/\\\n|[\\'"]/g, '')
  return bare.split(/[^\w./+-]+/).some((word) => isProgram(program, word))
}

function visits(node: SyntaxNode, outer: Search): boolean {
  const search = node.type === 'Script' && node.source !== undefined ? { ...outer, text: node.source } : outer
  let found = touchesNode(node, search)
  if (!found) {
    forEachChild(node, (child) => {
      found ||= visits(child, search)
    })
  }
  return found
}

function touchesNode(node: SyntaxNode, search: Search): boolean {
  switch (node.type) {
    case 'Command':
      return touchesCommand(node, search)
    // To dash these are two subshells, and a program with operands.
    case 'ArithmeticCommand':
      return readsLoosely(node.body, search)
    case 'TestCommand':
      return readsLoosely(`: ${search.text.slice(node.pos + 2, node.end)}`, search)
    case 'TestBinary':
      return [node.left, node.right].some((word) => computesWith(word, search))
    case 'TestUnary':
      return computesWith(node.operand, search)
    case 'Assignment':
      return node.value.type === 'Word' && computesWith(node.value, search)
    case 'For':
    case 'Select':
      return (node.wordlist ?? []).some((word) => computesWith(word, search))
    // Shells disagree about what a quote in here quotes, and so about where it ends.
    case 'ParameterExpansion':
      return /['\\].*\}.*\}$/s.test(node.text) && mayHold(search.source, search)
    // Shells disagree about what a backslash escapes in backticks.
    case 'CommandExpansion':
      return /^`.*\\/s.test(node.text) && readsBackticks(node.text.slice(1, -1), search)
    case 'HereDoc':
      return !/^(["']?)[\w.-]+\1$|^\\\w+$/.test(node.delimiter?.text ?? '') && mayHold(search.source, search)
    default:
      return false
  }
}

const computesWith = (word: Word, search: Search) => readsExpanded(argumentOf(word).prefix, search)

function touchesCommand(command: Command, search: Search): boolean {
  if (!command.name) return false
  const input = inputOf(command)
  return commandsOf(command.name, command).some((words) => touchesWords(words, input, search))
}

/** A command as bash reads it and, where `&>` stands in it, the ones that dash does. */
function commandsOf(name: Word, { suffix }: Command): readonly (readonly CommandWord[])[] {
  const all = [wordOf(name)]
  const apart = [[wordOf(name)]]
  for (const node of suffix) {
    if (node.type === 'Redirect' && node.operator.startsWith('&>')) apart.push([])
    if (node.type !== 'Word' && node.type !== 'Assignment') continue
    const word = wordOf(node)
    all.push(word)
    const last = apart.at(-1)
    if (last?.length || !/^\w+=/.test(word.text)) last?.push(word)
  }
  return apart.length > 1 ? [all, ...apart] : [all]
}

/** Lines that are the input of a command, null when it only shows at run time. */
type Input = readonly string[] | null

function inputOf({ redirects }: Command): Input {
  const inputs = redirects.filter((node) => node.type !== 'Redirect' || node.operator.startsWith('<'))
  if (inputs.length === 0) return null
  const lines = inputs.map((node) => {
    if (node.type === 'HereDoc') return node.body.parts?.some(({ type }) => type !== 'Literal') ? null : node.body.text
    const target = node.target && argumentOf(node.target)
    if (!target?.fixed) return null
    return node.type === 'HereString' ? target.prefix : ''
  })
  return lines.includes(null) ? null : lines.filter((line) => line !== null)
}

function touchesWords(given: readonly CommandWord[], input: Input, search: Search): boolean {
  const [name] = given
  if (!name?.fixed) return name !== undefined
  const words = withInput(given)
  const own = baseOf(name.prefix)
  if (touchesOne(words, input, search)) return true
  const from = operandsBefore(own) === null ? words.findIndex(({ prefix }, at) => at > 0 && runsBehind(own, prefix)) : 0
  if (from === -1) return false
  if (words.length > mostWords || (from > 0 && isUnknown(words.slice(from + 1), 0))) return true
  return words.some((word, at) => {
    if (at <= from) return false
    const isLine = from > 0 && word.fixed && readsInner(word.prefix, search)
    return isLine || touchesOne(words.slice(at), input, search)
  })
}

/** The words with what xargs and find put into them. */
function withInput(words: readonly CommandWord[]): readonly CommandWord[] {
  const [name, ...args] = words
  if (!name) return words
  const programs = words.map(({ prefix }) => baseOf(prefix))
  const readers = programs.filter((program) => program === 'xargs' || program === 'parallel')
  const holes = readers.length > 0 ? holesOf(words) : programs.includes('find') ? ['{}'] : []
  // A path that find puts in is not an option.
  const fields = readers.length > 0 ? {} : { fields: 'globbed' as const }
  const filled = args.map((word, at) => {
    const isOption = word.prefix.startsWith('-') || namesHole.test(words[at]?.prefix ?? '')
    const hole = isOption ? undefined : holes.find((hole) => word.prefix.includes(hole))
    return hole === undefined ? word : { ...word, ...withPlaceholder(word, hole), ...fields }
  })
  return [name, ...filled, ...readers.map(() => ({ ...unknownArguments, text: '' }))]
}

/** Options of xargs whose value is the next word. */
const namesHole = /^-\w*[IJ]$/

/** Texts for which xargs puts what it reads. */
function holesOf(words: readonly CommandWord[]): readonly string[] {
  const named = words.flatMap(({ prefix }, at) => {
    if (namesHole.test(prefix)) return [words[at + 1]?.prefix ?? '']
    return /^(?:-\w*?[IJi]|--replace=)(.+)$/s.exec(prefix)?.slice(1) ?? []
  })
  return ['{}', ...named.filter((hole) => hole !== '')]
}

/** Whether these words are a command that touches, but for the commands in its arguments. */
function touchesOne(words: readonly CommandWord[], input: Input, search: Search): boolean {
  const [name, ...args] = words
  if (!name?.fixed) return false
  if (hasWords(search.pattern, words)) return true
  const own = baseOf(name.prefix)
  if (linesOf(own, args).some((line) => line === null || readsInner(line, search))) return true
  if (computes(own) && args.some((word) => readsExpanded(word.prefix, search))) return true
  if (isShell(own)) return takesUnknown(args, input, search)
  if (own === 'find') return hidesIn(args, search)
  if (own === '.' || own === 'source') return args[0] !== undefined && !isFile(args[0])
  const operands = operandsBefore(own)
  // The last word of xargs is what it reads.
  return operands !== null && isUnknown(own === 'xargs' ? args.slice(0, -1) : args, operands)
}

/** Whether a shell takes a line that only shows at run time, or one of its input that touches. */
function takesUnknown(args: readonly CommandWord[], input: Input, search: Search): boolean {
  for (const [at, word] of args.entries()) {
    const before = args[at - 1]?.prefix ?? ''
    if (!word.fixed) return word.fields === 'any' || !isFile(word)
    if (/^--(version|help)$/.test(word.prefix)) return false
    if (/^[-+]/.test(word.prefix) || /^[-+]\w*[oO]$|^--(rcfile|init-file)$/.test(before)) continue
    if (args.slice(0, at).some(({ prefix }) => /^-\w*c/.test(prefix))) return false
    if (args.slice(0, at).some(({ prefix }) => /^-\w*s/.test(prefix))) break
    return !isFile(word)
  }
  return input === null || input.some((line) => readsInner(line, search))
}

/** Whether a word names a script, whose content is not known. */
const isFile = ({ fixed, prefix, text }: CommandWord) =>
  fixed ? !/^\/(dev|proc)\//.test(prefix) : /^[^<>]*\/[\w.-]+"?$/.test(text) && !/\/(dev|proc|fd)\//.test(text)

/** Whether `-exec` or what it runs may be in words of find that only show at run time. */
function hidesIn(args: readonly CommandWord[], search: Search): boolean {
  const isProgramUnknown = args.some((word, at) => !word.fixed && /^-(exec|ok)(dir)?$/.test(args[at - 1]?.prefix ?? ''))
  return (
    isProgramUnknown ||
    (args.some((word) => !word.fixed && word.fields !== 'globbed') && mentions(search.source, search))
  )
}

/** Whether the command that stands behind so many operands only shows at run time. */
function isUnknown(args: readonly CommandWord[], operands: number): boolean {
  let left = operands
  for (const [at, word] of args.entries()) {
    if (/^\w+=/.test(word.prefix)) continue
    if (!word.fixed && (word.fields !== 'one' || left === 0)) return true
    if (!word.fixed || isOperand(word, args[at - 1])) left--
    if (left < 0) return false
  }
  return false
}
