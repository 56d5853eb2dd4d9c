import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { main } from '../src/command-line/main.js'

/** A folder with a configuration beside it, and a state folder of its own; removed with the test. */
export async function place(config: string): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const root = join(folder, 'project')
  await mkdir(root)
  const testing = pathToFileURL(join(import.meta.dirname, '../../llm/src/testing.ts'))
  const path = join(folder, 'config.mjs')
  await writeFile(path, `import { scriptedModel } from ${JSON.stringify(testing.href)}\nexport default ${config}\n`)
  return { folder, root, config: path }
}

export interface Place {
  readonly folder: string
  readonly root: string
  readonly config: string
}

/** A command under way in this process: its output so far, its input, and its exit code. `columns`: those of a terminal that the output goes to. */
export function start(
  { folder, root, config }: Place,
  words: readonly string[],
  { piped = false, columns }: { readonly piped?: boolean; readonly columns?: number } = {},
) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const printed = { out: '', err: '' }
  for (const output of columns === undefined ? [] : [stdout, stderr]) Object.assign(output, { isTTY: true, columns })
  stdout.on('data', (chunk) => (printed.out += chunk))
  stderr.on('data', (chunk) => (printed.err += chunk))
  const ending = new AbortController()
  const env = {
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    USER: 'ann',
  }
  const surroundings = { stdin, stdout, stderr, env, cwd: root, hasInput: piped, signal: ending.signal }
  const code = main([...words, '--config', config], surroundings)
  const lines = () =>
    printed.out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  const send = (line: object) => void stdin.write(`${JSON.stringify(line)}\n`)
  return {
    code,
    printed,
    lines,
    send,
    end: () => void stdin.end(),
    stdin,
    abort: (reason: Error) => ending.abort(reason),
  }
}
