import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { quoted } from './quoted.js'

/** Notes of the programs that run, by which they are ended with their sandbox. `folder` is theirs alone. */
export function runningPrograms(folder: string) {
  let count = 0
  return {
    /** A note of the process of a shell that runs `line`. */
    next(): { readonly line: string; remove(): void } {
      const file = join(folder, String(++count))
      return { line: `echo $$ > ${quoted(file)}`, remove: () => rmSync(file, { force: true }) }
    },
    endAll(): void {
      for (const name of namesIn(folder)) kill(Number.parseInt(readFileSync(join(folder, name), 'utf8'), 10))
    },
  }
}

/** Ends a process group, or the process alone where it leads none. What it confines ends with it. */
function kill(process_: number): void {
  if (!(process_ > 1)) return
  for (const target of [-process_, process_]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It has ended, or it leads no group.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
