import { spawn } from 'node:child_process'

export interface Ran {
  readonly ok: boolean
  /** What a terminal would show, answers and `^C` included. */
  readonly shown: string
}

/**
 * Runs commands in a shell as a person at a terminal would. `printed` is what the page says that they print: an answer
 * behind `[y/N] ` is typed once the question stands there, and `^C` interrupts once what is above it has been printed.
 */
export function runAsPerson(
  commands: string,
  printed: string | null,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ran> {
  const answers = [...(printed ?? '').matchAll(/\[y\/N\] (.*)$/gm)].map(([, answer]) => answer ?? '')
  const [before, ...interrupts] = (printed ?? '').split(/^\^C$/m)
  return new Promise((resolve) => {
    // A group of its own, so that an interrupt reaches all that the shell has started.
    const child = spawn('bash', ['-ec', commands], { cwd, env, detached: true, stdio: 'pipe' })
    let shown = ''
    let interrupted = interrupts.length === 0
    const hear = (chunk: Buffer) => {
      shown += chunk
      if (shown.endsWith('[y/N] ')) {
        const answer = `${answers.shift() ?? ''}\n`
        child.stdin.write(answer)
        shown += answer
      }
      if (!interrupted && shown.endsWith(before ?? '')) {
        interrupted = true
        // The work goes on for a moment before the person presses the keys.
        setTimeout(() => {
          shown += '^C\n'
          if (child.pid) process.kill(-child.pid, 'SIGINT')
        }, 1_500)
      }
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    const end = (signal: NodeJS.Signals) => {
      try {
        if (child.pid) process.kill(-child.pid, signal)
      } catch {
        // Nothing of it runs any more.
      }
    }
    const patience = setTimeout(() => end('SIGKILL'), 120_000)
    // A server that commands left behind would keep the streams open.
    child.once('exit', (code) => code !== 0 && end('SIGKILL'))
    child.once('close', (code) => {
      clearTimeout(patience)
      resolve({ ok: code === 0 || interrupts.length > 0, shown })
    })
  })
}
