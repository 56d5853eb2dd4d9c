import { type Check, ok, warning } from './check.js'
import type { TerminalFacts } from './facts.js'

/** Columns that the screen needs. */
const fewest = 60
/** Milliseconds for which tmux may hold an Esc back before a person notices. */
const longestEscape = 50

/** The checks of the terminal, and of the tmux in it. */
export function terminalChecks(terminal: TerminalFacts): readonly Check[] {
  return [screen(terminal), ...(terminal.tmux ? [tmux(terminal.tmux)] : [])]
}

function screen({ isTerminal, isDumb, isUtf8, columns, hasColours }: TerminalFacts): Check {
  if (!isTerminal) return ok('terminal', 'none: tasks print plain lines')
  if (isDumb)
    return warning('terminal', 'TERM=dumb moves no cursor: tasks print plain lines', 'export TERM=xterm-256color')
  if (!isUtf8) return warning('terminal', 'its language is not UTF-8', 'export LC_ALL=C.UTF-8')
  const width = columns === null ? 'unknown width' : `${columns} columns`
  if (columns !== null && columns < fewest) return warning('terminal', `${width} are few: widen it to ${fewest}`)
  return ok('terminal', `${width}, ${hasColours ? 'colours' : 'no colours'}, UTF-8`)
}

function tmux({ extendedKeys, escapeMs }: NonNullable<TerminalFacts['tmux']>): Check {
  const isSlow = escapeMs !== null && escapeMs > longestEscape
  const isBlind = extendedKeys === 'off'
  const texts = [
    ...(isBlind ? ['Shift+Enter does not come through'] : []),
    ...(isSlow ? [`Esc comes ${escapeMs} ms late`] : []),
  ]
  if (texts.length === 0) return ok('tmux', 'Esc and Shift+Enter come through')
  const commands = [...(isBlind ? ['set -g extended-keys on'] : []), ...(isSlow ? ['set -sg escape-time 10'] : [])]
  return warning('tmux', texts.join(', '), `tmux ${commands.join(' \\; ')}`)
}
