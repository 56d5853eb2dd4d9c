import { escaped, oneLine } from '@artoo/llm'
import type { Emission, Replay } from '@artoo/runtime'
import { isRecord } from '@artoo/spec'
import type { Span } from '../view/text/spans.js'

/** The result of a replay in words. */
export function replayLines({ decisions, parting }: Replay): readonly (readonly Span[])[] {
  const count = decisions.length.toLocaleString('en-US')
  if (parting === null) return [[['good', `${count} decisions as before`]]]
  const { seq, eventId, logged, instead, where } = parting
  return [
    [['bad', `another decision after ${count} as before`]],
    [`event ${seq}, ${oneLine(eventId, 100)}: ${route(logged)}`],
    ...(instead === null ? [['now there is no message in its place']] : differing(logged, instead, where)),
  ]
}

function differing(logged: Emission, instead: Emission, where: string): readonly (readonly Span[])[] {
  if (route(logged) !== route(instead)) return [[`now: ${route(instead)}`]]
  const was = shown(valueAt(logged, where))
  const is = shown(valueAt(instead, where))
  return [[`it differs in ${oneLine(where, 200)}`], [['removed', `  was ${was}`]], [['added', `  now ${is}`]]]
}

const route = ({ from, to, type }: Emission) => `${from} → ${to} ${type}`

const shown = (value: unknown) => oneLine(escaped(value), 400)

/** The value at a path such as `payload.orders[0].tool`; undefined if there is no value. */
function valueAt(value: unknown, path: string): unknown {
  return (path.match(/[^.[\]]+/g) ?? []).reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return inner[Number(name)]
    return isRecord(inner) ? inner[name] : undefined
  }, value)
}
