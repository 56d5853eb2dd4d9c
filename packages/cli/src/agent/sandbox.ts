import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { release } from 'node:os'
import { join } from 'node:path'
import { oneLine } from '@artoo/llm'
import { stateFolder } from '@artoo/sdk/node'
import type { Sandbox, SandboxReport } from '@artoo/spec'
import { writeDurably } from '@artoo/spec/node'
import type { SandboxRules } from './config.js'
import { isMissing } from './optional-package.js'

/**
 * The sandbox of the system where `@artoo/sandbox` is installed and works; otherwise a note says why commands are not confined. Trying it out takes
 * longer than the rest of a start, so success is remembered as long as the machine runs, and the sandbox is made for the first command. Should it fail
 * then, no command runs.
 */
export async function findSandbox(wanted: boolean | SandboxRules, root: string) {
  if (wanted === false) return { sandbox: undefined, notes: [] }
  const { network = [], read = [], write = [] } = wanted === true ? {} : wanted
  const rules = { network, read, write }
  const memo = join(stateFolder({ root }), 'sandbox.json')
  let report = rememberedReport(memo)
  if (report === null) {
    try {
      const { probe } = await import('@artoo/sandbox')
      report = await probe()
    } catch (error) {
      if (!isMissing(error, '@artoo/sandbox')) throw error
      // `artoo doctor` names what is not installed.
      return { sandbox: undefined, notes: [] }
    }
    if (!report.available) return { sandbox: undefined, notes: [unconfined(report.problems.join('; '))] }
    await writeDurably(memo, JSON.stringify({ machine: machine(), mechanism: report.mechanism }))
  }
  return { sandbox: lazySandbox(rules, report, memo), notes: [] }
}

function lazySandbox(rules: Required<SandboxRules>, report: SandboxReport, memo: string): Sandbox {
  let making: Promise<Sandbox> | undefined
  async function make(): Promise<Sandbox> {
    const { sandbox } = await import('@artoo/sandbox')
    const made = await sandbox(rules)
    if (!made.report().available) await rm(memo, { force: true })
    return made
  }
  return {
    ...rules,
    report: () => report,
    async confine(argv, options) {
      making ??= make()
      return (await making).confine(argv, options)
    },
    async close() {
      await (await making)?.close()
    },
  }
}

function unconfined(remedy: string): string {
  return oneLine(`Commands are not confined, so more of them ask: ${remedy}.`, 500)
}

/** The name under which a success is remembered: another one after a start of the system, and where other programs are found. */
function machine(): string {
  const { PATH: path = '' } = process.env
  return [release(), bootOf(), process.version, path].join(' ')
}

function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

function rememberedReport(memo: string): SandboxReport | null {
  try {
    const { machine: where, mechanism }: Readonly<Record<string, unknown>> = Object(
      JSON.parse(readFileSync(memo, 'utf8')),
    )
    if (where !== machine()) return null
    return { available: true, mechanism: typeof mechanism === 'string' ? mechanism : null, problems: [] }
  } catch {
    return null
  }
}
