import { firstFiles, ignored, meanNames } from './world.js'

export type Call = readonly [tool: string, input: unknown]

/** A command with the file that it changes. */
export interface Planned {
  readonly command: string
  readonly path: string
}

export interface Plan {
  readonly turns: readonly (readonly Call[])[]
  readonly commands: readonly Planned[]
}

const quoted = (path: string) => `'${`./${path}`.replaceAll("'", `'\\''`)}'`

/** Calls of a task: edits, whole writes, new files in new folders, commands that read, and commands that change something. */
export function planFrom(random: () => number): Plan {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const turns: Call[][] = [
    firstFiles.filter((path) => path !== 'large.txt').map((path) => ['read_file', { path }] as const),
  ]
  const commands: Planned[] = []
  const edited = [...firstFiles.slice(0, 6), ...firstFiles.slice(0, 6), ...meanNames, 'tool.sh', 'large.txt', ignored]
  for (let turn = 0; turn < 7; turn++) {
    const path = pick(edited)
    const created = pick([`new/${turn}.txt`, `new/deep er/${turn}/"${turn}".txt`, `src/new\n${turn}.txt`])
    const command = (line: string, changed: string): Call => {
      commands.push({ command: line, path: changed })
      return ['shell', { command: line }]
    }
    const kinds: readonly (() => Call)[] = [
      () => ['edit_file', { path, oldText: 'line', newText: `line${turn}`, all: true }],
      () => ['edit_file', { path, oldText: 'line', newText: `line ${turn} \u00e9`, all: true }],
      () => ['write_file', { path: pick(firstFiles.slice(0, 6)), content: `written in turn ${turn}: line\r\n` }],
      () => ['write_file', { path: 'empty.txt', content: turn % 2 ? '' : `line ${turn}\n` }],
      () => ['write_file', { path: created, content: 'line\n'.repeat(turn * 1_000) }],
      () => ['edit_file', { path: 'run.sh', oldText: 'echo', newText: `echo ${turn}` }],
      () => ['shell', { command: `sort ${quoted(path)}` }],
      () => command(`sleep 0.0${turn}; printf 'by command ${turn}' >> ${quoted(path)}`, path),
      () => command(`rm -f -- ${quoted(path)} # ${turn}`, path),
      () => command(`mkdir -p made/${turn}; printf line > made/${turn}/a.txt`, `made/${turn}/a.txt`),
    ]
    turns.push(random() < 0.3 ? [pick(kinds)(), pick(kinds)()] : [pick(kinds)()])
  }
  return { turns, commands }
}
