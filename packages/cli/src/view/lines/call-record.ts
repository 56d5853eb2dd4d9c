import { oneLine, someLines } from '@artoo/sdk'
import { isRecord } from '@artoo/spec'
import type { Call } from '../task/calls.js'
import { duration } from '../text/numbers.js'
import { type Look, line, paragraph } from '../text/spans.js'
import { wrapped } from '../text/width.js'
import { markOf } from './call-line.js'
import { changeLines } from './diff-lines.js'

/** The whole record of a call: the input, the output, the change, who allowed it. */
export function callRecord(call: Call, look: Look): readonly string[] {
  const { width } = look
  const { tool, target, result, request, asked, durationMs } = call
  const facts: readonly (readonly [string, string | null])[] = [
    [
      'state',
      result?.code ? `${call.state} (${oneLine(result.code)})` : call.isAsked ? 'waits for an answer' : call.state,
    ],
    ['id', oneLine(call.id)],
    ['part', oneLine(request?.about?.subtask ?? '') || null],
    ['why', oneLine(request?.about?.why ?? '') || null],
    ['effect', result?.effect ?? null],
    ['asked', asked === null ? null : oneLine(`${asked.action} (${asked.reason})`)],
    ['decided', decidedBy(call)],
    ['took', durationMs === null ? null : duration(durationMs)],
  ]
  const input = result?.input ?? request?.input
  const output = result?.fullOutput ?? result?.output ?? ''
  const change = result?.change ?? null
  return [
    line([markOf(call), ' ', ['strong', tool], ` ${target}`], look),
    ...facts.flatMap(([label, text]) => (text === null ? [] : paragraph({ label: label.padEnd(9), text }, look))),
    ...section('input', inputLines(input, width), look),
    ...section('output', output.trim() === '' ? [] : wrapped(someLines(output, 1_000_000), width), look),
    ...section('change', change === null ? [] : changeLines(change, look), look),
  ]
}

function section(title: string, lines: readonly string[], look: Look): readonly string[] {
  return lines.length === 0 ? [] : ['', line([['accent', title]], look), ...lines]
}

/** Fields one below the other; a text of several lines keeps its lines. */
function inputLines(input: unknown, width: number): readonly string[] {
  if (input === undefined) return []
  if (!isRecord(input)) return wrapped(pretty(input), width)
  return Object.entries(input).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? someLines(value) : pretty(value)
    const label = `${oneLine(name, 100)}: `
    return text.includes('\n')
      ? [...wrapped(label.trimEnd(), width), ...wrapped(text, width - 2).map((part) => `  ${part}`)]
      : wrapped(label + text, width)
  })
}

const pretty = (value: unknown) => someLines(JSON.stringify(value, null, 2) ?? '')

const steps: Readonly<Record<string, string>> = {
  plan: 'the mode: nothing but reads is carried out',
  edits: 'the mode: changes of files are allowed',
  refuse: 'the mode: it refuses what a person would be asked about',
  'onToolCall.before': 'a hook of the host',
}

/** The person, the rule or the mode that decided whether the call was made; null where there was no question. */
function decidedBy({ answer, result }: Pick<Call, 'answer' | 'result'>): string | null {
  if (answer !== null) return oneLine(answerWords(answer))
  const by = result?.decidedBy
  if (by === undefined) return null
  return steps[by] ?? `the rule ${oneLine(by)}`
}

function answerWords({ allowed, by, allow, done, note, code }: NonNullable<Call['answer']>): string {
  if (code !== undefined) return `no: ${note ?? 'no answer that counts'}`
  const verdict = done ? 'done by hand' : allowed ? 'yes' : 'no'
  const reach = allow === 'task' ? ' for this task' : allow === 'always' ? ' from now on' : ''
  return `${verdict}${reach}, by ${by ?? 'a person'}${note ? `: ${note}` : ''}`
}
