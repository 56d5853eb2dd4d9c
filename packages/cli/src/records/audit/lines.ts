import type { AuditStats } from '@artoo/insight'
import type { AuditVerification } from '@artoo/insight/node'
import { escaped, isoTime, oneLine } from '@artoo/llm'
import { isRecord } from '@artoo/spec'
import { counted, percent } from '../../view/text/numbers.js'
import type { Paint } from '../../view/text/paint.js'
import type { Span } from '../../view/text/spans.js'
import type { AuditEntry } from './entries.js'

type Line = readonly Span[]

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
  const ends = byCount(ended)
  const told = byCount(Object.fromEntries(Object.entries(directives).map(([name, { times }]) => [name, times])))
  const all = Object.values(usage)
  const sum = (of: (role: (typeof all)[number]) => number) => all.reduce((total, role) => total + of(role), 0)
  const tokens = `${sum(({ inputTokens }) => inputTokens).toLocaleString('en-US')} in, ${sum(({ outputTokens }) => outputTokens).toLocaleString('en-US')} out`
  return [
    [label('tasks'), `${counted(tasks, 'task')}${cutOff > 0 ? `, ${cutOff} under way or cut off` : ''}`],
    [label('ended'), ends],
    [label('rounds'), `${rounds}, with ${counted(replans, 'replan')} and ${counted(corrections, 'correction')}`],
    [label('directives'), told],
    [label('subtasks'), String(subtasks)],
    [
      label('calls'),
      `${calls}: ${percent(ok, calls)} went well, ${refused} refused, ${mistaken} mistaken, ${stopped} stopped`,
    ],
    [
      label('tokens'),
      `${tokens}, in ${counted(
        sum(({ modelCalls }) => modelCalls),
        'model call',
      )}`,
    ],
    ...(unreadable.length > 0 ? [[label('unreadable'), ['bad', counted(unreadable.length, 'task')]] as Line] : []),
  ]
}

const label = (text: string): Span => ['faint', text.padEnd(12)]

function byCount(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one)
  return sorted.map(([name, times]) => `${oneLine(name, 40)} ${times}`).join(', ') || '–'
}
