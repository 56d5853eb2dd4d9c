import { oneLine } from '@artoo/sdk'
import type { Theme } from './theme.js'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const interval = 100

export interface Spinner {
  /** Moves while it is on. */
  turn(isOn: boolean): void
  line(words: string): string
}

/** One line that shows that the task is alive. It doesn't move in a theme without movement. */
export function createSpinner(theme: Theme, redraw: () => void): Spinner {
  let frame = 0
  let timer: NodeJS.Timeout | null = null
  return {
    turn(isOn) {
      if (!isOn && timer !== null) {
        clearInterval(timer)
        timer = null
      }
      if (!isOn || theme.still || timer !== null) return
      timer = setInterval(() => {
        frame = (frame + 1) % frames.length
        redraw()
      }, interval)
      timer.unref()
    },
    line: (words) => `${theme.accent(theme.still ? '•' : (frames[frame] ?? ''))} ${oneLine(words) || 'Working'}`,
  }
}
