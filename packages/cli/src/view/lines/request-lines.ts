import { oneLine, type PersonRequest, someLines } from '@artoo/sdk'
import type { Paint } from '../text/paint.js'
import { type Look, line, paragraph } from '../text/spans.js'
import { wrapped } from '../text/width.js'
import { changeLines } from './diff-lines.js'

type Confirmation = Extract<PersonRequest, { readonly kind: 'confirm' }>

/** A request to a person: whether a call may be made, or a question. */
export function requestLines(request: PersonRequest, look: Look): readonly string[] {
  return request.kind === 'confirm' ? confirmationLines(request, look) : questionLines(request, look)
}

/** A question whether a call may be made: the action and its facts, the diff, and the answers. */
function confirmationLines(request: Confirmation, look: Look): readonly string[] {
  const { change } = request
  return [
    ...factLines(request, look),
    ...(change === null ? [] : changeLines(change, look)),
    ...offerLines(request, look),
  ]
}

function factLines(request: Confirmation, look: Look): readonly string[] {
  const { action, reason, tool, full, parts = [], secrets = [], sources = [] } = request
  const { undo, rule, why, subtask, earlier, change } = request
  const fact = (label: string, text: string | undefined, tone?: keyof Paint) =>
    text === undefined || text === ''
      ? []
      : paragraph({ label: `${label} `.padEnd(9), text: oneLine(text), ...(tone && { tone }) }, look)
  return [
    ...paragraph({ label: '? ', text: oneLine(action), tone: 'strong' }, look),
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
    ...fact('input', change === null && !full.includes(action) ? full : undefined, 'faint'),
  ]
}

function earlierWords(earlier: Confirmation['earlier']): string | undefined {
  if (earlier === null) return undefined
  if (earlier.done) return 'you did the same by hand before in this task'
  return `you said ${earlier.allowed ? 'yes' : 'no'} to the same before in this task`
}

function offerLines({ offers = [] }: Confirmation, look: Look): readonly string[] {
  if (offers.length === 0) return []
  const answers = [
    { label: 'once', text: 'this call alone' },
    ...offers.map(({ allow, rule, note }) => ({ label: allow, text: note === null ? rule : `${rule} (${note})` })),
  ]
  return [
    line([['faint', 'yes may mean:']], look),
    ...answers.flatMap(({ label, text }) => paragraph({ label: `  ${label}`.padEnd(10), text: oneLine(text) }, look)),
  ]
}

type Question = Exclude<PersonRequest, Confirmation>

/** A question in words, or for an access, with the answers to choose from. */
function questionLines(question: Question, look: Look): readonly string[] {
  const { kind, choices = [], required, subtask } = question
  const asked = wrapped(someLines(question.question, 200_000), Math.max(1, look.width - 2))
  const text = asked.map((part, index) => line([index === 0 ? '? ' : '  ', ['strong', part]], look))
  return [
    ...text,
    ...(subtask === undefined ? [] : paragraph({ label: '  for ', text: oneLine(subtask), tone: 'faint' }, look)),
    ...choices.flatMap((choice, index) => paragraph({ label: `  ${index + 1} `, text: oneLine(choice) }, look)),
    ...wrapped(hintOf(kind, required === true, choices.length), Math.max(1, look.width - 2)).map((part) =>
      line(['  ', ['faint', part]], look),
    ),
  ]
}

function hintOf(kind: Question['kind'], isRequired: boolean, choices: number): string {
  if (kind === 'access') return 'grant it, or refuse it with a reason'
  const how = choices > 0 ? 'a number, or words of your own' : 'in your own words'
  return isRequired ? how : `${how}; empty: go on without an answer`
}
