import { clipped } from './room.js'

/** An output as a judge is shown it. One that is too long says so in a field of its own, which no executor can write. */
export function shownOutput(
  output: string,
  room: number,
): { readonly output: string; readonly outputCharacters?: number } {
  const shown = clipped(output, room)
  return shown === output ? { output } : { output: shown, outputCharacters: output.length }
}
