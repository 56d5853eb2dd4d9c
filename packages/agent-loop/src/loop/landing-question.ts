import { escaped, oneLine, someLines } from '@artoo/llm'
import type { Confirm, People } from '@artoo/runtime'
import type { LandingDifference, LandingOptions } from '../ports/workspaces.js'

export interface LandingQuestion {
  readonly people: Pick<People, 'mayConfirm' | 'confirm'>
  readonly signal: AbortSignal
  /** Why a person is asked about a file; null for a file like any other. */
  why(path: string): string | null
}

/**
 * Asks once about all files that a task would have asked about in every mode: those that programs obey although nobody names them, and
 * those that define an agreed command. The other files are those that the caller of `land` asks for, and a landing can be undone.
 */
export function landingQuestion({ people, signal, why }: LandingQuestion): LandingOptions['refusal'] {
  return async (changes, diff) => {
    const reasons = changes.flatMap(({ path }) => {
      const reason = why(path)
      return reason === null ? [] : [{ path, reason: `${path}: ${reason}` }]
    })
    if (reasons.length === 0) return null
    const paths = reasons.map(({ path }) => path)
    const all = reasons.map(({ reason }) => reason).join('; ')
    if (!people.mayConfirm)
      return { paths, reason: `[LAW1] ${all}: give \`confirm\`, which is asked before they are landed` }
    const request = requestFor(await diff(paths), all)
    const no = refusalIn(await people.confirm(request, 'land'))
    signal.throwIfAborted()
    return no === null ? null : { paths, reason: `[LAW1] ${all}: ${no}` }
  }
}

function requestFor(differences: readonly LandingDifference[], reason: string): Parameters<Confirm>[0] {
  const input = { files: differences.map(({ path, kind }) => ({ path, kind })) }
  const sum = (side: 'bytesBefore' | 'bytesAfter') => differences.reduce((total, { change }) => total + change[side], 0)
  const diff = differences.map(({ path, kind, change }) => change.diff ?? `${kind}: ${path} (no text, or too much)`)
  return {
    ...{ tool: 'land', target: null, input, earlier: null },
    action: oneLine(`land ${differences.map(({ path }) => path).join(', ')}`),
    reason: oneLine(reason),
    full: escaped(JSON.stringify(input)),
    change: { bytesBefore: sum('bytesBefore'), bytesAfter: sum('bytesAfter'), diff: someLines(diff.join('\n')) },
  }
}

/** Null for a yes. */
function refusalIn(answer: Awaited<ReturnType<People['confirm']>>): string | null {
  if (answer === null || answer.done || answer.input !== undefined) return 'a landing takes a yes or a no'
  if (answer.allowed) return null
  return answer.code === 'no_answer' ? `nobody answered: ${answer.note}` : (answer.note ?? 'a person said no')
}
