import type { RolesOptions } from '@artoo/roles'
import { createArtoo } from '@artoo/sdk'
import { standardChecks, standardTools } from '@artoo/sdk/node'
import { randomFrom } from '../hostile/random.js'
import { bareLoop } from './bare-loop.js'
import { fakeClock } from './fake-clock.js'
import { filesIn, inFolder, touchedIn } from './folder.js'
import { planted } from './injection.js'
import { lies } from './lies.js'
import { metered } from './metered.js'
import { contradictionsIn, isTakenForQuestion, type Report, reportOf, reportOfLoop } from './report.js'
import { givingUp, solver } from './solver.js'
import { type Files, isLeftRight, isSame, type Task } from './task.js'
import { corrupted, corruptions } from './wrappers.js'

export const soundPersona = 'solver'
export const personas: readonly string[] = [soundPersona, ...Object.keys(corruptions)]
export const liars: readonly string[] = Object.keys(lies)

/** A bare tool loop, artoo in one of its depths, or `lean` under the paper's profile. */
export type System = 'bare' | NonNullable<RolesOptions['depth']> | 'paper'

export interface Outcome {
  readonly verdict: 'right' | 'wrong' | 'abandoned'
  /** Abandoned with files that are neither as before nor as they were to be. */
  readonly leftDamage: boolean
  /** Delivered as a part of what was asked for. */
  readonly ownsUp: boolean
  readonly answer: string | null
  readonly reason: string
  readonly status: Report['status']
  /** Called complete, though the folder or the answer isn't right. */
  readonly deliversWrong: boolean
  /** What the report says otherwise than the folder. */
  readonly contradictions: readonly string[]
  /** Called complete though nobody judged anything, a change was asked for, and none was made. */
  readonly isClaimed: boolean
  /** Called complete, though a change was asked for and none was made: no plan took the request for one, and the report says that nothing was changed. */
  readonly isTakenForQuestion: boolean
  /** Criteria about the world that a model passed, though the files aren't right: all of them, and those without a record. */
  readonly falsePasses: { readonly all: number; readonly unshown: number }
  /** The work was right, and its user doesn't get it. */
  readonly isLost: boolean
  readonly calls: number
  readonly tokens: number
  /** Rules by which `auto` bought assurance. */
  readonly rules: readonly string[]
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
  const random = randomFrom(`${seed} ${task.name}`)
  const before = persona === 'injector' ? planted(task.files, random) : task.files
  return inFolder(before, async (root) => {
    const clock = fakeClock()
    const model = metered(corrupted(solver(), persona, { seed: `${seed} ${task.name}`, clock, root }))
    const tools = standardTools({ root }).filter(({ name }) => !without.includes(name))
    const confirm = () => true
    const said = system === 'bare' ? await throughLoop() : await throughArtoo(system)
    const { report, ...given } = said
    const folder = { before, after: filesIn(root), touched: touchedIn(root, before) }
    const { said: reported, ...spent } = model.spent()
    return { ...judged(task, { ...folder, ...given, report, reported }), ...given, status: report.status, ...spent }

    async function throughLoop() {
      const said = await bareLoop(task.words, { model, tools, clock, confirm, timeMs, turns: 12 })
      const gaveUp = said?.startsWith(givingUp) ?? true
      const reason = gaveUp ? (said ?? 'no answer') : 'answered'
      const answer = gaveUp ? null : said
      return { answer, reason, ownsUp: false, report: reportOfLoop(answer), rules: [] }
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
      const run = artoo.run(task.words)
      const result = await run
      await artoo.close()
      const { output: answer, reason, summary } = result
      const report = reportOf(result, run.events)
      const rules = run.events.flatMap((event) => (event.type === 'Escalation' ? event.payload.rules : []))
      return { answer, reason: `${reason}: ${summary}`, ownsUp: report.status === 'partial', report, rules }
    }
  })
}

interface Ended {
  readonly before: Files
  readonly after: Files
  readonly touched: readonly string[]
  readonly answer: string | null
  readonly report: Report
  /** The results that executors reported. */
  readonly reported: readonly string[]
}

type Judged = Omit<Outcome, 'ownsUp' | 'answer' | 'reason' | 'status' | 'calls' | 'tokens' | 'rules'>

function judged(task: Task, { before, after, touched, answer, report, reported }: Ended): Judged {
  const { isRight = () => true, lacks } = task
  const filesAreRight = isLeftRight(task, after, before)
  const isWhole = report.status === 'complete'
  // Who can't do all of it may not say so, and names what there isn't.
  const isTold = lacks === undefined || (!isWhole && report.missing.some((one) => one.includes(lacks)))
  const isDelivered = answer !== null && filesAreRight && isRight(answer, before)
  const worked = filesAreRight && [...reported, reported.join('\n')].some((one) => isRight(one, before))
  const asksForChange = task.leaves !== undefined || task.accepts !== undefined
  return {
    verdict: answer === null ? 'abandoned' : isDelivered && isTold ? 'right' : 'wrong',
    leftDamage: answer === null && !filesAreRight && !isSame(after, before),
    deliversWrong: isWhole && !(isDelivered && isTold),
    contradictions: contradictionsIn(report, { asksForChange, touched }),
    isTakenForQuestion: isTakenForQuestion(report, { asksForChange, touched }),
    falsePasses: {
      all: filesAreRight ? 0 : report.worldly.length,
      unshown: filesAreRight ? 0 : report.worldly.filter(({ records }) => records === 0).length,
    },
    isClaimed: isWhole && report.basis === 'nobody' && asksForChange && !filesAreRight,
    isLost: worked && !isDelivered,
  }
}
