import type { LanguageModel, ModelRequest } from '@artoo/spec'
import { roster } from '../../src/roster/roster.js'
import { contentOf } from '../panels/reports.js'

/** What a call was for, and what it took at four characters a token. */
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

/** A model that answers at once and as much as one is wont to: some findings, claims, and a word on each claim that it was shown. */
export function typicalModel(calls: TypicalCall[] = []): LanguageModel {
  return {
    id: 'typical',
    async generate(request) {
      const { messages, output } = request
      const name = output?.name ?? ''
      const agent = name.startsWith('agent_') ? Number(name.slice('agent_'.length)) : 57
      const text = JSON.stringify(agent === 57 ? own : report(agent, request))
      const schemaTokens = tokensOf(JSON.stringify(output?.schema ?? ''))
      const inputTokens = schemaTokens + messages.reduce((sum, { content }) => sum + tokensOf(content), 0)
      const usage = { inputTokens, outputTokens: tokensOf(text) }
      calls.push({ agent, schemaTokens, ...usage })
      return { text, toolCalls: [], finishReason: 'stop', usage }
    },
  }
}

/** What PHI says, whichever of two things it is asked for. */
const own = {
  ...{ subtype: 'STRATEGIC', characteristics: [], uncertainty: 'LOW', stakes: 'LOW', wellDefined: true },
  ...{ answer: 'Yes.', confidence: 0.8 },
}

function report(agent: number, { messages }: ModelRequest) {
  const { tier, name, verdicts } = roster.card(agent)
  const shown = [...(messages.at(-1)?.content ?? '').matchAll(/^- (c\d+)\b/gm)].flatMap(([, id]) => id ?? [])
  const judged = { VERIFICATION: { factor: 1.1 }, ADVERSARY: agent === 46 ? {} : { factor: 1 } }
  const weighs = tier === 'VERIFICATION' || tier === 'ADVERSARY' ? judged[tier] : null
  const own = Object.keys(verdicts)
  const native = own.find((word) => verdicts[word] === 'SUPPORTS') ?? own[0]
  return {
    verdict: `${name}: the queue is worth its price as soon as failures are seen`,
    ...(native && { native }),
    confidence: 0.8,
    confidenceBasis: sentence,
    findings: [sentence, sentence, sentence],
    claims:
      tier === 'GENESIS'
        ? [0, 1].map((index) => ({
            statement: `${sentence} (${agent}.${index})`,
            confidence: 0.8,
            critical: index === 0,
          }))
        : [],
    references: weighs
      ? shown.slice(0, 12).map((claim) => ({ type: 'SUPPORTS', claim, relationship: sentence, ...weighs }))
      : [],
    questions: { open: [], answered: [] },
    ...(agent === 51 && { synthesis: { answer: sentence.repeat(6), restsOn: shown.slice(0, 3), caveats: [sentence] } }),
    content: { ...contentOf(agent), notes: sentence },
  }
}
