import type { ArtooEvent } from '../messages/contracts.js'
import type { SubTaskOutcome } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import { oneLine } from '../prompts/one-line.js'
import { areAlike } from '../prompts/plain-words.js'

type Judged = Extract<ArtooEvent, { type: 'SubTaskOutcome' | 'OutcomeSummary' | 'ReplanRequest' }>

/**
 * The contradictions between work that passed and the log, in words. `failingChecks`: checks that failed last, as `key
 * index`.
 */
export function contradictionsIn({ type, payload }: Judged, failingChecks: readonly string[]): readonly string[] {
  switch (type) {
    case 'SubTaskOutcome':
      return payload.status === 'matched'
        ? [...againstItself(payload), ...againstChecks(payload.subtaskId, payload.verdicts, failingChecks)]
        : []
    case 'ReplanRequest':
      return matchedIn(payload).flatMap((outcome) => fallen(outcome, payload.taskVerdicts))
    case 'OutcomeSummary': {
      const { taskVerdicts } = payload
      const ofWork = [...payload.kept, ...payload.outcomes].flatMap(({ toolCalls }) => toolCalls)
      const calls = [...ofWork, ...(payload.looks ?? [])]
      const undone = payload.outcomes.filter(({ status }) => status !== 'matched')
      return [
        ...undone.map(({ subtaskId }) => `accepted although ${subtaskId} is not done`),
        ...againstItself({ subtaskId: 'the task', verdicts: taskVerdicts, toolCalls: calls }),
        ...againstChecks('task', taskVerdicts, failingChecks),
      ]
    }
    default:
      return type satisfies never
  }
}

function matchedIn({
  kept,
  outcomes,
}: Pick<Extract<Judged, { type: 'ReplanRequest' }>['payload'], 'kept' | 'outcomes'>) {
  return [...kept, ...outcomes].filter(({ status }) => status === 'matched')
}

/** A verdict on the whole names records of work that had passed, or fails in the very words that had passed. */
function fallen({ subtaskId, verdicts, toolCalls }: SubTaskOutcome, onTask: readonly CriterionVerdict[]): string[] {
  const ids = new Set(toolCalls.map(({ id }) => id))
  const passed = verdicts.filter(({ verdict }) => verdict === 'pass').map(({ criterion }) => criterion)
  return onTask.flatMap(({ verdict, criterion, records }) => {
    if (verdict !== 'fail') return []
    const isNamed = records.some((id) => ids.has(id))
    if (!isNamed && !passed.some((other) => areAlike(other, criterion))) return []
    return [`${subtaskId} was matched, but ${isNamed ? 'its calls fail' : 'later it fails'} ${quoted(criterion)}`]
  })
}

/** The criteria of work that passed although they failed, or for which only failed calls are named. */
function againstItself({
  subtaskId,
  verdicts,
  toolCalls,
}: Pick<SubTaskOutcome, 'subtaskId' | 'verdicts' | 'toolCalls'>) {
  const wentWell = new Set(toolCalls.flatMap(({ id, status }) => (status === 'ok' ? id : [])))
  return verdicts.flatMap(({ verdict, mode, criterion, records }) => {
    if (verdict === 'fail') return [`${subtaskId} was let pass although it fails ${quoted(criterion)}`]
    const isUnfounded = verdict === 'pass' && mode === 'verifiable' && records.length > 0
    if (!isUnfounded || records.some((id) => wentWell.has(id))) return []
    return [`${subtaskId} was let pass on calls that all failed: ${quoted(criterion)}`]
  })
}

function againstChecks(key: string, verdicts: readonly CriterionVerdict[], failingChecks: readonly string[]): string[] {
  return verdicts.flatMap(({ verdict, criterion }, index) =>
    verdict === 'pass' && failingChecks.includes(`${key} ${index}`)
      ? [`a check said no, and the verdict is pass: ${quoted(criterion)}`]
      : [],
  )
}

const quoted = (criterion: string) => `"${oneLine(criterion, 200)}"`
