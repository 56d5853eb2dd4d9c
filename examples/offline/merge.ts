import type { ModelRequest } from '@artoo/spec'
import { dataOf, list, type Turn, text } from './turn.js'

/** R4b: joins the outputs and accepts what is not empty; rules can't tell more about the user's intent than R4a did. */
export function merge(request: ModelRequest): Turn {
  const data = dataOf(request)
  const outputs = list(data.outcomes).map((outcome) => text(outcome.output))
  const empty = outputs.length === 0 || outputs.some((output) => output === '')
  return {
    json: {
      output: outputs.join('\n'),
      verdicts: list(data.criteria).map(({ criterion }) => ({
        criterion,
        verdict: empty ? 'fail' : 'pass',
        cause: empty ? 'wrong_method' : null,
        evidence: empty ? 'a subtask left no output' : 'every subtask left an output that its validator matched',
        records: list(data.outcomes).flatMap((outcome) => list(outcome.records).map(({ id }) => text(id))),
      })),
    },
  }
}
