/** Plans and reports as a model writes them, for scenes. */

interface Part {
  readonly intent: string
  readonly tools?: readonly string[]
  readonly sequence?: number
  readonly replaces?: string
}

const criterion = (text: string, about: 'answer' | 'world') => ({ text, mode: 'plausible', about })

/** A plan of some parts. */
export function plan(asks: 'answer' | 'change', ...parts: readonly Part[]) {
  const about = asks === 'change' ? 'world' : 'answer'
  return {
    json: {
      asks,
      criteria: [criterion('the request is met', about)],
      subtasks: parts.map(({ intent, tools = ['read_file', 'edit_file', 'write_file', 'shell'], ...more }) => {
        return { intent, tools, criteria: [criterion(`done: ${intent}`, about)], ...more }
      }),
    },
  }
}

export const completed = (output: string) => ({ json: { status: 'completed', output, reason: null } })
export const failed = (output: string, reason: string) => ({ json: { status: 'failed', output, reason } })
