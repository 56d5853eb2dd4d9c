import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { assessCommand } from '../src/law1/assess-command.js'

/** Pieces of a script's language, one a blank-separated word; ␣ stands for a blank, ⏎ for a newline. */
const pieces = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((piece) => piece.replaceAll('␣', ' ').replaceAll('⏎', '\n'))

const languages = {
  sed: {
    implementations: [['sed'], ['sed', '--posix'], ['busybox', 'sed'], ['gsed']],
    common: pieces(`1 $ /a/ /[/] ,/ ! p d s/a/b/ s:a:b: s|a|b| s,a,b, g I ; ; ⏎ { } ␣ n = q`),
    rare: pieces(String.raw`
      w␣pwned e␣touch␣pwned␣ e s/.*/touch␣pwned/e s/a/b/w␣pwned s:]/e␣touch␣pwned␣#:x: #:x: 1,/[/ /[/s:]/ W␣pwned
      / / : : | , # [ ] [^ [] [^] [[:alpha:]] [/] [\] \ \\ \/ \n \[ & s y y/ab/cd/ y/[/]/ s/[/]/b/ s,[,],x, :a ta b
      r␣f R␣f a\⏎ i\⏎ c\⏎ a␣x \,a, 0,/a/ +1 ~ s/a/b␣;w␣pwned; s/x/\/;w␣pwned⏎/ s/a\/b/c/ s/\c[/x/ s/\cA/x/ s/\x2f/x/
      l N D h H x G F z Q v # #n}`),
  },
} as const

export type Language = keyof typeof languages

/** The implementations of a language that this machine has. */
export const implementationsOf = (language: Language): string[][] =>
  languages[language].implementations
    .map((words) => [...words])
    .filter(([program = '', ...options]) => {
      const { status, error } = spawnSync(program, [...options, language === 'sed' ? 'p' : '{ print }', '/dev/null'])
      return error === undefined && status === 0
    })

function scriptsOf(language: Language): fc.Arbitrary<string> {
  const { common, rare } = languages[language]
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...common) },
    { weight: 2, arbitrary: fc.constantFrom(...rare) },
  )
  return fc.array(piece, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
}

/** The gate's own answer to the script as one quoted word. */
export const isFreeScript = (language: Language, script: string): boolean =>
  !script.includes("'") && assessCommand(`${language} '${script}' a.txt f`).reason === null

export interface Divergence {
  readonly script: string
  readonly implementation: string
}

export interface FuzzResult {
  /** Scripts judged free, each of which every implementation ran. */
  readonly ran: number
  /** Scripts made, free or not. */
  readonly made: number
  readonly harmful: readonly Divergence[]
}

/** Makes scripts until `count` different ones are judged free, runs these and reports those that changed the folder. */
export function fuzzJudge(language: Language, { count, seed }: { count: number; seed: number }): FuzzResult {
  const implementations = implementationsOf(language)
  const free = new Set<string>()
  let made = 0
  for (let round = 0; free.size < count && round < 10_000; round++) {
    const scripts = fc.sample(scriptsOf(language), { numRuns: 1000, seed: seed + round })
    made += scripts.length
    for (const script of scripts) if (free.size < count && isFreeScript(language, script)) free.add(script)
  }
  const harmful = [...free].flatMap((script) =>
    harmfulIn(script, implementations).map((implementation) => ({ script, implementation })),
  )
  return { ran: free.size, made, harmful }
}

let folder: { readonly path: string; readonly state: string } | null = null

/** Names of the implementations whose run of the script changed a file, made one or removed one. */
export function harmfulIn(script: string, implementations: readonly (readonly string[])[]): string[] {
  return implementations
    .filter(([program = '', ...options]) => {
      folder ??= trapFolder()
      const { path, state } = folder
      spawnSync(program, [...options, script, 'a.txt', 'f'], {
        cwd: path,
        stdio: 'ignore',
        timeout: 500,
        killSignal: 'SIGKILL',
      })
      if (stateOf(path) === state) return false
      removeFolder()
      return true
    })
    .map((words) => words.join(' '))
}

/** Removes the folder in which scripts ran. */
export function removeFolder(): void {
  if (folder) rmSync(folder.path, { recursive: true, force: true })
  folder = null
}

/** Each line does harm when a script takes it for a command or a file name. */
function trapFolder() {
  const path = mkdtempSync(join(tmpdir(), 'artoo-scripts-'))
  writeFileSync(join(path, 'a.txt'), 'a touch\ntouch pwned\nab\nb/a\n')
  writeFileSync(join(path, 'f'), 'touch pwned\na b c\n1 2 3\n')
  return { path, state: stateOf(path) }
}

const stateOf = (path: string) =>
  readdirSync(path)
    .map((name) => {
      const { ino, size, ctimeMs } = statSync(join(path, name))
      return `${name} ${ino} ${size} ${ctimeMs}`
    })
    .join('\n')
