import { oneLine, type PersonRequest, someLines } from '@artoo/sdk'
import type { Paint } from '../text/paint.js'
import { line, paragraph } from '../text/spans.js'
import { wrapped } from '../text/width.js'
import { bounded } from './bounded.js'
import { patchLines, sizes } from './diff-lines.js'
import type { Look } from './look.js'

type Confirmation = Extract<PersonRequest, { readonly kind: 'confirm' }>

export interface Bounded extends Look {
  /** Lines that there is room for. @defaultValue no bound */
  readonly height?: number | undefined
}

/** A question whether a call may be made: the action and its facts, the diff, and the answers. */
export function requestLines(request: Confirmation, look: Bounded): readonly string[] {
  const { width, paint, height = Number.POSITIVE_INFINITY } = look
  const head = headOf(request, look)
  const foot = footOf(request, look)
  const rest = Math.max(2, height - foot.length)
  const above = bounded(head, Math.max(1, rest - 3), look)
  const { change } = request
  const diff =
    change === null ? [] : change.diff === null ? wrapped(sizes(change), width) : patchLines(change.diff, look)
  const lines = [...above, ...bounded(diff, Math.max(1, rest - above.length), look), ...foot]
  // In less room than that the action is the last to go.
  return lines.length <= height ? lines : bounded(lines, height, { width, paint })
}

function headOf(request: Confirmation, { width, paint }: Look): readonly string[] {
  const {
    action,
    reason,
    tool,
    full,
    parts = [],
    secrets = [],
    undo,
    rule,
    why,
    subtask,
    sources = [],
    earlier,
  } = request
  const fact = (label: string, text: string | undefined, tone?: keyof Paint) =>
    text === undefined || text === ''
      ? []
      : paragraph({ label: `${label} `.padEnd(9), text: oneLine(text), ...(tone && { tone }) }, width, paint)
  return [
    ...paragraph({ label: '? ', text: oneLine(action), tone: 'strong' }, width, paint),
    ...fact('reason', reason, 'warn'),
    ...fact('tool', action.includes(tool) ? undefined : tool),
    ...parts.flatMap(({ text, does }) => fact('part', `${text}: ${does}`)),
    ...secrets.flatMap((secret) => fact('secret', secret, 'warn')),
    ...fact('rule', rule),
    ...fact('for', subtask),
    ...fact('because', why),
    ...sources.flatMap((source) => fact('read', source)),
    ...fact('earlier', earlierWords(earlier)),
    ...fact('undo', undo === 'snapshot' ? 'a snapshot is kept, so it can be taken back' : undefined),
    ...fact('input', request.change === null && !full.includes(action) ? full : undefined, 'faint'),
  ]
}

function earlierWords(earlier: Confirmation['earlier']): string | undefined {
  if (earlier === null) return undefined
  if (earlier.done) return 'you did the same by hand before in this task'
  return earlier.allowed
    ? 'you said yes to the same before in this task'
    : 'you said no to the same before in this task'
}

function footOf({ offers = [] }: Confirmation, { width, paint }: Look): readonly string[] {
  if (offers.length === 0) return []
  const answers = [
    { label: 'once', text: 'this call alone' },
    ...offers.map(({ allow, rule, note }) => ({ label: allow, text: note === null ? rule : `${rule} (${note})` })),
  ]
  return [
    line([['faint', 'yes may mean:']], width, paint),
    ...answers.flatMap(({ label, text }) =>
      paragraph({ label: `  ${label}`.padEnd(10), text: oneLine(text) }, width, paint),
    ),
  ]
}

type Question = Exclude<PersonRequest, Confirmation>

/** A question in words, or for an access, with the answers to choose from. */
export function questionLines(question: Question, look: Bounded): readonly string[] {
  const { width, paint, height = Number.POSITIVE_INFINITY } = look
  const { kind, choices = [], required, subtask } = question
  const asked = wrapped(someLines(question.question, 200_000), Math.max(1, width - 2))
  const text = asked.map((part, index) => line([index === 0 ? '? ' : '  ', ['strong', part]], width, paint))
  const foot = [
    ...(subtask === undefined
      ? []
      : paragraph({ label: '  for ', text: oneLine(subtask), tone: 'faint' }, width, paint)),
    ...choices.flatMap((choice, index) => paragraph({ label: `  ${index + 1} `, text: oneLine(choice) }, width, paint)),
    ...wrapped(hintOf(kind, required === true, choices.length), Math.max(1, width - 2)).map((part) =>
      line(['  ', ['faint', part]], width, paint),
    ),
  ]
  const lines = [...bounded(text, Math.max(2, height - foot.length), look), ...foot]
  return lines.length <= height ? lines : bounded(lines, height, look)
}

function hintOf(kind: Question['kind'], isRequired: boolean, choices: number): string {
  if (kind === 'access') return 'grant it, or refuse it with a reason'
  const how = choices > 0 ? 'a number, or words of your own' : 'in your own words'
  return isRequired ? how : `${how}; empty: go on without an answer`
}
