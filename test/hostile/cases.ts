import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyModel, type ArtooOptions, type Journal, type Limits, memoryJournal, type RunOptions } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import type { Tool } from '@artoo/spec'
import type { Habits } from './answers.js'
import { type CountedClock, countedClock } from './counted-clock.js'
import { type Folder, makeFolder } from './folder.js'
import { type HostileHooks, hooksOf } from './hooks.js'
import {
  auditing,
  brokenClock,
  brokenIds,
  brokenRedact,
  checkNames,
  checksOf,
  journalOf,
  masking,
} from './host-parts.js'
import { kinds, take } from './kinds.js'
import { brokenMemory, seasonedMemory } from './memories.js'
import { type Character, crowded, functionModel, honest, portModel } from './models.js'
import { clarifyOf, confirmOf } from './people.js'
import { type Random, randomFrom } from './random.js'
import { streamingModel } from './streams.js'
import { hostileText, plainText } from './texts.js'
import { type Deeds, guardedTools, hostTools } from './tools.js'

/** When something of the host's happens to a task or an instance. */
export type Moment = { readonly afterMs: number } | { readonly afterEvents: number } | 'before'

export interface HostileTask {
  readonly text: string
  readonly options: RunOptions
  readonly limits: Partial<Limits>
  readonly abort: { readonly controller: AbortController; readonly at: Moment } | null
  /** Null also where no journal outlives the process. */
  readonly interruptAt: Moment | null
  /** What the user adds while it is under way. */
  readonly words: readonly { readonly text: string; readonly at: Moment }[]
  /** Events after which a reader of the log leaves; null when there is none. */
  readonly readsUntil: number | null
}

/** One instance and its tasks, all of it following from the seed and the index. */
export interface HostileCase {
  readonly index: number
  readonly options: ArtooOptions
  readonly tasks: readonly HostileTask[]
  readonly closeAt: Moment | null
  /** The host's parts that were made to fail. */
  readonly broken: ReadonlySet<string>
  readonly isHonest: boolean
  readonly isMasked: boolean
  readonly clock: CountedClock
  readonly journal: Journal | undefined
  /** For a process that goes on with what was interrupted: the parts that failed work. Null where no journal outlives the process. */
  readonly mended: ArtooOptions | null
  readonly folder: Folder | null
  readonly deeds: Deeds
  /** Removes its files. */
  remove(): void
}

export const standardNames = [
  'list_files',
  'glob',
  'search_text',
  'read_file',
  'edit_file',
  'write_file',
  'shell',
] as const
const hostNames = ['look', 'change', 'launch', 'odd', 'handmade'] as const
const circumstances = kinds('circumstance', [
  'folder',
  'hasty timers',
  'honest model',
  'masked journal',
  'seasoned memory',
  'instructions',
  'environment',
  'aborted',
  'closed early',
  'read for a while',
  'durable journal',
  'interrupted',
  'words are added',
  'hooks',
  'deferred tools',
] as const)
const moments = kinds('moment', ['before', 'after a time', 'after events'] as const)
const outputNames = ['task_spec', 'plan', 'execution', 'verdicts', 'verification', 'streams'] as const

