import { escaped, oneLine, someLines } from '@artoo/llm'
import { type Confirm, readConfirmAnswer } from '@artoo/runtime'
import { ArtooError, errorCode, errorMessage } from '@artoo/spec'
import { obeyedBy } from '@artoo/tools'
import type { LandingDifference, LandingOptions } from './workspaces.js'

export interface LandingQuestion {
  readonly confirm: Confirm | undefined
  readonly taskId: string
  readonly context: unknown
  readonly signal: AbortSignal
}

/**
 * Asks once about all files that programs obey although nobody names them: a task would have asked about each. The other files are
 * those that the caller of `land` asks for, and a landing can be undone.
 */
export function landingQuestion({ confirm, taskId, context, signal }: LandingQuestion): LandingOptions['refusal'] {
  return async (changes, diff) => {
    const reasons = changes.flatMap(({ path }) => {
      const by = obeyedBy(path)
      return by === null ? [] : [{ path, reason: `${path} is obeyed by ${by}` }]
    })
    if (reasons.length === 0) return null
    const paths = reasons.map(({ path }) => path)
    const reason = reasons.map((one) => one.reason).join('; ')
    if (!confirm) return { paths, reason: `[LAW1] ${reason}: give \`confirm\`, which is asked before they are landed` }
    const request = requestFor(await diff(paths), reason)
    const no = await refusalOf(() => confirm(request, { signal, taskId, context, callId: 'land' }))
    signal.throwIfAborted()
    return no === null ? null : { paths, reason: `[LAW1] ${reason}: ${no}` }
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
async function refusalOf(ask: () => unknown): Promise<string | null> {
  try {
    const { allowed, done, input, note } = readConfirmAnswer(await ask())
    if (done || input !== undefined) throw new ArtooError('invalid_answer', 'a landing takes a yes or a no')
    return allowed ? null : (note ?? 'a person said no')
  } catch (error) {
    return errorCode(error) === 'invalid_answer' ? errorMessage(error) : `nobody answered: ${errorMessage(error)}`
  }
}
