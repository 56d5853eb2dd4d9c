import type { AgentMessage } from '../protocol/agent-message.js'
import type { SessionState } from '../protocol/state.js'
import { grounded, joined, stated } from './claims.js'
import { contradicted } from './contradictions.js'
import { normalForm } from './normal-form.js'
import { referred } from './references.js'
import { failed, noted, succeeded } from './timeline.js'

/** A valid output. Its resolutions come as events of their own, and so does a clarified problem. */
export function heard(state: SessionState, message: AgentMessage): SessionState {
  const { header, summary, body } = message
  const agent = header.agentId
  const { [agent]: _over, ...failing } = state.failing
  let next: SessionState = noted(
    {
      ...state,
      messages: [...state.messages, message],
      awaited: state.awaited.filter((awaited) => awaited !== agent),
      failing,
    },
    'OUTPUT',
    agent,
    `${header.agentName}: ${summary.verdict}`,
  )
  for (const draft of body.claims) next = stated(next, draft, message)
  for (const reference of body.references) next = referred(next, reference, message)
  for (const ids of body.same) next = joined(next, ids, agent)
  for (const draft of body.contradictions) next = contradicted(next, draft, agent)
  next = {
    ...next,
    questions: asked(next.questions, body.questions),
    synthesis: grounded(next, body.synthesis ?? next.synthesis),
  }
  return agent === 52 ? judged(next, summary.native) : next
}

type Questions = SessionState['questions']

function asked(known: Questions, { open, answered }: Questions): Questions {
  const allAnswered = distinct([...known.answered, ...answered])
  const settled = new Set(allAnswered.map(normalForm))
  const stillOpen = [...known.open, ...open].filter((question) => !settled.has(normalForm(question)))
  return { open: distinct(stillOpen), answered: allAnswered }
}

/** The first of those that say the same. */
function distinct(questions: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const question of questions) {
    const form = normalForm(question)
    if (!seen.has(form)) seen.set(form, question)
  }
  return [...seen.values()]
}

/** Records the verdict of quality control, which 55 and 56 keep (section 3.5). */
function judged(state: SessionState, native: string | null): SessionState {
  if (native === null) return state
  const approved = native === 'SHIP' || native === 'SHIP_WITH_CAVEATS'
  const description = `quality control says ${native} in iteration ${state.iteration}`
  return approved ? succeeded(state, 'APPROACH', null, description) : failed(state, 'PROCESS', null, description)
}
