import { shortened } from '@artoo/spec'
import type { AgentMessage } from '../protocol/agent-message.js'
import { oneLine } from '../text/plain-text.js'

const longest = 100

/** `[SUPPORTS] conclusion | CONF: 73%`: at most 100 characters, of which the conclusion gives way (section 5.1). The tag is that of a closing verdict. */
export function verdictLine({ tag, verdict, confidence, native }: Line): string {
  const head = native === null ? '' : `[${tag}] `
  const tail = confidence === null ? '' : ` | CONF: ${Math.round(confidence * 100)}%`
  // It can't pass for the line's other parts.
  const text = oneLine(verdict).replaceAll('|', '/')
  return `${head}${shortened(text, longest - head.length - tail.length)}${tail}`
}

type Line = Pick<AgentMessage, 'tag' | 'verdict' | 'confidence' | 'native'>
