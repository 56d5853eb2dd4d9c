import type { Message } from '@artoo/spec'
import { persona } from './persona.js'

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
