import { type FinalResult, type Interrupted, isInterrupted, type RoleUsage, type RunEvent, someLines } from '@artoo/sdk'

export function answerText(result: FinalResult | Interrupted): string {
  if (isInterrupted(result)) return [result.summary, ...result.nextMoves].join('\n  ')
  const { status, output, summary, nextMoves, replans, loss } = result
  const lines = [`Answer (${status}, ${plural(replans, 'replan')}, loss ${number(loss.L)}): ${output ?? summary}`]
  if (output !== null) lines.push(summary)
  return someLines([...lines, ...nextMoves.map((move) => `  try: ${move}`)].join('\n'))
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
  const line = (
    name: string,
    { modelCalls, inputTokens, outputTokens }: Pick<RoleUsage, 'modelCalls' | 'inputTokens' | 'outputTokens'>,
  ) =>
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
