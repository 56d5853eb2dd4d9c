import type { AgentCard } from '../../src/protocol/card.js'

/** The least that an honest agent may write: what has no default, and nothing more. */
export function minimalReport(card: AgentCard): Record<string, unknown> {
  const [native] = Object.keys(card.verdicts)
  const synthesis = card.id === 51 ? { synthesis: { answer: 'It holds.' } } : {}
  return {
    verdict: 'It holds',
    confidence: null,
    ...(native === undefined ? {} : { native }),
    ...synthesis,
    content: minimalContent(card),
  }
}

/** From the JSON Schema, which a model sees: the first word of a closed set, else a short text. */
function minimalContent({ content }: AgentCard): Record<string, unknown> {
  const { shape } = content
  const needed = Object.entries(shape).filter(
    ([, field]) => !(field as { safeParse: Parse }).safeParse(undefined).success,
  )
  return Object.fromEntries(
    needed.map(([name, field]) => {
      const { options } = field as { options?: readonly string[] }
      return [name, options?.[0] ?? 'text']
    }),
  )
}

type Parse = (value: unknown) => { success: boolean }
