import type { Call } from '../call/call.js'
import type { TerminalFacts } from './facts.js'
import { firstLine } from './run-program.js'

/** Looks at the terminal of a call, and asks the tmux around it for its options. */
export async function terminalFacts(call: Call): Promise<TerminalFacts> {
  const { env, stdin, stdout } = call
  const isDumb = env.TERM === 'dumb'
  return {
    isTerminal: stdin.isTTY === true && stdout.isTTY === true,
    hasColours: !env.NO_COLOR && !isDumb,
    isDumb,
    columns: stdout.columns || null,
    isUtf8: process.platform === 'win32' || /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || ''),
    tmux: env.TMUX ? await tmuxOptions(call) : null,
  }
}

async function tmuxOptions(call: Call): Promise<TerminalFacts['tmux']> {
  const option = (name: string) => firstLine(call, 'tmux', ['show-options', '-sv', name])
  const [extendedKeys, escapeTime] = await Promise.all([option('extended-keys'), option('escape-time')])
  const escapeMs = Number.parseInt(escapeTime ?? '', 10)
  return { extendedKeys, escapeMs: Number.isNaN(escapeMs) ? null : escapeMs }
}
