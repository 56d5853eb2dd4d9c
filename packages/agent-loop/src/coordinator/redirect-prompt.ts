import type { Message } from '@artoo/spec'
import { atomIn } from '../state/edits.js'
import type { OrGroup, StateFile } from '../state/state-file.js'
import { commandsText, inList, latest, prompt } from './prompt-parts.js'

export function redirectPrompt(state: StateFile, text: string): readonly Message[] {
  const { goal, background_intent, deliverables, definition_of_done, base_case, constraints } = state.objective
  const groups = Object.entries(state.or_groups).map(groupText)
  return prompt([
    `The goal: ${goal}`,
    `Why: ${background_intent}`,
    `Delivered: ${deliverables.join('; ')}`,
    `Done means: ${definition_of_done}; code decides by ${JSON.stringify(base_case)}`,
    `Constraints: ${JSON.stringify(constraints)}`,
    'The atoms, those that are resolved with what came of them:',
    ...latest(Object.entries(state.atoms).flatMap(([id]) => atomText(id, state))),
    ...(groups.length > 0 ? ['Groups, of which one choice is enough:', ...latest(groups)] : []),
    '',
    'The person for whom the job is done wants another course. In their words:',
    JSON.stringify(text),
    '',
    'Say it as one change; it is shown to the person before it is made. Ask back only when no reasonable reading exists.',
    '- objective_change: what the whole is for. Name only the fields that change. Work goes on when the person has agreed anew.',
    '- dag_adjustment: add an atom (the job is not completed before it is done; in a group it is one more choice), remove one, or force a choice. What was done for it is taken back.',
    '- constraint_change: name only the constraints that change.',
    '- bindings_override: what really came of a resolved atom. All that builds on it is done anew.',
    commandsText(state),
  ])
}

function atomText(id: string, state: StateFile): readonly string[] {
  const { description, status, group, parent, deps } = atomIn(state, id)
  if (status === 'abandoned') return []
  const kin = [
    status,
    ...(group === null ? [] : [`a choice of ${group}`]),
    ...(parent === null ? [] : [`a part of ${parent}`]),
    ...(deps.length === 0 ? [] : [`after ${deps.join(', ')}`]),
  ]
  const summary = state.bindings[id]?.summary
  return [`- ${id} (${kin.join('; ')}): ${inList(description)}${summary === undefined ? '' : ` → ${inList(summary)}`}`]
}

function groupText([id, { choices, selected, failed, forced }]: readonly [string, OrGroup]): string {
  const ways = choices.map((choice) => {
    const standing = choice === selected ? ' (taken)' : failed.includes(choice) ? ' (failed)' : ''
    return `${choice}${standing}${choice === forced ? ' (forced)' : ''}`
  })
  return `- ${id}: ${ways.join(', ')}`
}
