import type { AuditStats } from '@artoo/insight'
import type { AuditVerification } from '@artoo/insight/node'
import { escaped, isoTime, oneLine } from '@artoo/llm'
import { totalOf } from '@artoo/runtime'
import { isRecord } from '@artoo/spec'
import { counted, percent } from '../../view/text/numbers.js'
import type { Paint } from '../../view/text/paint.js'
import type { Line, Span } from '../../view/text/spans.js'
import type { AuditEntry } from './entries.js'

/** Whether the chain of hashes holds, and where not. */
export function verificationLines(found: AuditVerification): readonly Line[] {
  if (!found.sound) return [[['bad', `not as it was written: ${found.message}`]]]
  const { entries, head, torn } = found
  const left = torn.length === 0 ? '' : `; ${counted(torn.length, 'line')} left unfinished by a process that died`
  return [
    [['good', `${counted(entries, 'line')}, each as it was written${left}`]],
    [['faint', `its head, entry ${head.sequence}; kept elsewhere, it shows later whether the file was cut off:`]],
    [head.hash],
  ]
}

const tones: Readonly<Record<string, keyof Paint>> = { anomaly: 'warn', violation: 'bad', failure: 'bad', torn: 'warn' }

/** An entry on a line. */
export function entryLine({ sequence, event }: AuditEntry): Line {
  const { kind, at, ...rest } = isRecord(event) ? event : {}
  const word = typeof kind === 'string' ? oneLine(kind, 20) : 'entry'
  const time = typeof at === 'number' ? isoTime(at) : ''
  return [
    ['faint', `${String(sequence).padStart(5)}  ${time}  `],
    [tones[word] ?? 'faint', word.padEnd(9)],
    `  ${wordsOf(word, rest)}`,
  ]
}

function wordsOf(kind: string, rest: Readonly<Record<string, unknown>>): string {
  const found = rest[kind]
  if (!isRecord(found)) return oneLine(escaped(rest), 400)
  if (kind === 'report') return reportWords(found)
  const { taskId, code, text, reason, message } = found
  const words = [taskId, code, text ?? reason ?? message].filter((part) => typeof part === 'string' && part !== '')
  return oneLine(words.join('  '), 600)
}

/** The counts of a report that are not zero. */
function reportWords(report: Readonly<Record<string, unknown>>): string {
  const counts = reported.flatMap(([field, thing]) => {
    const value = report[field]
    const count = Array.isArray(value) ? value.length : value
    return typeof count === 'number' && count > 0 ? [counted(count, thing)] : []
  })
  return counts.join(', ') || 'no events'
}

const reported = [
  ['tasksStarted', 'task'],
  ['replans', 'replan'],
  ['corrections', 'correction'],
  ['violations', 'violation'],
  ['failures', 'failure'],
  ['anomalies', 'anomalous event'],
] as const

/** The totals over all tasks. */
export function statsLines({ totals, unreadable }: AuditStats): readonly Line[] {
  const { tasks, cutOff, rounds, replans, subtasks, corrections, ended, tools, usage, directives } = totals
  if (tasks === 0) return [['no tasks here']]
  const { calls, ok, refused, mistaken, stopped } = tools
  const directed = Object.entries(directives).map(([name, { times }]) => [name, times] as const)
  const { inputTokens, outputTokens, modelCalls } = totalOf(usage)
  const [tokensIn, tokensOut] = [inputTokens, outputTokens].map((tokens) => tokens.toLocaleString('en-US'))
  const underWay = cutOff > 0 ? `, ${cutOff} under way or cut off` : ''
  const calledHow = `${percent(ok, calls)} went well, ${refused} refused, ${mistaken} mistaken, ${stopped} stopped`
  const lines: readonly Line[] = [
    [label('tasks'), `${counted(tasks, 'task')}${underWay}`],
    [label('ended'), byCount(Object.entries(ended))],
    [label('rounds'), `${rounds}, with ${counted(replans, 'replan')} and ${counted(corrections, 'correction')}`],
    [label('directives'), byCount(directed)],
    [label('subtasks'), String(subtasks)],
    [label('calls'), `${calls}: ${calledHow}`],
    [label('tokens'), `${tokensIn} in, ${tokensOut} out, in ${counted(modelCalls, 'model call')}`],
  ]
  return unreadable.length === 0
    ? lines
    : [...lines, [label('unreadable'), ['bad', counted(unreadable.length, 'task')]]]
}

const label = (text: string): Span => ['faint', text.padEnd(12)]

function byCount(counts: readonly (readonly [name: string, times: number])[]): string {
  const sorted = counts.toSorted(([, one], [, other]) => other - one)
  return sorted.map(([name, times]) => `${oneLine(name, 40)} ${times}`).join(', ') || '–'
}
