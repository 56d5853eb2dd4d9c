import { clearScreenDown, moveCursor } from 'node:readline'
import type { WriteStream } from 'node:tty'
import { loopPicture, type StateFile } from '@artoo/agent-loop'
import { oneLine } from '@artoo/sdk'

export interface Drawer {
  (state: StateFile | null, commit: { readonly events: readonly { readonly type: string }[] }): void
  /** Leaves the last picture standing. */
  done(state: StateFile | null): void
}

/** Draws over the last picture on a terminal; elsewhere tells what happened, and shows the picture in the end. */
export function drawer(out: WriteStream): Drawer {
  let height = 0
  const show = (state: StateFile | null) => {
    if (!state) return
    const picture = loopPicture(state, { width: out.isTTY ? out.columns : 120 })
    if (height > 0) {
      moveCursor(out, 0, -height)
      clearScreenDown(out)
    }
    out.write(`${picture}\n`)
    height = out.isTTY ? picture.split('\n').length : 0
  }
  const draw = (state: StateFile | null, { events }: Parameters<Drawer>[1]) => {
    if (out.isTTY) show(state)
    else for (const event of events) out.write(`${lineOf(event)}\n`)
  }
  return Object.assign(draw, {
    done(state: StateFile | null) {
      if (!out.isTTY) out.write('\n')
      show(state)
    },
  })
}

/** `launched atom=patch role=worker` */
function lineOf({ type, ...fields }: { readonly type: string }): string {
  const told = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return ` ${oneLine(`${type} ${told.join(' ')}`, 159)}`
}
