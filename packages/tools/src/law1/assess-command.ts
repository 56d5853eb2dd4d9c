import { type Assignment, type Command, forEachChild, parse, type SyntaxNode, type TestCommand } from 'unbash'
import { argumentOf } from './argument.js'
import { judgeCommand } from './judge-command.js'
import { argvOf } from './plain-argv.js'
import { answersWithExitOne } from './read-only-commands.js'
import type { Reason } from './rule.js'
import { secretReason, wholeHomeReason, wordsNotRead } from './secret-words.js'
import { settableName, unaryTests } from './simple-rules.js'
import {
  assignmentReason,
  hereDocReason,
  parameterReason,
  redirectReason,
  substitutionReason,
  testBinaryReason,
  unless,
} from './syntax-rules.js'
import { knownVariables } from './variables.js'

export interface CommandAssessment {
  /** Why the command needs confirmation; null when it may run unasked. */
  readonly reason: Reason
  /** True for a read-only command where exit code 1 without a message is an answer, as from grep. */
  readonly exitOneMeansNo: boolean
}

/**
 * Law 1 for shell commands, but for those that a rule allows: null only when every node of the syntax tree is known to be harmless. A list of forbidden
 * words would not do: `find -delete` holds none, and `rm` hides in `$(echo rm)`, in a loop body or behind a program
 * that nobody listed. Here whatever is not known asks, so a gap in the tables costs a question and not a file.
 *
 * The parser reads bash, `/bin/sh` may be another shell. Only what all of them read alike is free; the rest asks.
 */
export function assessCommand(source: string, isAllowed: IsAllowed = () => false): CommandAssessment {
  const names = new Set<string>()
  const reason = lexicalReason(source) ?? scriptReason(source, { names, inTest: false, isAllowed })
  return { reason, exitOneMeansNo: reason === null && [...names].some((name) => answersWithExitOne.has(name)) }
}

/**
 * The nodes of a line that need confirmation, in its order, each with the reason; a line that can't be seen in parts is one. Empty for a line that
 * may run unasked.
 */
export function harmfulNodes(source: string): readonly HarmfulNode[] {
  const { reason } = assessCommand(source)
  if (reason === null) return []
  const whole = { node: null, text: source, reason }
  if (lexicalReason(source) !== null) return [whole]
  const script = parse(source)
  const variables = knownVariables(script)
  if (variables === null || script.errors?.length) return [whole]
  const walk: Walk = { names: new Set(), inTest: false, isAllowed: () => false, source, variables }
  const found: HarmfulNode[] = []
  const visit = (node: SyntaxNode, isRead: boolean) => {
    const own = isRead ? nodeReason(node, walk) : null
    if (own !== null) found.push({ node, text: source.slice(node.pos, node.end), reason: own })
    const notRead = wordsNotRead(node)
    forEachChild(node, (child) => visit(child, !notRead.has(child)))
  }
  visit(script, true)
  return found.length > 0 ? found : [whole]
}

export interface HarmfulNode {
  /** Null for a line that is not seen in parts. */
  readonly node: SyntaxNode | null
  readonly text: string
  readonly reason: string
}

/** Whether a rule allows the words of a plain command, as every shell takes them. */
export type IsAllowed = (argv: readonly string[]) => boolean

const longestCommand = 8192

function lexicalReason(source: string): Reason {
  if (source.length > longestCommand) return `it is longer than ${longestCommand} characters`
  // Shells and parser disagree about which of these are blanks, and a reader can't see them.
  if (/(?![ \t\n])[\p{C}\p{Z}]/u.test(source)) return 'it holds an invisible character or an unusual blank'
  if (source.includes('\\\n')) return 'it joins lines with a backslash'
  return null
}

interface Reading {
  /** The names of the commands so far. */
  readonly names: Set<string>
  /** True for what stands in `[[ ]]`, read as a shell does that has none. */
  readonly inTest: boolean
  readonly isAllowed: IsAllowed
}

interface Walk extends Reading {
  readonly source: string
  readonly variables: ReadonlyMap<string, string>
}

function scriptReason(source: string, reading: Reading): Reason {
  const script = parse(source)
  const variables = knownVariables(script)
  return variables === null ? 'it is nested too deep' : treeReason(script, { ...reading, source, variables })
}

const treeReason = (node: SyntaxNode, walk: Walk): Reason => nodeReason(node, walk) ?? childrenReason(node, walk)

function childrenReason(node: SyntaxNode, walk: Walk): Reason {
  const notRead = wordsNotRead(node)
  let reason: Reason = null
  forEachChild(node, (child) => {
    reason ??= notRead.has(child) ? childrenReason(child, walk) : treeReason(child, walk)
  })
  return reason
}

