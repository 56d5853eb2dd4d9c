import type { ModelRequest } from '@artoo/spec'
import { explanation } from './explanation.js'
import { dataOf, list, type Turn, text } from './turn.js'

/** R4a: a criterion passes when every number and path that the output states stands in a tool result or a target. */
export function judge(request: ModelRequest): Turn {
  const data = dataOf(request)
  const output = text(data.output)
  const evidence = list(data.toolCalls)
    .map((call) => `${text(call.target)}\n${text(call.output)}`)
    .join('\n')
  const claims = output === explanation ? [] : claimsIn(output)
  const unsupported = claims.filter((claim) => !evidence.includes(claim))
  const pass = output !== '' && unsupported.length === 0
  const reason = output === '' ? 'the output is empty' : `no tool result shows ${unsupported.slice(0, 3).join(', ')}`
  return {
    json: {
      verdicts: list(data.criteria).map(({ criterion }) => ({
        criterion,
        verdict: pass ? 'pass' : 'fail',
        failureClass: pass ? null : 'logical',
        evidence: pass ? `all ${claims.length} stated numbers and paths stand in the tool results` : reason,
      })),
      correction: pass ? null : { whatWasWrong: reason, whatToDo: 'State only what a tool result shows.' },
    },
  }
}

function claimsIn(output: string): readonly string[] {
  return output.match(/[\w./-]*\/[\w./-]*\w|\b\d+\b/g) ?? []
}