export function caseOf(seed: number, index: number): HostileCase {
  const random = randomFrom(`${seed}:${index}`)
  const fragile = random.fork('broken')
  const broken = new Set(['journal', 'ids', 'clock', 'memory', 'redact'].filter(() => fragile.chance(0.04)))
  const hooks = hooksFor(random, broken)
  const deeds: Deeds = { launched: [], violations: [], dawdled: false }
  const folder = chanceOf('folder', random.fork('folder'), 0.35) ? makeFolder() : null
  const clock = countedClock(chanceOf('hasty timers', random, 0.1))
  const tools = [
    ...hostTools(random.fork('tools'), deeds),
    ...(folder ? guardedTools(folder, random.fork('folder tools'), deeds) : []),
  ]
  const isHonest = chanceOf('honest model', random, 0.3)
  const limits = limitsOf(random.fork('limits'))
  const hasJournal = broken.has('journal') || random.chance(0.2)
  const { journal, sound, isDurable, discard } = hasJournal ? journalsOf(random, broken.has('journal')) : noJournal
  const isMasked = chanceOf('masked journal', random, 0.1)
  const model = () =>
    modelOf(random.fork('model'), habitsOf(random.fork('habits'), folder !== null), isHonest, (own) =>
      crowded(own, limits.concurrency ?? 10, (what) => deeds.violations.push(what)),
    )
  const options: ArtooOptions = {
    model: model(),
    ...hooks,
    tools: deferring(random.fork('deferred'), tools),
    checks: checksOf(random.fork('checks')),
    confirm: confirmOf(random.fork('confirm')),
    clarify: clarifyOf(random.fork('clarify')),
    limits,
    clock: broken.has('clock') ? brokenClock(random.fork('clock'), clock) : clock,
    journal,
    ids: broken.has('ids') ? brokenIds(random.fork('ids')) : undefined,
    redact: broken.has('redact') ? brokenRedact(random.fork('redact')) : isMasked ? masking : undefined,
    memory: broken.has('memory')
      ? brokenMemory(random.fork('memory'))
      : chanceOf('seasoned memory', random, 0.1)
        ? seasonedMemory(random.fork('memory'), clock, [...hostNames, ...standardNames])
        : undefined,
    onAudit: random.chance(0.3) ? auditing(random.fork('audit')) : undefined,
    instructions: chanceOf('instructions', random, 0.1) ? hostileText(random.fork('instructions')) : undefined,
    environment: chanceOf('environment', random, 0.1)
      ? hostileText(random.fork('environment')) || undefined
      : undefined,
  }
  const count = random.pick([1, 1, 1, 1, 1, 2, 3, 5])
  const tasks = random
    .fork('tasks')
    .list(count, (own, index) => taskOf(own, isDurable ? random.fork(`task ${index}`) : null))
  const closeAt = chanceOf('closed early', random, 0.05) ? momentOf(random.fork('close')) : null
  const mended = isDurable ? mendedOf({ ...options, model: model() }, sound, clock) : null
  const remove = () => {
    folder?.remove()
    discard()
  }
  return { index, options, tasks, closeAt, broken, isHonest, isMasked, clock, journal, mended, folder, deeds, remove }
}

const deferring = (random: Random, tools: readonly Tool[]) =>
  chanceOf('deferred tools', random, 0.2) ? { deferred: tools } : tools

function hooksFor(random: Random, broken: Set<string>): HostileHooks {
  if (!chanceOf('hooks', random.fork('hooked'), 0.2)) return {}
  broken.add('hooks')
  return hooksOf(random.fork('hooks'))
}

const noJournal = { journal: undefined, sound: undefined, isDurable: false, discard() {} }

/** The one that the instance gets, which may fail, and what is behind it. */
function journalsOf(random: Random, isBroken: boolean) {
  const isDurable = chanceOf('durable journal', random.fork('durable'), 0.5)
  const directory = isDurable ? mkdtempSync(join(tmpdir(), 'artoo-hostile-journal-')) : null
  const sound: Journal = directory === null ? memoryJournal() : fileJournal(directory)
  const discard = () => directory !== null && rmSync(directory, { recursive: true, force: true })
  return { journal: journalOf(random.fork('journal'), isBroken, sound), sound, isDurable, discard }
}

const mendedOf = (options: ArtooOptions, journal: Journal | undefined, clock: CountedClock): ArtooOptions => ({
  ...{ ...options, journal, clock, ids: undefined },
  redact: options.redact && masking,
})

