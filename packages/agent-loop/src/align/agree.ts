import { languageModel } from '@artoo/llm'
import { createRuntime, fairSlots, humanEffect, type Interrupted, modelEffect } from '@artoo/runtime'
import { ArtooError } from '@artoo/spec'
import { outputs } from '../messages/outputs.js'
import type { LoopOptions } from '../ports/options.js'
import { alignSystem, createAligner } from './aligner.js'
import type { Plan } from './plan.js'
import { tokensOf } from './tokens-of.js'

export interface Agreed {
  readonly plan: Plan
  readonly by: string
  /** Tokens that the talk took. */
  readonly tokens: number
}

/**
 * Talks a job over with the person behind `clarify`, until a plan is agreed on.
 *
 * @throws {ArtooError} `invalid_option` without a model or somebody to talk to, `not_agreed` when no plan came of it.
 */
export async function agree(
  text: string,
  { model, clarify, checker, limits, prices, journal, clock, ids, context, surroundings }: LoopOptions,
  signal: AbortSignal,
): Promise<Agreed> {
  if (!model)
    throw new ArtooError('invalid_option', 'words need a model to read them: give one, or a plan as data', {
      field: 'model',
    })
  if (!clarify) {
    const message = 'somebody has to agree to the plan: give `clarify`, or a plan as data'
    throw new ArtooError('invalid_option', message, { field: 'clarify' })
  }
  const folder = (await surroundings?.()) ?? ''
  const reader = languageModel(model, 'model')
  const runtime = createRuntime({
    system: alignSystem,
    effects: [modelEffect({ outputs, modelOf: () => reader, slots: fairSlots(2) }), humanEffect()],
    ...{ prices, journal, clock, ids },
  })
  try {
    const run = runtime.run({
      begin: { type: 'AlignAsked', to: 'aligner', payload: { text, surroundings: folder } },
      deciders: [createAligner(checker.review)],
      ...{ limits, clarify, signal, context },
    })
    const outcome = await run
    const { plan, by, refusal } = outcome as Exclude<typeof outcome, Interrupted>
    if (plan === null) throw new ArtooError('not_agreed', refusal ?? 'no plan was agreed on')
    return { plan, by: by ?? 'host', tokens: tokensOf(run.events) }
  } finally {
    await runtime.close()
  }
}
