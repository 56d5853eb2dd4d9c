import { realpath } from 'node:fs/promises'
import { type Clock, deadlineFor, errorMessage, type Sandbox } from '@artoo/spec'
import * as z from 'zod'
import { errnoOf } from '../files/file-error.js'
import { shellLine } from '../law1/shell-line.js'
import { minimalEnvironment, readOnlyEnvironment } from '../shell/environment.js'
import { runConfined } from '../shell/run-confined.js'
import { type ProcessOptions, type ProcessResult, runProcess } from '../shell/run-process.js'
import type { AllowedCommands, CommandGate } from './command-gate.js'
import { type Finding, held, unseen, wrong } from './finding.js'
import { type CheckKind, question } from './question.js'
import { quoted, quotedEnd } from './quoted.js'
import { firstMatch, safePattern } from './safe-pattern.js'

const word = z
  .string()
  .max(8192)
  .refine((text) => !text.includes('\0'), 'must not hold a zero byte')

const commandArguments = (gate: CommandGate) =>
  z.strictObject({
    argv: z
      .array(word)
      .min(1)
      .max(100)
      .refine(([program]) => program !== '', 'must name a program first')
      .superRefine((argv, context) => {
        const message = gate.refusal(argv)
        if (message !== null) context.addIssue({ code: 'custom', message })
      })
      .describe('the program and its arguments; there is no shell'),
    exit: z.number().int().min(0).max(255).default(0).describe('expected exit code'),
    stdoutContains: z.string().min(1).max(10_000).optional(),
    stdoutMatches: safePattern.optional(),
    inOutput: z.boolean().default(false).describe('every line that it prints must stand in the output'),
    timeoutMs: z.number().int().min(1).max(600_000).default(30_000),
  })

export type CommandCheckArguments = z.input<ReturnType<typeof commandArguments>>

export interface CommandCheckParts {
  readonly root: string
  readonly allowed: AllowedCommands
  readonly gate: CommandGate
  /** A sandbox that is not available is none. */
  readonly sandbox?: Sandbox | undefined
  readonly clock: Clock
}

export function commandCheck({ root, allowed, gate, sandbox, clock }: CommandCheckParts): CheckKind {
  async function run(argv: readonly string[], options: ProcessOptions): Promise<ProcessResult> {
    if (!sandbox?.report().available) return runProcess(argv, options)
    const { cwd: root, env, signal } = options
    const result = await runConfined(sandbox, argv, { root, env, writes: gate.isAllowed(argv), signal })
    return { ...result, stderr: [result.stderr, ...result.notes].join('\n') }
  }

  return {
    name: 'command',
    description: `A program, run in the root, ends with an exit code and prints such a text, or what the output says, too. ${whatRuns(allowed)}`,
    question: commandArguments(gate).transform(({ argv, timeoutMs, ...expected }) =>
      question(async ({ output, signal }) => {
        const cwd = await realpath(root)
        const env = gate.isAllowed(argv) ? minimalEnvironment(process.env) : readOnlyEnvironment(process.env, cwd)
        const deadline = deadlineFor(signal, { clock, timeoutMs, code: 'check_timeout' })
        try {
          return judged(argv, await run(argv, { cwd, env, signal: deadline.signal }), { ...expected, output })
        } catch (error) {
          signal.throwIfAborted()
          return unseen(`${shown(argv)} ${whyNot(error, argv)}`)
        } finally {
          deadline.release()
        }
      }),
    ),
  }
}

function whatRuns(allowed: AllowedCommands): string {
  if (allowed === 'all') return 'Any may run.'
  const reading = 'Only what is known to read and change nothing runs (ls, grep, wc, git log …)'
  return allowed.length === 0 ? `${reading}.` : `${reading}, and exactly: ${allowed.map(shellLine).join('; ')}.`
}

const shown = (argv: readonly string[]) => quoted(shellLine(argv))

function whyNot(error: unknown, [program = '']: readonly string[]): string {
  const code = errnoOf(error)
  if (code === 'ENOENT') return `was not run: there is no program ${quoted(program)}`
  if (code === 'EACCES') return `was not run: ${quoted(program)} may not be executed`
  return `was not run to its end: ${errorMessage(error)}`
}

interface Expected {
  readonly exit: number
  readonly stdoutContains?: string | undefined
  readonly stdoutMatches?: z.output<typeof safePattern> | undefined
  readonly inOutput: boolean
  /** The output under test. */
  readonly output: string
}

function judged(argv: readonly string[], result: ProcessResult, expected: Expected): Finding {
  const { exit, stdout, stderr, leftOut } = result
  const command = shown(argv)
  if (typeof exit === 'string') return unseen(`${command} was killed by ${exit}`)
  const ended = `${command} ended with exit code ${exit}`
  if (exit !== expected.exit)
    return wrong(`${ended}, not ${expected.exit}, and said ${quotedEnd(whatWentWrong(stdout, stderr))}`)
  const { stdoutContains: part, stdoutMatches: pattern } = expected
  const lacks = (what: string) =>
    leftOut > 0
      ? unseen(`${ended}; what could be kept of its long output has ${what}`)
      : wrong(`${ended}, but its output has ${what}: ${quotedEnd(stdout.trimEnd())}`)
  if (part !== undefined && !stdout.includes(part)) return lacks(`no ${quoted(part)}`)
  if (pattern && firstMatch(pattern, stdout) === null) return lacks(`no match of ${quoted(pattern.pattern())}`)
  if (!expected.inOutput) return held(ended)
  if (leftOut > 0) return unseen(`${ended}; its output is too long to be looked for`)
  const lines = stdout.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return wrong(`${ended} and printed nothing that could stand in the output`)
  const missing = lines.find((line) => !standsIn(expected.output, line.trim()))
  return missing === undefined
    ? held(`${ended}, and the output says what it printed: ${quotedEnd(stdout.trimEnd())}`)
    : wrong(`${ended} and printed ${quoted(missing)}, which the output does not say`)
}

/** Test runners tell it on either stream, among much that went well: lines that tell of a failure, or all when there are none. */
function whatWentWrong(stdout: string, stderr: string): string {
  const said = `${stderr.trimEnd()}\n${stdout.trimEnd()}`.trim()
  const lines = said.split('\n').filter((line) => /not ok|✖|✗|✘|×|fail|error|expected|actual/i.test(line))
  const telling = [...new Set(lines.map((line) => line.trim()))].filter((line) => !/^at |node:internal/.test(line))
  return telling.length > 0 ? telling.join('\n') : said
}

/** A 4 does not stand in 42 or 4.5, nor a.md in data.md. */
function standsIn(text: string, words: string): boolean {
  const before = /[\p{L}\p{N}_]$|\d[.,]$/u
  const after = /^[\p{L}\p{N}_]|^[.,]\d/u
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    if (!before.test(text.slice(Math.max(0, at - 2), at)) && !after.test(text.slice(end, end + 2))) return true
  }
  return false
}
