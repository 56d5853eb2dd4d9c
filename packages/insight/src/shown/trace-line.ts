import { isoTime, oneLine } from '@artoo/llm'
import type { ArtooContracts } from '@artoo/roles'
import type { RunEventOf } from '@artoo/runtime'

type RunEvent = RunEventOf<ArtooContracts>

const width = 100
const clip = (text: string) => oneLine(text, width)
const number = (value: number) => value.toFixed(2)

/** One line for an event that a person wants to follow, at most some 130 characters; null for the rest. */
export function traceLine(event: RunEvent): string | null {
  const said = summaryOf(event)
  if (said === null) return null
  const route = `${event.from} → ${event.to}`.padEnd(12)
  return `  ${route} ${event.type.padEnd(17)} ${said}`.replace(/\s+$/, '')
}

function summaryOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'TaskSpec':
      return clip(event.payload.intent)
    case 'UserWords':
      return clip(event.payload.text)
    case 'Deadline': {
      const { at, problem } = event.payload
      return at === null ? clip(`none: ${problem}`) : isoTime(at)
    }
    case 'SubTask':
      return event.to === 'R3' ? clip(`${event.payload.intent} [${event.payload.tools.join(', ')}]`) : null
    case 'ToolRequest':
      return clip(`${event.payload.tool} ${JSON.stringify(event.payload.input)}`)
    case 'ToolResult':
      return clip(`${event.payload.status}: ${event.payload.output}`)
    case 'ToolProgress':
      return clip(progressLine(event.payload))
    case 'ExecutionResult':
      return clip(`${event.payload.status}: ${event.payload.reason ?? event.payload.output}`)
    case 'CorrectionSignal':
      return clip(event.payload.whatToDo)
    case 'SubTaskOutcome':
      return clip(event.payload.failureReason ?? event.payload.status)
    case 'ReplanRequest':
      return clip(event.payload.gapSummary)
    case 'OutcomeSummary':
      return clip(isJudged(event.payload) ? `all criteria passed: ${event.payload.output}` : event.payload.output)
    case 'ModelRetry': {
      const { message, delayMs } = event.payload
      return clip(`trying again in ${number(delayMs / 1_000)} s: ${message}`)
    }
    case 'ModelFallback': {
      const { from, to, message } = event.payload
      return clip(`${to} in place of ${from}: ${message}`)
    }
    case 'HookOutcome':
      return clip(hookLine(event.payload))
    case 'ConfirmationRequest':
      return clip(`${event.payload.action} (${event.payload.reason})?`)
    case 'ConfirmationAnswer': {
      const { allowed, done, by } = event.payload
      return clip(`${done ? 'done by hand' : allowed ? 'yes' : 'no'}, says ${by ?? 'nobody'}`)
    }
    case 'ClarificationRequest':
      return clip(event.payload.requests.map(({ question }) => question).join(' '))
    case 'ClarificationAnswer':
      return clip(event.payload.answers.map(answerLine).join('; '))
    case 'Escalation': {
      const { to, because } = event.payload
      return clip(`${to === 'judging' ? 'judged' : 'planned'}, because ${because}`)
    }
    case 'ControlDecision': {
      const { loss, gradient, directive } = event.payload
      const { D, P, Omega, L } = loss
      return `D ${number(D)}  P ${number(P)}  Ω ${number(Omega)}  L ${number(L)}  ∇L ${number(gradient)}  ⇒ ${directive}`
    }
    case 'PlanDirective':
      return clip(event.payload.rationale)
    case 'Megram':
      return clip(`${event.payload.state}: (${event.payload.space}, ${event.payload.entity})`)
    case 'DispatchManifest':
      return clip(event.payload.criteria.map(({ text }) => text).join('; ') || event.payload.spec.intent)
    case 'FinalResult':
      return event.payload.directive
    case 'Interrupt':
      return clip(`${event.payload.reason}: ${event.payload.message}`)
    case 'RoleFailure':
    case 'ModelFailure':
      return clip(`${event.payload.code}: ${event.payload.message}`)
    case 'bus.refused':
      return clip(JSON.stringify(event.payload))
    default:
      return null
  }
}

function progressLine({ message, output, done, total }: PayloadOf<'ToolProgress'>): string {
  const count = done === null ? null : `${done}${total === null ? '' : ` of ${total}`}`
  return [message ?? output ?? null, count].filter((part) => part !== null).join(': ')
}

const hookLine = ({ hook, outcome, why }: PayloadOf<'HookOutcome'>) => why ?? `${hook} ${outcome} the call`

type PayloadOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['payload']

function answerLine({ answer, granted, by, code }: AnswerIn): string {
  if (code) return `no answer (${code})`
  const said = granted === undefined ? JSON.stringify(answer) : granted ? 'granted' : 'refused'
  return `${said}, says ${by ?? 'nobody'}`
}

/** Whether a criterion was judged: direct work has none. */
const isJudged = ({ taskVerdicts, outcomes }: PayloadOf<'OutcomeSummary'>) =>
  taskVerdicts.length > 0 || outcomes.some(({ verdicts }) => verdicts.length > 0)

type AnswerIn = PayloadOf<'ClarificationAnswer'>['answers'][number]
