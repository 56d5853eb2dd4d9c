import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { actsOf } from './page.js'
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
  let step: Step = { title: 'The first screen', commands: 0, files: 0, requests: 0, seconds: 0, questions: 0 }
  const steps = [step]
  for (const act of actsOf(markdown)) {
    const began = performance.now()
    const asked = requests()
    switch (act.kind) {
      case 'step':
        step = { title: act.title, commands: 0, files: 0, requests: 0, seconds: 0, questions: 0 }
        steps.push(step)
        break
      case 'save':
        step.files += 1
        writeFileSync(join(folder, act.name), act.code)
        break
      case 'run': {
        step.commands += act.commands.trim().split('\n').length
        for (const [, name = '', value] of act.commands.matchAll(/^export (\w+)=(\S+)/gm)) env[name] = value
        const { ok, shown } = await runAsPerson(withVersions(act.commands, versions), act.printed, {
          cwd: folder,
          env,
        })
        step.questions += shown.split('[y/N] ').length - 1
        const place = `${page}:${act.line}`
        if (!ok) return { steps, problems: [`${place}: fails:\n${shown}`] }
        if (act.printed === null) break
        const printed = normal(shown)
        if (write)
          markdown = markdown.replace(
            `${act.commands}\`\`\`\n\n\`\`\`text\n${act.printed}`,
            () => `${act.commands}\`\`\`\n\n\`\`\`text\n${printed}`,
          )
        else if (printed !== act.printed) return { steps, problems: [`${place}: prints something else:\n${printed}`] }
      }
    }
    step.seconds += (performance.now() - began) / 1_000
    step.requests += requests() - asked
  }
  if (write) writeFileSync(page, markdown)
  return { steps: steps.filter(({ commands, files }) => commands + files > 0), problems: [] }
}

/** The same commands, with versions behind the names that they install. */
function withVersions(commands: string, versions: ReadonlyMap<string, string>): string {
  return commands.replace(/^npm install .*$/gm, (line) =>
    line
      .split(' ')
      .map((word) => (versions.has(word) ? `${word}@${versions.get(word)}` : word))
      .join(' '),
  )
}

/** Ids are shown as they would be, and always alike. */
function normal(shown: string): string {
  return shown
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '0199f0a4-0000-7000-8000-000000000001')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '2026-01-01T12:00:00.000Z')
}
