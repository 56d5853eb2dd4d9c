import { ArtooError, unheard, whileCutting } from '@artoo/spec'
import { truncateOutput } from './truncate-output.js'

export type RedactText = (text: string) => string

/**
 * Cuts texts as `truncateOutput` does, but never through what `redact` takes out (`whileCutting` of `@artoo/spec`). The text itself stays
 * unredacted: whoever keeps it redacts it, and finds nothing in halves.
 *
 * @throws {ArtooError} `redact_failed` from the returned function when `redact` throws or returns no text; its message is not repeated.
 */
export function redactingCut(redact: RedactText | undefined): (text: string, limitBytes?: number) => string {
  if (!redact) return truncateOutput
  const apply = careful(redact)
  return (text, limitBytes) => whileCutting(apply, () => truncateOutput(text, limitBytes))
}

function careful(redact: RedactText): RedactText {
  return (text) => {
    let given: unknown
    try {
      given = redact(text)
    } catch {
      throw failed('threw')
    }
    if (typeof given === 'string') return given
    unheard(given)
    throw failed('gave no text')
  }
}

const failed = (how: string) =>
  new ArtooError('redact_failed', `redact ${how}, so the text is not kept`, { field: 'redact' })
