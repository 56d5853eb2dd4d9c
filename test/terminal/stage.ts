/** A home, a project, a model and a terminal for one story. */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bundledProgram } from './bundled-program.js'
import { type ModelServer, modelServer, type Scene } from './model-server.js'
import { openTerminal, type Size, type Terminal } from './tmux.js'

export interface Story {
  readonly name: string
  /** Texts of files in the project, by their paths. */
  readonly files?: Readonly<Record<string, string>>
  readonly scene: Scene
  act(stage: Stage): Promise<void>
}

export interface Stage {
  readonly terminal: Terminal
  readonly model: ModelServer
  readonly size: Size
  /** The folder that the shell stands in. */
  readonly project: string
  /** Types a line of the shell and sends it. */
  run(line: string): Promise<void>
  /** Types words and sends them. */
  say(words: string): Promise<void>
  read(path: string): Promise<string>
  /** Another terminal for the same home and project. */
  another(): Promise<Terminal>
  /** A screen that is worth a picture. */
  moment(name: string, at?: Terminal): Promise<void>
}

/** Called with a terminal at each moment of a story. */
export type Watch = (moment: string, terminal: Terminal) => Promise<void>

/** Plays a story in a terminal of this size. All that it has begun is ended, however it ends. */
export async function perform({ files = {}, scene, act }: Story, size: Size, watch?: Watch): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'artoo-terminal-'))
  const project = join(place, 'shop')
  const [model] = await Promise.all([
    modelServer(),
    write(project, { 'README.md': '# Shop\n\nSells kettles.\n', ...files }),
    write(place, { 'bin/artoo': script([await bundledProgram()]), 'home/.keep': '' }, 0o755),
  ])
  model.play(scene)
  const terminals: Terminal[] = []
  try {
    const another = async () => {
      const opened = await openTerminal({ ...size, cwd: project, env: environment(place, model.url) })
      terminals.push(opened)
      return opened
    }
    const terminal = await another()
    await terminal.until('$')
    await act({
      ...{ terminal, model, size, project, another },
      async run(line) {
        await terminal.type(line)
        await terminal.keys('Enter')
      },
      async say(words) {
        await terminal.type(words)
        await terminal.until((screen) => screen.includes(words.slice(-10)))
        await terminal.keys('Enter')
      },
      moment: async (name, at = terminal) => watch?.(name, at),
      read: (path) => readFile(join(project, path), 'utf8'),
    })
  } finally {
    await Promise.all(terminals.map((terminal) => terminal.close()))
    await model.stop()
    await rm(place, { recursive: true, force: true })
  }
}

const script = (words: readonly string[]) =>
  `#!/bin/sh\nexec '${process.execPath}' ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`

function environment(place: string, url: string): Readonly<Record<string, string>> {
  return {
    PATH: [join(place, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
    HOME: join(place, 'home'),
    XDG_STATE_HOME: join(place, 'state'),
    XDG_CONFIG_HOME: join(place, 'config'),
    USER: 'ann',
    TZ: 'UTC',
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: 'a-key',
    ARTOO_MODEL: 'small',
  }
}

async function write(folder: string, files: Readonly<Record<string, string>>, mode?: number): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    if (mode !== undefined) await chmod(file, mode)
  }
}
