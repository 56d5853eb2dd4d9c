import { checked, createBudget, generate, type ModelCallRecord, metered, type Price, timed } from '@artoo/llm'
import type { Distill, Evidence } from '@artoo/mkct'
import { type Clock, type LanguageModel, monotonicTime, stopwatch } from '@artoo/spec'
import * as z from 'zod'
import { briefing } from '../prompts/briefing.js'
import { oneLine } from '../prompts/one-line.js'
import { distillInstruction } from './prompt.js'

/** The budget of the slow loop for an hour. */
export interface BackgroundLimits {
  /** Model calls; with 0 no rule is distilled. */
  readonly modelCalls: number
  /** Input and output tokens together. */
  readonly tokens: number
}

export interface DistillerComponents {
  readonly model: LanguageModel
  readonly clock: Clock
  readonly limits: BackgroundLimits
  readonly timeoutMs: number
  readonly prices?: Readonly<Record<string, Price>> | undefined
  readonly onCall: (call: ModelCallRecord & { readonly durationMs: number }) => void
}

const hour = 3_600_000

const rule = z.string().max(2_000).nullable().describe('one sentence')
const output = { name: 'rule', schema: z.object({ rule }) }

/** Distils rules by asking a model, within the budget of each hour. */
export function createDistiller(components: DistillerComponents): Distill {
  const { model, clock, limits, timeoutMs, prices, onCall } = components
  let budget = createBudget(limits, { prices })
  let since = monotonicTime(clock)

  function ofThisHour() {
    const now = monotonicTime(clock)
    if (now - since >= hour) {
      budget = createBudget(limits, { prices })
      since = now
    }
    return budget
  }

  return async (evidence, { signal }) => {
    const elapsed = stopwatch(clock)
    const spending = metered(timed(checked(model), { clock, timeoutMs }), {
      budget: ofThisHour(),
      onCall: (record) => onCall({ ...record, durationMs: elapsed() }),
    })
    const messages = briefing(distillInstruction, brief(evidence, clock.now()))
    const reply = await generate(spending, { messages, output }, { signal })
    const text = reply.kind === 'value' ? reply.value.rule : null
    return text === null ? null : oneLine(text, 500)
  }
}

function brief({ kind, space, entity, megrams }: Evidence, now: number) {
  const episodes = megrams.map(({ state, content, at }) => ({
    state,
    content: oneLine(content, 400),
    daysAgo: Math.round((now - at) / (24 * hour)),
  }))
  return { kind, space, entity: oneLine(entity), episodes }
}