function nodeReason(node: SyntaxNode, walk: Walk): Reason {
  switch (node.type) {
    case 'CompoundList':
    case 'AndOr':
    case 'If':
    case 'Elif':
    case 'While':
    case 'Subshell':
    case 'BraceGroup':
    case 'Case':
    case 'Redirected':
    case 'Negation':
    case 'FileDescriptor':
    case 'HereDocDelimiter':
    case 'HereDocBody':
    case 'Literal':
    case 'Glob':
    case 'SingleQuoted':
    case 'DoubleQuoted':
    case 'Default':
    case 'Remove':
      return null
    case 'Script':
      return node.errors?.length || node.shebang ? 'it is not a complete, valid command' : null
    case 'Statement':
      return node.background ? 'it leaves a command in the background' : null
    case 'Pipeline':
      return unless(
        node.operators.every((operator) => operator === '|'),
        '|& is not plain POSIX shell',
      )
    case 'CaseItem':
      return unless(node.terminator === undefined || node.terminator === ';;', 'case is not plain POSIX shell')
    case 'For':
      return unless(settableName.test(node.name.text), `it sets ${node.name.text}`)
    case 'TestLogical':
    case 'TestNot':
      return null
    case 'TestCommand':
      return testCommandReason(node, walk)
    case 'TestUnary':
      return unless(unaryTests.has(node.operator), `${node.operator} is not a plain test`)
    case 'TestBinary':
      return testBinaryReason(node)
    case 'Word':
      return walk.inTest ? null : secretReason(node)
    case 'Command':
      return commandReason(node, walk)
    case 'Assignment':
      return assignmentReason(node)
    case 'Redirect':
      return redirectReason(node, walk.variables)
    case 'HereDoc':
      return hereDocReason(node)
    case 'SimpleExpansion':
      return unless(/^\$([A-Za-z_]\w*|[?#$\d])$/.test(node.text), `${node.text} is not a plain variable`)
    case 'ParameterExpansion':
      return parameterReason(node)
    case 'CommandExpansion':
      return substitutionReason(node)
    case 'ArithmeticExpansion':
      // A variable here would be evaluated as code by bash: x='a[$(…)]'.
      return unless(/^\$\(\([\d\s+\-*/%()]*\)\)$/.test(node.text), `${node.text} computes with more than numbers`)
    case 'ArithmeticBinary':
    case 'ArithmeticUnary':
    case 'ArithmeticGroup':
    case 'ArithmeticWord':
      return null
    default:
      return `it uses ${node.type}, which is not among the harmless parts of every shell`
  }
}

function commandReason(command: Command, walk: Walk): Reason {
  const { name, prefix, suffix, args } = command
  const assignments = prefix.filter((node) => node.type === 'Assignment')
  const words = args.filter((node) => node.type === 'Word')
  if (words.length < args.length || suffix.some((node) => node.type === 'Assignment')) return 'it declares a variable'
  if (wordAfterBothOutputs(command)) return 'other shells run what follows &>/dev/null'
  if (name === undefined) {
    return unless(
      assignments.every((node) => settableName.test(node.name)),
      'it sets a variable of the system',
    )
  }
  if (name.text !== name.value) return `${name.text} is not a plain command name`
  const environment = assignments.find((node) => !mayPrefix(node, name.text))
  if (environment) return `it sets ${environment.name} for ${name.text}`
  // No program has the name of a test, so a shell without [[ ]] finds none.
  if (walk.inTest && unaryTests.has(name.text)) return null
  const argv = walk.inTest || prefix.length > 0 ? null : argvOf([name, ...words])
  if (argv !== null && (walk.isAllowed(argv) || walk.isAllowed(afterTimeout(argv)))) return null
  walk.names.add(name.text)
  const judged = words.map((word) => argumentOf(word, walk.variables))
  return judgeCommand(argumentOf(name), judged) ?? wholeHomeReason(name.text, words)
}

/** The command that `timeout 60` runs. */
const afterTimeout = ([program, seconds = '', ...argv]: readonly string[]): readonly string[] =>
  program === 'timeout' && /^\d+(\.\d+)?[smhd]?$/.test(seconds) ? argv : []

/** A shell without `&>` ends the command at the `&`, runs it in the background, and then what follows. */
function wordAfterBothOutputs({ prefix, suffix }: Command): boolean {
  const first = suffix.findIndex(isBothOutputs)
  return prefix.some(isBothOutputs) || (first !== -1 && suffix.slice(first).some(({ type }) => type === 'Word'))
}

const isBothOutputs = (node: SyntaxNode) => node.type === 'Redirect' && node.operator.startsWith('&>')

/**
 * `[[ ]]` is harmless when bash's reading is and that of a shell that has no such thing: it takes `[[` for the name of a
 * program, which it doesn't find, and what follows `&&` and `||` for commands.
 */
function testCommandReason({ pos, end }: TestCommand, { source, names, isAllowed }: Walk): Reason {
  const text = source.slice(pos, end)
  if (!/^\[\[.*\]\]$/s.test(text) || /\s#/.test(text)) return 'it uses [[ ]] in a way that is not plain'
  names.add('[[')
  const reason = scriptReason(`: ${text.slice(2)}`, { names: new Set(), inTest: true, isAllowed })
  return reason === null ? null : `a shell without [[ ]] reads it otherwise (${reason}); use [ ]`
}

function mayPrefix({ name, text }: Assignment, command: string): boolean {
  if (settableName.test(name) || (name === 'IFS' && command === 'read')) return true
  return /^(LANG|LC_[A-Z]+)=(C|POSIX|(C|[a-z]{2}_[A-Z]{2})\.UTF-8)$/.test(text)
}
