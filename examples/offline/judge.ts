import type { ModelRequest } from '@artoo/spec'
import { dataOf, list, type Turn, text } from './turn.js'

/** R4a: a criterion passes when every number and path that the output states stands in a tool result. */
export function judge(request: ModelRequest): Turn {
  const data = dataOf(request)
  const output = text(data.output)
  const unsupported = unsupportedClaims(output, text(data.intent), list(data.toolCalls))
  const pass = output !== '' && unsupported.length === 0
  const reason = output === '' ? 'the output is empty' : `no tool result shows ${unsupported.slice(0, 3).join(', ')}`
  return {
    json: {
      verdicts: list(data.criteria).map(({ criterion }) => ({
        criterion,
        verdict: pass ? 'pass' : 'fail',
        cause: pass ? null : 'wrong_method',
        evidence: pass ? 'every number and path in the output stands in a tool result' : reason,
        records: list(data.toolCalls).map(({ id }) => text(id)),
      })),
      correction: pass ? null : { whatWasWrong: reason, whatToDo: 'State only what a tool result shows.' },
    },
  }
}

/**
 * Numbers must stand in what a tool returned, whole: 4 is not supported by 42. Paths may also stand in what a call acted
 * on. A quotation from the intent repeats the question and claims nothing.
 */
function unsupportedClaims(output: string, intent: string, toolCalls: ReturnType<typeof list>): readonly string[] {
  const returned = toolCalls.map((call) => text(call.output).replace(/\[exit \d+\]$/, ''))
  const known = new Set([
    ...returned.flatMap(claimsIn),
    ...toolCalls.flatMap((call) => claimsIn(text(call.target)).filter((claim) => !isNumber(claim))),
  ])
  const stated = output.replace(/"[^"]+"/g, (quotation) => (intent.includes(quotation) ? ' ' : quotation))
  return claimsIn(stated).filter((claim) => !known.has(claim))
}

/** Numbers (12, 3.5, 1,000), paths (docs/a.md, ./docs) and file names (a.md), without a leading ./ or closing slash. */
function claimsIn(words: string): readonly string[] {
  return (words.match(/[\p{L}\p{M}\p{N}_./,@+-]+/gu) ?? [])
    .map((word) => word.replace(/^(?:\.\/|[,+-])+/, '').replace(/[.,/+-]+$/, ''))
    .filter((word) => isNumber(word) || word.includes('/') || isFileName(word))
}

/** Not "e.g" and "i.e". */
function isFileName(word: string): boolean {
  return /[\p{L}\p{N}_-]\.[a-z][a-z0-9]{0,4}$/iu.test(word) && !/^[a-z]\.[a-z]$/i.test(word)
}

function isNumber(word: string): boolean {
  return /^\d[\d.,]*$/.test(word)
}
