import { oneLine } from '@artoo/llm'
import type { Action, Explanation, Megram, Remedy, Summary } from '@artoo/mkct'
import { age, counted, share } from '../../view/text/numbers.js'
import type { Paint } from '../../view/text/paint.js'
import type { Line } from '../../view/text/spans.js'
import type { Lesson } from './lessons.js'

const tones = { exploit: 'good', avoid: 'bad', caution: 'warn', ignore: 'faint' } as const satisfies Readonly<
  Record<Action, keyof Paint>
>

const meanings: Readonly<Record<Action, string>> = {
  exploit: 'it speaks for it',
  avoid: 'it speaks against it',
  caution: 'it speaks for and against it',
  ignore: 'too little is known',
}

const mostLessons = 5

const pairOf = ({ space, entity }: { readonly space: string; readonly entity: string }) =>
  `${oneLine(space, 80)}  ${oneLine(entity, 120)}`

/** The size of a memory, and its strongest lessons. */
export function summaryLines(summary: Summary, lessons: readonly Lesson[], now: number): readonly Line[] {
  const { megrams, levels, pairs, latest } = summary
  if (megrams === 0) return [['this folder’s memory is empty']]
  const parts = [counted(levels.M, 'episode'), counted(levels.K, 'fact'), counted(levels.C, 'rule')].join(', ')
  const last = latest === null ? '' : `; the last one ${ago(latest, now)}`
  return [
    [`${parts} about ${counted(pairs, 'pair')}${last}`],
    ...strongest(
      'speaks for',
      lessons.filter(({ decision }) => decision > 0),
    ),
    ...strongest(
      'speaks against',
      lessons.filter(({ decision }) => decision < 0),
    ),
  ]
}

function strongest(title: string, lessons: readonly Lesson[]): readonly Line[] {
  if (lessons.length === 0) return []
  const lines = lessons.slice(0, mostLessons).flatMap((lesson): readonly Line[] => [
    ['  ', [tones[lesson.action], share(lesson.decision).padStart(6)], `  ${pairOf(lesson)}`],
    ['          ', ['faint', oneLine(lesson.content, 300)]],
  ])
  return [[''], [['strong', title]], ...lines]
}

/** An entry on a line. */
export function megramLine({ id, at, level, space, entity, content, sigma, state }: Megram, now: number): Line {
  const tone: keyof Paint = sigma > 0 ? 'good' : sigma < 0 ? 'bad' : 'faint'
  return [
    ['faint', `${id.slice(0, 8)}  ${age(at, now).padStart(6)}  ${level}  `],
    [tone, state.padEnd(15)],
    `  ${pairOf({ space, entity })}`,
    ['faint', content === '' ? '' : `  ${oneLine(content, 300)}`],
  ]
}

/** A pair in words: how it is seen, by which entries, and what would change that. */
export function explanationLines(explanation: Explanation): readonly Line[] {
  const { attention, decision, action, contributions, remedies, nextChange, now } = explanation
  if (contributions.length === 0) return [[`no entries about ${pairOf(explanation)}`]]
  const shown = contributions.slice(0, mostContributions)
  const rest = contributions.length - shown.length
  const later = nextChange && `by itself: ${meanings[nextChange.action]} in ${age(now, nextChange.at)}`
  return [
    [pairOf(explanation)],
    [
      [tones[action], meanings[action]],
      ['faint', `  attention ${share(attention)}, decision ${share(decision)}`],
    ],
    ...shown.map(
      ({ megram, share: part, decision: own }): Line => [
        ['faint', `  ${String(Math.round(part * 100)).padStart(3)}%  `],
        [own < 0 ? 'bad' : own > 0 ? 'good' : 'faint', share(own).padStart(6)],
        ['faint', `  ${age(megram.at, now).padStart(6)}  `],
        oneLine(megram.content === '' ? megram.state : megram.content, 300),
      ],
    ),
    ...(rest > 0 ? [[['faint', `  … and ${rest.toLocaleString('en-US')} more: --json`]] as Line] : []),
    ...remedies.slice(0, mostRemedies).map((remedy): Line => [remedyWords(remedy)]),
    ...(later === null ? [] : [[later]]),
  ]
}

const mostContributions = 20
const mostRemedies = 5

function remedyWords(remedy: Remedy): string {
  const then = meanings[remedy.action]
  if (remedy.type === 'without') return `without entry ${remedy.id.slice(0, 8)}: ${then}`
  return `after ${remedy.count} more of state ${remedy.state}: ${then}`
}

function ago(at: number, now: number): string {
  const passed = age(at, now)
  return passed === 'now' ? 'just now' : `${passed} ago`
}
