import type { TaskView } from '../task/task-view.js'
import { duration } from '../text/numbers.js'
import { type Look, line } from '../text/spans.js'

/** One line for each model that is asked now. */
export function thinkingLines({ thinking, plan }: TaskView, look: Look & { readonly now: number }): readonly string[] {
  return thinking.map(({ doing, key, since, note }) => {
    const part = plan.parts.find(({ id, isDirect }) => id === key && !isDirect)
    const about = part === undefined ? '' : `: ${part.intent}`
    return line(
      [
        ['accent', doing],
        `${about} `,
        ['faint', duration(look.now - since)],
        note === null ? '' : ['warn', ` · ${note}`],
      ],
      look,
    )
  })
}
