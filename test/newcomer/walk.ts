import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Act, actsOf } from './page.js'
import { runAsPerson } from './shell.js'

export interface Step {
  readonly title: string
  commands: number
  files: number
  /** Requests that reached the model. */
  requests: number
  seconds: number
  /** Questions that a person was asked. */
  questions: number
}

export interface Walked {
  readonly steps: readonly Step[]
  readonly problems: readonly string[]
}

export interface Walk {
  readonly page: string
  readonly folder: string
  /** What a page exports stays here for the next page. */
  readonly env: NodeJS.ProcessEnv
  /** The versions of packages that npm is asked for. */
  readonly versions: ReadonlyMap<string, string>
  readonly requests: () => number
  /** Puts what is printed into the page, instead of comparing it. */
  readonly write: boolean
}

/** Does what a page says, in order; ends with the first thing that is not as the page says. */
export async function walk({ page, folder, env, versions, requests, write }: Walk): Promise<Walked> {
  let markdown = readFileSync(page, 'utf8')
  let step = begun('The first screen')
  const steps = [step]

  /** Runs commands, and compares what they print; resolves to what is wrong, if anything is. */
  async function run({ commands, printed, line }: Act & { readonly kind: 'run' }): Promise<string | null> {
    step.commands += commands.trim().split('\n').length
    for (const [, name = '', value] of commands.matchAll(/^export (\w+)=(\S+)/gm)) env[name] = value
    const { ok, shown } = await runAsPerson(withVersions(commands, versions), printed, { cwd: folder, env })
    step.questions += shown.split('[y/N] ').length - 1
    if (!ok) return `${page}:${line}: fails:\n${shown}`
    if (printed === null || normal(shown) === printed) return null
    if (!write) return `${page}:${line}: prints something else:\n${normal(shown)}`
    const between = '```\n\n```text\n'
    markdown = markdown.replace(`${commands}${between}${printed}`, () => `${commands}${between}${normal(shown)}`)
    return null
  }

  for (const act of actsOf(markdown)) {
    const began = performance.now()
    const asked = requests()
    switch (act.kind) {
      case 'step':
        step = begun(act.title)
        steps.push(step)
        break
      case 'save':
        step.files += 1
        writeFileSync(join(folder, act.name), act.code)
        break
      case 'run': {
        const problem = await run(act)
        if (problem) return { steps, problems: [problem] }
      }
    }
    step.seconds += (performance.now() - began) / 1_000
    step.requests += requests() - asked
  }
  if (write) writeFileSync(page, markdown)
  return { steps: steps.filter(({ commands, files }) => commands + files > 0), problems: [] }
}

const begun = (title: string): Step => ({ title, commands: 0, files: 0, requests: 0, seconds: 0, questions: 0 })

/** The same commands, with versions behind the names that they install. */
function withVersions(commands: string, versions: ReadonlyMap<string, string>): string {
  return commands.replace(/^npm install .*$/gm, (line) =>
    line
      .split(' ')
      .map((word) => (versions.has(word) ? `${word}@${versions.get(word)}` : word))
      .join(' '),
  )
}

/** What differs between two runs (ids, times, the share of time in the loss) is always alike. */
function normal(shown: string): string {
  return shown
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '0199f0a4-0000-7000-8000-000000000001')
    .replace(/Ω 0\.0\d {2}L 0\.0\d/g, 'Ω 0.01  L 0.00')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '2026-01-01T12:00:00.000Z')
}
