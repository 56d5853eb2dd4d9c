import {
  type Assignment,
  type Command,
  type CommandExpansionPart,
  forEachChild,
  type HereDoc,
  type ParameterExpansionPart,
  parse,
  type Redirect,
  type SyntaxNode,
} from 'unbash'
import { argumentOf } from './argument.js'
import { judgeCommand } from './judge-command.js'
import { answersWithExitOne } from './read-only-commands.js'
import type { Reason } from './rule.js'
import { secretReason, wholeHomeReason, wordsNotRead } from './secret-words.js'
import { settableName } from './simple-rules.js'

export interface CommandAssessment {
  /** Why the command needs confirmation; null when it may run unasked. */
  readonly reason: Reason
  /** True for a read-only command where exit code 1 without a message is an answer, as from grep. */
  readonly exitOneMeansNo: boolean
}

/**
 * Law 1 for shell commands: null only when every node of the syntax tree is known to be harmless. A list of forbidden
 * words would not do: `find -delete` holds none, and `rm` hides in `$(echo rm)`, in a loop body or behind a program
 * that nobody listed. Here whatever is not known asks, so a gap in the tables costs a question and not a file.
 *
 * The parser reads bash, `/bin/sh` may be another shell. Only what all of them read alike is free; the rest asks.
 */
export function assessCommand(source: string): CommandAssessment {
  const names = new Set<string>()
  const reason = lexicalReason(source) ?? treeReason(parse(source), names)
  return { reason, exitOneMeansNo: reason === null && [...names].some((name) => answersWithExitOne.has(name)) }
}

const longestCommand = 8192

function lexicalReason(source: string): Reason {
  if (source.length > longestCommand) return `it is longer than ${longestCommand} characters`
  // Shells and parser disagree about which of these are blanks, and a reader can't see them.
  if (/(?![ \t\n])[\p{C}\p{Z}]/u.test(source)) return 'it holds an invisible character or an unusual blank'
  if (source.includes('\\\n')) return 'it joins lines with a backslash'
  return null
}

function treeReason(node: SyntaxNode, names: Set<string>): Reason {
  return nodeReason(node, names) ?? childrenReason(node, names)
}

function childrenReason(node: SyntaxNode, names: Set<string>): Reason {
  const notRead = node.type === 'Command' ? wordsNotRead(node) : undefined
  let reason: Reason = null
  forEachChild(node, (child) => {
    reason ??= notRead?.has(child) ? childrenReason(child, names) : treeReason(child, names)
  })
  return reason
}

function nodeReason(node: SyntaxNode, names: Set<string>): Reason {
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
    case 'Word':
      return secretReason(node)
    case 'Command':
      return commandReason(node, names)
    case 'Assignment':
      return assignmentReason(node)
    case 'Redirect':
      return redirectReason(node)
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

const unless = (harmless: unknown, reason: string): Reason => (harmless ? null : reason)

function commandReason({ name, prefix, suffix, args }: Command, names: Set<string>): Reason {
  const assignments = prefix.filter((node) => node.type === 'Assignment')
  const words = args.filter((node) => node.type === 'Word')
  if (words.length < args.length || suffix.some((node) => node.type === 'Assignment')) return 'it declares a variable'
  if (name === undefined) {
    return unless(
      assignments.every((node) => settableName.test(node.name)),
      'it sets a variable of the system',
    )
  }
  if (name.text !== name.value) return `${name.text} is not a plain command name`
  const environment = assignments.find((node) => !mayPrefix(node, name.text))
  if (environment) return `it sets ${environment.name} for ${name.text}`
  names.add(name.text)
  return judgeCommand(argumentOf(name), words.map(argumentOf)) ?? wholeHomeReason(name.text, words)
}

function mayPrefix({ name, text }: Assignment, command: string): boolean {
  if (settableName.test(name) || (name === 'IFS' && command === 'read')) return true
  return /^(LANG|LC_[A-Z]+)=(C|POSIX|(C|[a-z]{2}_[A-Z]{2})\.UTF-8)$/.test(text)
}

function assignmentReason({ name, value, append, index }: Assignment): Reason {
  return unless(value.type === 'Word' && !append && index === undefined, `${name} is not set in a plain way`)
}

function redirectReason({ operator, target, descriptor }: Redirect): Reason {
  const text = target?.text ?? ''
  const toDescriptor = (operator === '>&' || operator === '<&') && /^(\d|-)$/.test(text)
  const discarded = (operator === '>' || operator === '>>') && text === '/dev/null'
  // bash opens a network connection for /dev/tcp/host/port.
  const plainInput = target && argumentOf(target).fixed && (!/^\/+dev\//.test(target.value) || text === '/dev/null')
  const reads = operator === '<' && plainInput
  const harmless = descriptor?.type !== 'FileDescriptorVariable' && (toDescriptor || discarded || reads)
  return unless(harmless, `${operator} ${text} may write a file`)
}

function hereDocReason({ delimiter, closing, body }: HereDoc): Reason {
  const plain = /^(["']?)[A-Za-z_]+\1$/.test(delimiter?.text ?? '') && closing && !body.text.includes('\\')
  return unless(plain, 'its here-document is not a plain one')
}

function substitutionReason({ text, script }: CommandExpansionPart): Reason {
  // Shells disagree about escapes in backticks; older ones end $(…) elsewhere when one of these is inside.
  const plain = script !== undefined && text.startsWith('$(') && !/#|<<|`|\bcase\b/.test(text)
  return unless(plain, `${text} is not a plain $(…)`)
}

function parameterReason({ parameter, prefix, index, operation, text }: ParameterExpansionPart): Reason {
  const known = operation === undefined || operation.type === 'Remove' || operation.type === 'Default'
  const assigns = operation?.type === 'Default' && operation.operator.endsWith('=')
  const plain = /^([A-Za-z_]\w*|[?#$\d])$/.test(parameter) && prefix !== '!' && index === undefined
  // Shells disagree about what a quote in here quotes.
  const unquoted = !/['"\\]/.test(text)
  return unless(known && !assigns && plain && unquoted, `${text} is not a plain expansion`)
}
