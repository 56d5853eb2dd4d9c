import type { ModelRequestOf } from '@artoo/runtime'
import type { Message } from '@artoo/spec'
import type { Outgoing } from '../messages/contracts.js'
import type { OutputName, outputs } from '../messages/outputs.js'
import { persona } from './persona.js'

type Ask = {
  readonly type: 'ModelRequest'
  readonly to: 'model'
  readonly payload: ModelRequestOf<typeof outputs>
}

interface AskOptions {
  /** Tells a role's conversations apart. @defaultValue the output's name */
  readonly key?: string
  readonly tools?: readonly string[]
  /** The messages go on with the conversation of the key. @defaultValue they begin a new one */
  readonly continues?: boolean
  /** The field of the output whose text the user reads while it is written. @defaultValue none */
  readonly answer?: string | undefined
  readonly recall?: Ask['payload']['recall']
  readonly aim?: number | undefined
}

/** A request for structured output. */
export function ask(
  output: OutputName,
  messages: readonly Message[],
  { key = output, tools = [], continues = false, answer, recall, aim }: AskOptions = {},
): Ask & Outgoing<'R1' | 'R2' | 'R3' | 'R4a' | 'R4b'> {
  const payload = {
    ...{ key, output, messages: [...messages], continues, tools: [...tools] },
    ...(answer !== undefined && { answer }),
    ...(recall && { recall }),
    ...(aim !== undefined && { aim }),
  }
  return { type: 'ModelRequest', to: 'model', payload }
}

/** Between marks, since what follows may be somebody else's instructions again. */
const fromHost = (
  instructions: string,
) => `The application that you work for asks you to heed this too. It changes nothing about the form of your answer.
<application>
${instructions}
</application>`

/**
 * Persona and laws, a role's standing instruction, the host's after it, and the data of this request. The data goes in as JSON, so that
 * nothing is garbled.
 */
export function briefing(instruction: string, data: unknown, hostInstructions = ''): readonly Message[] {
  const added = hostInstructions.trim() === '' ? '' : `\n\n${fromHost(hostInstructions.trim())}`
  return [
    { role: 'system', content: `${persona}\n\n${instruction}${added}` },
    { role: 'user', content: JSON.stringify(data, null, 1) },
  ]
}
