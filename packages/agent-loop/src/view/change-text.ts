import { oneLine } from '@artoo/llm'
import { lostBy } from '../state/corrected.js'
import type { CourseChange, GraphOperation } from '../state/events.js'
import type { StateFile } from '../state/state-file.js'
import { has, partsOf } from '../state/whole.js'
import { checkText } from './check-text.js'

/** A change of course as a person reads it before a yes: what is wanted, then a line for each thing that changes. */
export function changeText(state: StateFile, change: CourseChange): string {
  const lost = lostBy(state, change).filter((id) => Object.hasOwn(state.bindings, id))
  const redone = lost.length === 0 ? [] : [`Work that is taken back: ${list(lost)}`]
  const lines = [...linesOf(state, change), ...redone]
  return [line(change.description), ...lines.map((text) => `- ${text}`)].join('\n')
}

function linesOf(state: StateFile, change: CourseChange): readonly string[] {
  switch (change.type) {
    case 'objective_change': {
      const { goal, background_intent: why, deliverables, definition_of_done: done, base_case: base } = change.objective
      return [
        ...(goal === undefined ? [] : [`The goal becomes: ${line(goal)}`]),
        ...(why === undefined ? [] : [`Why: ${line(why)}`]),
        ...(deliverables === undefined ? [] : [`Delivered: ${line(deliverables.join('; '))}`]),
        ...(done === undefined ? [] : [`Done means: ${line(done)}`]),
        ...(base ? [`Code decides that it is done when ${checkText(base)}`] : []),
        'Nothing begins before it is confirmed.',
      ]
    }
    case 'dag_adjustment':
      return change.operations.flatMap((operation) => operationLines(state, operation))
    case 'constraint_change':
      return Object.entries(change.constraints).map(([name, value]) => {
        const before = (state.objective.constraints as Readonly<Record<string, unknown>>)[name] ?? 'no limit'
        return `${line(name)}: ${amount(before)} → ${amount(value)}`
      })
    case 'bindings_override':
      return [`What came of ${line(change.atom)}: ${line(change.summary)}`, 'What builds on it is done again.']
    default:
      return change satisfies never
  }
}

function operationLines({ objective }: StateFile, operation: GraphOperation): readonly string[] {
  switch (operation.op) {
    case 'add': {
      const { group, atom } = operation
      const { id, description, success_criteria: check, deps, writes, required = group === undefined } = atom
      const after = deps.length > 0 ? `, after ${list(deps)}` : ''
      const way = group === undefined ? '' : `, one more way for ${line(group)}`
      const changes = writes.length > 0 ? `; changes ${list(writes)}` : ''
      const isCovered = objective.base_case !== null && has(partsOf(objective.base_case), check)
      return [
        `New: ${line(id)}${after}${way}: ${line(description)} (done when ${checkText(check)}${changes})`,
        ...(group !== undefined || (required && isCovered) ? [] : [required ? joins : optional]),
      ]
    }
    case 'remove':
      return [`Left out: ${line(operation.atom)}`]
    case 'force':
      return [`${line(operation.choice)} is taken for ${line(operation.group)}`]
    default:
      return operation satisfies never
  }
}

const joins =
  'The check of the whole does not ask for this yet. From now on the job is not completed before it is done.'
const optional = 'The job may be completed without this.'

const amount = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en-US') : line(String(value)))
const line = (text: string) => oneLine(text, Infinity)
/** Names of a model's making. */
const list = (names: readonly string[]) => line(names.join(', '))
