import type { Notice } from '@artoo/bus'
import fc from 'fast-check'
import { createGoalGradientSolver } from '../../roles/src/controller/goal-gradient-solver.js'
import type { ArtooEvent } from '../../roles/src/messages/contracts.js'
import {
  call,
  failed,
  failedCall,
  failing,
  modelCall,
  outcomeSummary,
  replanRequest,
  verdict,
} from '../../roles/test/builders.js'
import { drive, message } from '../../roles/test/drive.js'

export type Event = ArtooEvent | Notice

/** What went wrong in a round. */
export interface Trouble {
  readonly elapsedMs: number
  /** Criteria that passed. */
  readonly passed: number
  readonly logical: number
  readonly environmental: number
  /** Of the merged result, or of a subtask. */
  readonly ofMerge: boolean
}

export interface Audited {
  readonly taskId: string
  readonly troubles: readonly Trouble[]
  /** After all that trouble. */
  readonly accepted: boolean
}

/** The events of a task with the controller's own decisions, as a journal would have them. */
export const eventsOf = (audited: Audited) => eventsUnder({}, audited)

/** The same with other gains or another profile. */
export function eventsUnder(
  components: NonNullable<Parameters<typeof createGoalGradientSolver>[0]>,
  { taskId, troubles, accepted }: Audited,
): readonly Event[] {
  const { tell } = drive(createGoalGradientSolver(components))
  const events: Event[] = []
  const hear = (event: ArtooEvent) => {
    events.push(event)
    const sent = tell(event.type, event.payload as never, { at: event.at })
    for (const { type, payload } of sent)
      events.push({ ...message('TaskStarted', {}, { taskId }), type, payload } as Event)
  }
  hear(message('TaskStarted', {}, { taskId, at: 0 }))
  hear(message('ModelCall', modelCall({ role: 'R2', durationMs: 0.1, cost: 0.2 }), { taskId }))
  for (const trouble of troubles) {
    hear(message('ReplanRequest', roundOf(trouble), { taskId, at: trouble.elapsedMs }))
  }
  if (accepted) hear(message('OutcomeSummary', outcomeSummary({ elapsedMs: 300_000 }), { taskId }))
  return events
}

function roundOf({ elapsedMs, passed, logical, environmental, ofMerge }: Trouble) {
  const verdicts = [
    ...Array.from({ length: passed }, (_, index) => verdict({ criterion: `good ${index}` })),
    ...Array.from({ length: logical }, (_, index) => failing({ criterion: `bad ${index}` })),
    ...Array.from({ length: environmental }, (_, index) =>
      failing({ criterion: `away ${index}`, failureClass: 'environmental', cause: 'wrong_target' }),
    ),
  ]
  const toolCalls = [failedCall(), call({ id: 'call_1_2', tool: 'glob', target: '**' })]
  const outcomes = [failed({ verdicts: ofMerge ? [] : verdicts, toolCalls })]
  return replanRequest({ elapsedMs, outcomes, taskVerdicts: ofMerge ? verdicts : [] })
}

const trouble: fc.Arbitrary<Trouble> = fc.record({
  elapsedMs: fc.integer({ min: 0, max: 400_000 }),
  passed: fc.integer({ min: 0, max: 3 }),
  logical: fc.integer({ min: 0, max: 2 }),
  environmental: fc.integer({ min: 1, max: 2 }),
  ofMerge: fc.boolean(),
})

/** Tasks of different ids. */
export const auditedTasks: fc.Arbitrary<readonly Audited[]> = fc
  .array(fc.record({ troubles: fc.array(trouble, { maxLength: 5 }), accepted: fc.boolean() }), { maxLength: 6 })
  .map((tasks) => tasks.map((task, index) => ({ ...task, taskId: `task-${index}` })))