/** `interrupting` is null where a task can't be interrupted. */
function taskOf(random: Random, interrupting: Random | null): HostileTask {
  const limits: Partial<Limits> = random.chance(0.1) ? { timeMs: random.pick([1, 100, 2_000, 10_000]) } : {}
  const controller = new AbortController()
  const abort = chanceOf('aborted', random, 0.15) ? { controller, at: momentOf(random) } : null
  const text = hostileText(random)
  return {
    text: text.trim() === '' || random.chance(0.7) ? plainText(random) : text,
    limits,
    options: { limits, ...(abort && { signal: controller.signal }) },
    abort,
    interruptAt: interrupting && chanceOf('interrupted', interrupting, 0.4) ? momentOf(interrupting) : null,
    words: wordsOf(random.fork('words')),
    readsUntil: chanceOf('read for a while', random, 0.1) ? random.pick([0, 1, 10, 10_000]) : null,
  }
}

function wordsOf(random: Random): HostileTask['words'] {
  if (!chanceOf('words are added', random, 0.25)) return []
  return random.list(random.int(1, 4), (own) => ({ text: hostileText(own), at: momentOf(own) }))
}

function momentOf(random: Random): Moment {
  const index = random.chance(0.1) ? 0 : random.chance(0.5) ? 1 : 2
  take(moments, index, random)
  if (index === 0) return 'before'
  return index === 1 ? { afterMs: random.int(0, 60) } : { afterEvents: random.int(1, 60) }
}

function chanceOf(what: (typeof circumstances)[number], random: Random, probability: number): boolean {
  const isSo = random.chance(probability)
  if (isSo) take(circumstances, circumstances.indexOf(what), random)
  return isSo
}

/** Small, so that each is reached now and then. */
function limitsOf(random: Random): Partial<Limits> {
  const sometimes = <T>(probability: number, items: readonly T[]) =>
    random.chance(probability) ? random.pick(items) : undefined
  return {
    timeMs: random.chance(0.05) ? 10 : random.pick([5_000, 20_000, 40_000, 60_000]),
    replans: random.pick([0, 1, 2, 3]),
    retries: random.pick([0, 1, 2]),
    modelCalls: random.pick([3, 20, 60, 60, 100, 100, 200]),
    tokens: sometimes(0.3, [500, 20_000, 100_000, 1_000_000]),
    maxOutputTokens: sometimes(0.1, [1, 100, 1_000]),
    modelRetries: random.pick([0, 1, 4]),
    toolTurns: random.pick([1, 2, 5, 12]),
    modelTimeoutMs: random.pick([500, 1_000, 3_000]),
    firstTokenTimeoutMs: random.pick([200, 2_000]),
    idleTimeoutMs: random.pick([200, 2_000]),
    toolTimeoutMs: random.pick([400, 3_000, 10_000]),
    personTimeoutMs: random.pick([100, 500, 1_000]),
    concurrency: random.pick([1, 2, 10]),
    hookTimeoutMs: random.pick([100, 500, 1_000]),
  }
}

function habitsOf(random: Random, hasFolder: boolean): Habits {
  const names = hasFolder ? [...standardNames, ...standardNames, ...hostNames] : [...hostNames]
  const hostility = random.pick([0, 0, 0.02, 0.1, 0.4])
  const pass = random.pick([0.3, 0.8, 0.97, 1])
  return { toolNames: names, checkNames, criteria: random.pick([1, 1, 2, 3]), pass, hostility }
}

function modelOf(
  random: Random,
  habits: Habits,
  isHonest: boolean,
  watched: (model: ReturnType<typeof portModel>) => ReturnType<typeof portModel>,
): AnyModel {
  const wild = () => random.pick([0, 0, 0, 0, 0.03, 0.15, 0.6])
  const wildness = Object.fromEntries(outputNames.map((name) => [name, wild()]))
  const character: Character = { random: random.fork('turns'), habits, wildness }
  if (isHonest) return watched(honest(portModel(character, false)))
  return random.of<AnyModel>([
    () => watched(portModel(character, false)),
    () => watched(portModel(character, true)),
    () => watched(functionModel(character)),
    () => streamingModel(character),
  ])
}
