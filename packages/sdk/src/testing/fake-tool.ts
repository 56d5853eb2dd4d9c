import type { Effect, EffectKind, Tool } from '@artoo/spec'
import { defineTool } from '@artoo/tools'
import * as z from 'zod'

type Input = Readonly<Record<string, unknown>>
type Answer = string | Error

export interface FakeToolOptions {
  /** @defaultValue `A stand-in for <name>.` */
  readonly description?: string
  /** As of `defineTool`; a real tool's own, so that the gate asks as it would. @defaultValue 'read' */
  readonly effect?: EffectKind | ((input: Input) => Effect | EffectKind)
}

export interface FakeTool extends Tool {
  /** The inputs of the calls that were carried out, in order. */
  readonly calls: readonly Input[]
}

/**
 * A tool that takes any input and gives the answers in order; the last one is given again. An error is thrown. A function computes the
 * answer from the input.
 *
 * @example
 * const refund = fakeTool('refund', ['A-17 is paid back'], { effect: 'irreversible' })
 */
export function fakeTool(
  name: string,
  answers: readonly Answer[] | ((input: Input) => Answer | Promise<Answer>),
  { description = `A stand-in for ${name}.`, effect = 'read' }: FakeToolOptions = {},
): FakeTool {
  const calls: Input[] = []
  const tool = defineTool({
    ...{ name, description, effect },
    input: z.looseObject({}),
    async execute(input) {
      calls.push(input)
      const answer =
        typeof answers === 'function' ? await answers(input) : (answers[calls.length - 1] ?? answers.at(-1) ?? '')
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return Object.assign(tool, { calls })
}
