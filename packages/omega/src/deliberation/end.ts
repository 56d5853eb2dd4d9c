import { countedClaim } from '../evidence/counted.js'
import { bestAnswer } from '../evidence/evidence.js'
import type { LessonInput } from '../lessons/lesson-megrams.js'
import type { EndCode, EndStatus } from '../protocol/log-event.js'
import { reportOf } from '../report/report-of.js'
import type { Transition } from './transition.js'

export interface SessionEnding {
  readonly status: EndStatus
  readonly code: EndCode
  readonly why: string
}

/** The one report of a session. Whatever is still out is not heard any more. */
export function end(transition: Transition, { status, code, why }: SessionEnding): void {
  if (transition.waiting === 'nothing') return
  transition.waiting = 'nothing'
  transition.assignments = {}
  transition.happen({ type: 'ended', status, code, why })
  const { session, log, roster } = transition
  if (transition.remembers)
    transition.send({ type: 'Remember', to: 'memory', payload: { lesson: lessonOf(transition) } })
  transition.send({ type: 'DeliberationResult', to: 'host', payload: reportOf(session, log, roster) })
}

/** The lesson of a session for the next one of its kind. */
function lessonOf({ session, roster }: Transition): Omit<LessonInput, 'id'> {
  const { problem, claims, failing, ended } = session
  const best = bestAnswer(session)
  const grounds = (best?.restsOn ?? []).flatMap((id) => countedClaim(session, id) ?? [])
  const rejected = claims.filter(({ status }) => status === 'rejected')
  const name = (agent: number) => roster.card(agent).name
  return {
    problem: problem.clarified ?? problem.original,
    status: ended?.status ?? 'FAILURE',
    answer: best?.answer ?? null,
    why: ended?.why ?? '',
    refuted: rejected.map(({ statement }) => statement),
    agents: [
      ...grounds.flatMap(({ statement, supporters }) =>
        supporters.map(({ agent }) => ({ name: name(agent), helped: true, why: statement })),
      ),
      ...rejected.map(({ statement, proposedBy }) => ({ name: name(proposedBy), helped: false, why: statement })),
      ...Object.keys(failing).map((agent) => ({
        name: name(Number(agent)),
        helped: false,
        why: 'its reports could not be used',
      })),
    ].filter((one, index, all) => all.findIndex((other) => other.name === one.name) === index),
  }
}
