import { type PublicEvent, publicEvent } from '@artoo/insight'
import { oneLine } from '@artoo/llm'
import type { RunEvent } from '@artoo/sdk'

const longest = 300

/** An event as a line for a person who waits; null for one that says little. The texts are safe to show. */
export function progressLine(event: RunEvent): string | null {
  const shown = publicEvent(event)
  const line = shown && (words[shown.name]?.(shown.data) ?? null)
  return line && oneLine(line, longest)
}

type Words = Readonly<Record<string, (data: PublicEvent['data']) => string | null>>

const words: Words = {
  understood: ({ intent }) => `Understood: ${intent}`,
  planned: ({ subtasks }) => {
    const intents = (subtasks as readonly { readonly intent: string }[]).map(({ intent }) => intent)
    return intents.length < 2 ? null : `Planned: ${intents.join('; ')}`
  },
  subtask: ({ intent }) => `Works on: ${intent}`,
  tool_call: ({ tool }) => `Calls ${tool}`,
  tool_result: ({ tool, target, status }) => `${tool}${target ? ` ${target}` : ''}: ${status}`,
  tool_progress: ({ tool, message, done, total }) => {
    const count = done === null ? null : total === null ? `${done}` : `${done} of ${total}`
    return [tool, message, count].filter((part) => part !== null).join(': ')
  },
  retry: ({ message }) => `${message}`,
  fallback: ({ message }) => `${message}`,
  confirmation: ({ action }) => `Waits for a yes: ${action}`,
  questions: ({ questions }) =>
    `Asks: ${(questions as readonly { readonly question: string }[]).map(({ question }) => question).join(' ')}`,
  answered: ({ allowed }) => (allowed ? 'It was allowed.' : 'It was not allowed.'),
  questions_answered: () => 'The questions were answered.',
  correction: () => 'Tries again.',
  decision: ({ directive }) => turns[String(directive)] ?? null,
}

const turns: Readonly<Record<string, string>> = {
  refine: 'Plans anew, with what is missing.',
  change_path: 'Plans anew, by another way.',
  change_approach: 'Plans anew, by another approach.',
  break_symmetry: 'Plans anew, by something quite different.',
  abandon: 'Gives up.',
}
