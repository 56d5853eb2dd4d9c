import type { SessionTurn } from './run-record.js'

/** The conversation as it is now: without the turns whose place a later one took. Turns of one number were begun at once, and stay both. */
export function withoutRewound<Turn extends Pick<SessionTurn, 'turn' | 'after'>>(turns: readonly Turn[]): Turn[] {
  const rewinds = turns.flatMap(({ turn: to, after: from }) => (from === undefined ? [] : [{ from, to }]))
  return turns.filter(({ turn }) => !rewinds.some(({ from, to }) => from < turn && turn < to))
}
