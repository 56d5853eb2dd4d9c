import type { LanguageModel, ModelRequest } from '@artoo/spec'
import { speakerOf } from '../src/messages/outputs.js'
import { roster } from '../src/roster/roster.js'

/** A call, in tokens of four characters. */
export interface TypicalCall {
  /** 57 for PHI itself. */
  readonly agent: number
  readonly inputTokens: number
  readonly schemaTokens: number
  readonly outputTokens: number
}

const sentence =
  'The queue takes load off the database at night, as long as a worker that fails is noticed and replaced.'
const tokensOf = (text: string) => Math.ceil(text.length / 4)

/** A model that answers at once and as much as one is wont to. Its agents are of three minds, so that the whole panel is heard. */
export function typicalModel(calls: TypicalCall[] = []): LanguageModel {
  return {
    id: 'typical',
    async generate(request) {
      const { messages, output } = request
      const { agent } = speakerOf(output?.name ?? '')
      const text = JSON.stringify(agent === 57 ? reading : report(agent, request))
      const schemaTokens = tokensOf(JSON.stringify(output?.schema ?? ''))
      const inputTokens = schemaTokens + messages.reduce((sum, { content }) => sum + tokensOf(content), 0)
      const usage = { inputTokens, outputTokens: tokensOf(text) }
      calls.push({ agent, schemaTokens, ...usage })
      return { text, toolCalls: [], finishReason: 'stop', usage }
    },
  }
}

const reading = {
  ...{ subtype: 'STRATEGIC', characteristics: [], uncertainty: 'LOW', stakes: 'LOW', wellDefined: true },
}

const answers = ['Yes, with workers', 'No, keep cron', 'Only for the two longest jobs'] as const

function report(agent: number, { messages, output }: ModelRequest) {
  const { tier, name, verdicts, sumsUp } = roster.card(agent)
  const asked = Object.keys((output?.schema as { properties?: object } | undefined)?.properties ?? {})
  const shown = [...(messages.at(-1)?.content ?? '').matchAll(/^- (c\d+)\b/gm)].flatMap(([, id]) => id ?? [])
  const factor = tier === 'VERIFICATION' ? 1.02 : 0.9
  const own = Object.keys(verdicts)
  const parts: Readonly<Record<string, unknown>> = {
    verdict: `${name}: the queue is worth its price as soon as failures are seen`,
    native: own.find((word) => verdicts[word] === 'SUPPORTS') ?? own[0],
    confidence: 0.7,
    answer: answers[agent % answers.length],
    claims:
      tier === 'GENESIS' && !sumsUp
        ? [0, 1].map((index) => ({
            statement: `${sentence} (${agent}.${index})`,
            confidence: 0.8,
            critical: index === 0,
          }))
        : [],
    references: shown.slice(0, 8).map((claim) => ({
      claim,
      evidence: sentence,
      ...(sumsUp || tier === 'META' || tier === 'BRIDGE' ? { type: 'USES' } : { factor }),
    })),
    synthesis: { answer: sentence.repeat(6), restsOn: shown.slice(0, 1), caveats: [sentence] },
    same: [],
    text: sentence.repeat(4),
  }
  return Object.fromEntries(asked.flatMap((field) => (parts[field] === undefined ? [] : [[field, parts[field]]])))
}
