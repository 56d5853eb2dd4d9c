import type {
  Assignment,
  CommandExpansionPart,
  HereDoc,
  ParameterExpansionPart,
  Redirect,
  TestBinaryExpression,
  Word,
} from 'unbash'
import { argumentOf } from './argument.js'
import type { Reason } from './rule.js'
import { numberTests, textTests } from './simple-rules.js'

export const unless = (harmless: unknown, reason: string): Reason => (harmless ? null : reason)

/** bash computes with the operands of a comparison of numbers, and runs what `a[$(…)]` holds. */
export function testBinaryReason({ operator, left, right }: TestBinaryExpression): Reason {
  const numbers = [left, right].every(({ text }) => /^-?\d+$/.test(text))
  const known = textTests.has(operator) || operator === '=~' || (numberTests.has(operator) && numbers)
  return unless(known, `[[ … ${operator} … ]] may compute with what is only known at run time; use [ ]`)
}

export function assignmentReason({ name, value, append, index }: Assignment): Reason {
  return unless(value.type === 'Word' && !append && index === undefined, `${name} is not set in a plain way`)
}

export function redirectReason(
  { operator, target, descriptor }: Redirect,
  variables: ReadonlyMap<string, string>,
): Reason {
  const text = target?.text ?? ''
  const toDescriptor = (operator === '>&' || operator === '<&') && /^(\d|-)$/.test(text)
  const discarded = ['>', '>>', '&>', '&>>'].includes(operator) && text === '/dev/null'
  const reads = operator === '<' && target !== undefined && (text === '/dev/null' || isPlainInput(target, variables))
  const harmless = descriptor?.type !== 'FileDescriptorVariable' && (toDescriptor || discarded || reads)
  return unless(harmless, `${operator} ${text} may write a file`)
}

/** bash opens a network connection for /dev/tcp/host/port, and only that is a harm that reading does. */
function isPlainInput(target: Word, variables: ReadonlyMap<string, string>): boolean {
  if (/^~\/[\w.-]/.test(target.text)) return true
  const { prefix, fixed, fields } = argumentOf(target, variables)
  return fixed ? !/^\/+dev\//.test(prefix) : fields === 'one' && prefix !== '' && !prefix.startsWith('/')
}

export function hereDocReason({ delimiter, closing, body }: HereDoc): Reason {
  const plain = /^(["']?)[A-Za-z_]+\1$/.test(delimiter?.text ?? '') && closing && !body.text.includes('\\')
  return unless(plain, 'its here-document is not a plain one')
}

export function substitutionReason({ text, script }: CommandExpansionPart): Reason {
  // Shells disagree about escapes in backticks; older ones end $(…) elsewhere when one of these is inside.
  const plain = script !== undefined && text.startsWith('$(') && !/#|<<|`|\bcase\b/.test(text)
  return unless(plain, `${text} is not a plain $(…)`)
}

export function parameterReason({ parameter, prefix, index, operation, text }: ParameterExpansionPart): Reason {
  const known = operation === undefined || operation.type === 'Remove' || operation.type === 'Default'
  const assigns = operation?.type === 'Default' && operation.operator.endsWith('=')
  const plain = /^([A-Za-z_]\w*|[?#$\d])$/.test(parameter) && prefix !== '!' && index === undefined
  // Shells disagree about what a quote in here quotes.
  const unquoted = !/['"\\]/.test(text)
  return unless(known && !assigns && plain && unquoted, `${text} is not a plain expansion`)
}
