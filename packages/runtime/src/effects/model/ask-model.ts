import type { Message, Schema } from '@artoo/spec'
import type { ModelRequestOf } from './model-contracts.js'

type RequestFor<Output extends string> = ModelRequestOf<Readonly<Record<Output, Schema>>>

/** The fields of a request that have a default, or are left out. */
export interface AskModelOptions extends Pick<RequestFor<string>, 'answer' | 'recall' | 'aim'> {
  /** The name of the conversation among those of its decider. @defaultValue the output's name */
  readonly key?: string
  /** The messages continue the conversation of the key. @defaultValue false: they begin a new one */
  readonly continues?: boolean
  /** Names of the tools that are offered. @defaultValue none */
  readonly tools?: readonly string[]
}

/**
 * A decider's request for an output of its system.
 *
 * @example
 * return [state, [askModel('plan', messages, { tools: ['read_file'] })]]
 */
export function askModel<const Output extends string>(
  output: Output,
  messages: readonly Message[],
  { key = output, tools = [], continues = false, answer, recall, aim }: AskModelOptions = {},
) {
  const payload: RequestFor<Output> = {
    ...{ key, output, messages: [...messages], continues, tools: [...tools] },
    ...(answer !== undefined && { answer }),
    ...(recall && { recall }),
    ...(aim !== undefined && { aim }),
  }
  return { type: 'ModelRequest', to: 'model', payload } as const
}
