import type { Interrupted } from '@artoo/runtime'
import { describeIssues, errorMessage } from '@artoo/spec'
import type { FinalResult } from '../messages/control.js'
import type { OutputOf, OutputSchema, Shape } from './shape.js'

/** A result whose output is data: what the schema makes of it, null where there is none. */
export type TypedResult<S extends OutputSchema> =
  | (FinalResult & { readonly directive: 'accept' | 'success'; readonly value: OutputOf<S> })
  | (FinalResult & { readonly directive: 'deliver'; readonly value: null })
  | (FinalResult & { readonly directive: 'abandon'; readonly value: null })

/** The result with its value, read from the very output that was judged. */
export async function withValue<S extends OutputSchema>(
  result: FinalResult,
  { schema }: Shape,
): Promise<TypedResult<S>> {
  const { directive, output } = result
  if (directive === 'abandon' || directive === 'deliver') return { ...result, directive, value: null }
  if (output === null) return { ...result, directive: 'abandon', value: null }
  try {
    const read = await schema['~standard'].validate(JSON.parse(output))
    if (!read.issues) return { ...result, directive, value: read.value as OutputOf<S> }
    return refused(result, describeIssues(read.issues))
  } catch (error) {
    return refused(result, errorMessage(error))
  }
}

/** The outcome of a task whose output is data, and which left its process without a result. */
export type InterruptedTyped = Interrupted & { readonly value: null }

export function withoutValue(outcome: Interrupted): InterruptedTyped {
  return { ...outcome, value: null }
}

/** It was taken before: a schema that doesn't say the same twice, or another than the task was begun with. */
function refused(
  result: FinalResult,
  why: string,
): FinalResult & { readonly directive: 'abandon'; readonly value: null } {
  const misfit = { what: 'the form that was asked for', needs: `an output that fits the schema: ${why}` }
  const summary = `${result.summary} But the output does not fit its schema (${why}).`
  const missing = [misfit, ...result.missing]
  const nextMoves = ['Mend the schema, which took this output before.', 'Run the request again.']
  const given = { summary, missing, nextMoves, value: null }
  return { ...result, status: 'partial', directive: 'abandon', reason: 'host_failed', ...given }
}
