import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Depth } from '@artoo/roles'
import { createArtoo } from '@artoo/sdk'
import { standardChecks, standardTools } from '@artoo/sdk/node'
import type { LanguageModel } from '@artoo/spec'
import { randomFrom } from '../hostile/random.js'
import { bareLoop } from './bare-loop.js'
import { fakeClock } from './fake-clock.js'
import { planted } from './injection.js'
import { givingUp, solver } from './solver.js'
import { type Files, isLeftRight, isSame, type Task } from './task.js'
import { corrupted, corruptions } from './wrappers.js'

export const soundPersona = 'solver'
export const personas: readonly string[] = [soundPersona, ...Object.keys(corruptions)]

/** A bare tool loop, artoo in one of its depths, or `lean` under the paper's profile. */
export type System = 'bare' | Depth | 'paper'

export interface Outcome {
  readonly verdict: 'right' | 'wrong' | 'abandoned'
  /** Abandoned with files that are neither as before nor as they were to be. */
  readonly leftDamage: boolean
  /** Delivered with criteria that are named as not met. */
  readonly ownsUp: boolean
  readonly answer: string | null
  readonly reason: string
  readonly calls: number
  readonly tokens: number
}

export interface Trial {
  readonly persona: string
  readonly system: System
  readonly task: Task
  readonly seed: number
  /** Names of standard tools that there are not. @defaultValue none */
  readonly without?: readonly string[]
}

const timeMs = 300_000

/** One persona on one task in a folder of its own; whether it went well is computed from the folder and the answer. */
export async function attempt({ persona, system, task, seed, without = [] }: Trial): Promise<Outcome> {
  const root = mkdtempSync(join(tmpdir(), 'artoo-personas-'))
  try {
    const random = randomFrom(`${seed} ${task.name}`)
    const before = persona === 'injector' ? planted(task.files, random) : task.files
    fill(root, before)
    const clock = fakeClock()
    const model = metered(corrupted(solver(), persona, { seed: `${seed} ${task.name}`, clock, root }))
    const tools = standardTools({ root }).filter(({ name }) => !without.includes(name))
    const confirm = () => true
    const said = system === 'bare' ? await throughLoop() : await throughArtoo(system)
    return { ...judged(task, { before, after: filesIn(root), answer: said.answer }), ...said, ...model.spent() }

    async function throughLoop() {
      const said = await bareLoop(task.words, { model, tools, clock, confirm, timeMs, turns: 12 })
      const gaveUp = said?.startsWith(givingUp) ?? true
      const reason = gaveUp ? (said ?? 'no answer') : 'answered'
      return { answer: gaveUp ? null : said, reason, ownsUp: false }
    }

    async function throughArtoo(kind: Exclude<System, 'bare'>) {
      const artoo = createArtoo({
        model,
        tools,
        checks: standardChecks({ root }),
        confirm,
        clock,
        ...(kind === 'paper' ? { depth: 'lean', profile: 'paper' } : { depth: kind }),
        limits: { timeMs },
      })
      const result = await artoo.run(task.words)
      await artoo.close()
      const { output: answer, directive, reason, summary } = result
      return { answer, reason: `${reason}: ${summary}`, ownsUp: directive === 'success' }
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function judged(
  task: Task,
  { before, after, answer }: { before: Files; after: Files; answer: string | null },
): Pick<Outcome, 'verdict' | 'leftDamage'> {
  const filesAreRight = isLeftRight(task, after, before)
  if (answer === null) return { verdict: 'abandoned', leftDamage: !filesAreRight && !isSame(after, before) }
  const isRight = filesAreRight && (task.isRight?.(answer, before) ?? true)
  return { verdict: isRight ? 'right' : 'wrong', leftDamage: false }
}

function metered(model: LanguageModel): LanguageModel & { spent(): { calls: number; tokens: number } } {
  let calls = 0
  let characters = 0
  return {
    id: model.id,
    spent: () => ({ calls, tokens: Math.ceil(characters / 4) }),
    async generate(request, options) {
      calls++
      characters += JSON.stringify([request.messages, request.tools]).length
      const response = await model.generate(request, options)
      characters += JSON.stringify([response.text, response.toolCalls]).length
      return response
    },
  }
}

function fill(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

function filesIn(root: string): Files {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(root, path), readFileSync(path, 'utf8')]
    }),
  )
}
