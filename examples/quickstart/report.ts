import type { FinalResult, RoleUsage, RunEvent } from '@artoo/sdk'

const width = 100

/** One line for an event that a person wants to follow; null for the rest. */
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
    case 'SubTask':
      return event.to === 'R3' ? clip(`${event.payload.intent} [${event.payload.tools.join(', ')}]`) : null
    case 'ToolRequest':
      return clip(`${event.payload.tool} ${JSON.stringify(event.payload.input)}`)
    case 'ToolResult':
      return clip(`${event.payload.status}: ${event.payload.output}`)
    case 'ExecutionResult':
      return clip(`${event.payload.status}: ${event.payload.reason ?? event.payload.output}`)
    case 'CorrectionSignal':
      return clip(event.payload.whatToDo)
    case 'SubTaskOutcome':
      return clip(event.payload.failureReason ?? event.payload.status)
    case 'ReplanRequest':
      return clip(event.payload.gapSummary)
    case 'OutcomeSummary':
      return clip(`all criteria passed: ${event.payload.output}`)
    case 'ModelRetry': {
      const { message, delayMs } = event.payload
      return clip(`trying again in ${number(delayMs / 1_000)} s: ${message}`)
    }
    case 'ConfirmationRequest':
      return clip(`${event.payload.action} (${event.payload.reason})?`)
    case 'ConfirmationAnswer':
      return clip(`${event.payload.allowed ? 'yes' : 'no'}, says ${event.payload.by ?? 'nobody'}`)
    case 'ControlDecision': {
      const { loss, gradient, directive } = event.payload
      const { D, P, Omega, L } = loss
      return `D ${number(D)}  P ${number(P)}  Ω ${number(Omega)}  L ${number(L)}  ∇L ${number(gradient)}  ⇒ ${directive}`
    }
    case 'PlanDirective':
      return clip(event.payload.rationale)
    case 'Megram':
      return clip(`${event.payload.state}: (${event.payload.space}, ${event.payload.entity})`)
    case 'FinalResult':
      return event.payload.directive
    case 'DispatchManifest':
    case 'Interrupt':
    case 'RoleFailure':
    case 'ModelFailure':
    case 'bus.refused':
      return clip(JSON.stringify(event.payload))
    default:
      return null
  }
}

export function answerText(result: FinalResult): string {
  const { output, partial, directive, summary, nextMoves, replans, loss } = result
  const lines = [`Answer (${directive}, ${plural(replans, 'replan')}, loss ${number(loss.L)}): ${output ?? summary}`]
  if (output === null && partial) lines.push(`Reached before that: ${partial}`)
  return [...lines, ...nextMoves.map((move) => `  try: ${move}`)].join('\n')
}

/** Which models gave the answer, and whether they counted their tokens themselves. */
export function answeredBy(events: readonly RunEvent[]): string {
  const calls = events.flatMap((event) => (event.type === 'ModelCall' ? [event.payload] : []))
  const models = [...new Set(calls.map(({ modelId }) => modelId))]
  const estimated = calls.some(({ usage }) => usage.estimated)
  return `Answered by ${models.join(' and ')}${estimated ? ' (tokens in part estimated)' : ''}`
}

export function usageTable(usage: Readonly<Record<string, RoleUsage>>): string {
  const rows = Object.entries(usage).sort(([a], [b]) => a.localeCompare(b))
  const line = (name: string, { modelCalls, inputTokens, outputTokens }: Omit<RoleUsage, 'cost'>) =>
    `  ${name.padEnd(6)}${String(modelCalls).padStart(6)}${String(inputTokens).padStart(10)}${String(outputTokens).padStart(10)}`
  const total = rows.reduce(
    (sum, [, role]) => ({
      modelCalls: sum.modelCalls + role.modelCalls,
      inputTokens: sum.inputTokens + role.inputTokens,
      outputTokens: sum.outputTokens + role.outputTokens,
    }),
    { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
  )
  const head = `  ${'role'.padEnd(6)}${'calls'.padStart(6)}${'in'.padStart(10)}${'out'.padStart(10)}  tokens`
  return [head, ...rows.map(([name, role]) => line(name, role)), line('all', total)].join('\n')
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function number(value: number): string {
  return value.toFixed(2)
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > width ? `${line.slice(0, width - 1)}…` : line
}
