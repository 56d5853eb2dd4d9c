import { oneLine, someLines } from '@artoo/llm'
import { measureOf, measureText } from '../state/measure.js'
import { progressOf } from '../state/progress.js'
import { weightsOf } from '../state/shape.js'
import type { Atom, StateFile, TrailEntry } from '../state/state-file.js'
import { undoneIn } from '../state/whole.js'

export interface PictureOptions {
  /** Characters of a line. @defaultValue 100 */
  readonly width?: number | undefined
  /** Entries of the trail, the latest. @defaultValue 8 */
  readonly trail?: number | undefined
}

/** A loop as text: where it stands, the graph, and how it came to be as it is. */
export function loopPicture(state: StateFile, { width = 100, trail = 8 }: PictureOptions = {}): string {
  const roots = Object.keys(state.atoms).filter((id) => state.atoms[id]?.parent === null)
  const lines = [
    ...heading(state),
    ...nodeLines(state, roots, ''),
    ...(state.trail.length > 0 ? ['', 'trail', ...state.trail.slice(-trail).map(trailLine)] : []),
    ...state.residual_effects.map((effect) => `! could not be taken back: ${oneLine(effect)}`),
  ]
  return lines.map((line) => cut(plain(line), width)).join('\n')
}

const marks = {
  pending: '·',
  in_progress: '▶',
  resolved: '✓',
  failed: '✗',
  superseded: '~',
  abandoned: '–',
} as const satisfies Record<Atom['status'], string>

function heading(state: StateFile): readonly string[] {
  const { control, objective, epoch } = state
  const { failingChecks, openAtoms } = progressOf(state)
  const why = control.halt_code === null ? '' : ` (${control.halt_code})`
  const measure = measureText(measureOf(state, weightsOf(state)))
  const undone = control.status === 'completed' ? undoneIn(state) : []
  const failing = failingChecks === null ? 'base case not looked at yet' : `${failingChecks} failing checks`
  return [
    `${control.status}${why}   iteration ${control.iteration} of ${objective.constraints.max_iterations}   epoch ${epoch}`,
    ...(control.halt_detail === null || control.status === 'completed' ? [] : [`why: ${oneLine(control.halt_detail)}`]),
    ...(control.status === 'ready' && control.last_verdict?.passed
      ? ['! the base case holds already, before any work: does it check what is wanted?']
      : []),
    ...(undone.length > 0 ? [`! not done: ${undone.join(', ')}`] : []),
    `measure ${measure}   progress: ${failing}, ${openAtoms} open atoms${tokensText(state)}`,
    '',
  ]
}

function tokensText({ control: { tokens_used: used }, objective }: StateFile): string {
  const { max_tokens: most } = objective.constraints
  if (used === 0 && most === undefined) return ''
  const limit = most === undefined ? '' : ` of ${most.toLocaleString('en-US')}`
  return `   tokens: ${used.toLocaleString('en-US')}${limit}`
}

/** Choices stand under their group, parts under what was split. */
function nodeLines(state: StateFile, ids: readonly string[], indent: string): readonly string[] {
  const shown = new Set<string>()
  return ids.flatMap((id) => {
    const group = state.atoms[id]?.group ?? null
    if (group === null) return atomLines(state, id, indent)
    if (shown.has(group)) return []
    shown.add(group)
    const choices = state.or_groups[group]?.choices ?? []
    const isDone = state.atoms[state.or_groups[group]?.selected ?? '']?.status === 'resolved'
    const head = `${indent}${isDone ? '✓' : '◇'} ${group}: one of ${choices.join(', ')}`
    return [head, ...choices.flatMap((choice) => atomLines(state, choice, `${indent}  `))]
  })
}

function atomLines(state: StateFile, id: string, indent: string): readonly string[] {
  const atom = state.atoms[id]
  if (!atom) return []
  const after = atom.deps.length > 0 ? `, after ${atom.deps.join(', ')}` : ''
  const said = state.bindings[id]?.summary ?? (atom.status === 'resolved' ? '' : atom.notes.at(-1))
  const known = said ? `  → ${oneLine(said)}` : ''
  const line = `${indent}${marks[atom.status]} ${id}: ${oneLine(atom.description)}${after}${known}`
  return [line, ...nodeLines(state, atom.children, `${indent}  `)]
}

function trailLine(entry: TrailEntry): string {
  const isVoid = entry.void ? ' (void)' : ''
  switch (entry.type) {
    case 'or_select':
    case 'or_switch':
      return `  ${entry.type} ${entry.group} → ${entry.selected}: ${oneLine(entry.reason)}${isVoid}`
    case 'or_fail':
      return `  or_fail ${entry.group} ✗ ${entry.choice}: ${oneLine(entry.reason)}${isVoid}`
    case 'atom_fail':
      return `  atom_fail ${entry.atom}: ${oneLine(entry.reason)}${isVoid}`
    case 'user_correction':
      return `  user_correction: ${oneLine(entry.description)}`
    default:
      return entry satisfies never
  }
}

/** Ids may be a model's words too. */
const plain = (line: string) => someLines(line).replaceAll('\n', ' ')

function cut(line: string, width: number): string {
  const letters = [...line]
  return letters.length <= width ? line : `${letters.slice(0, width - 1).join('')}…`
}
