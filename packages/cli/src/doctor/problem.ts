import { ArtooError, errorMessage } from '@artoo/spec'

/** A look that failed, with the reason and the command that mends it. */
export interface Problem {
  readonly problem: string
  readonly mend: string | null
}

export const isProblem = (found: object | null): found is Problem => found !== null && 'problem' in found

/** The problem that an error stands for. */
export function problemOf(error: unknown): Problem {
  return { problem: errorMessage(error), mend: ArtooError.isInstance(error) ? mendOf(error) : null }
}

export const stateElsewhere = 'export XDG_STATE_HOME=/a/folder/elsewhere'

function mendOf({ code, field = '' }: ArtooError): string | null {
  switch (code) {
    case 'missing_environment':
      return `export ${field}=…`
    case 'missing_model':
      return 'export ARTOO_MODEL=openai/gpt-5-mini OPENAI_API_KEY=…'
    case 'no_state_folder':
      return stateElsewhere
    default:
      return null
  }
}
