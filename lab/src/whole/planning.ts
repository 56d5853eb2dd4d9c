import type { ModelRequest } from '@artoo/spec'
import { chance, type Key, pick } from '../random.js'
import { type Data, dataOf, isData, objects, text } from './conversation.js'
import { mendedLevel } from './executing.js'
import { adviceIn, isForbidden } from './heeding.js'
import type { Mind } from './mind.js'
import { attemptIn, orderOf } from './order.js'
import type { Attempt } from './plant.js'

const criterion = { text: 'The rows are what was asked for', mode: 'verifiable' } as const

/** R2: one subtask with one tool at one place, from nothing but the brief. */
export function plan(request: ModelRequest, mind: Mind): unknown {
  const data = dataOf(request)
  const noun = nounIn(text(data.rawInput))
  const drafts = request.messages.filter(({ role }) => role === 'assistant').length
  const choice = noun ? choose(data, noun, drafts, mind) : null
  if (!noun || !choice) return { criteria: [], subtasks: [], impossible: 'nothing is left to try' }
  const subtask = { intent: orderOf(choice, noun), sequence: 1, criteria: [criterion], tools: [choice.tool] }
  return { criteria: [criterion], subtasks: [{ ...subtask, context: null }], deadline: null }
}

/** What stands in quotes; the apostrophe of a genitive opens none. */
export const nounIn = (words: string): string | undefined => /(?<!\w)'([^']+)'/.exec(words)?.[1]

/** What is tried next; null when nothing is left. */
function choose(data: Data, noun: string, drafts: number, { persona, luck }: Mind): Attempt | null {
  const menu = menuOf(data)
  const tried = triedIn(data)
  const round = [...luck(), 'plan', tried.length] as const
  const keys = [...round, drafts] as const
  const advice = adviceIn(data, noun, menu.tools)
  const heeds = chance(persona.obedience, ...(persona.isStubborn ? round : keys), 'memory')
  const isTried = isAmong(tried)
  const possible = menu.tools
    .flatMap((tool) => menu.places.map((place) => ({ tool, place })))
    .filter((pair) => !isForbidden(advice.mustNot, pair))
  const last = tried.at(-1)
  const directive = isData(data.directive) ? data.directive : null
  const obeys = directive !== null && chance(persona.obedience, ...keys, 'directive')

  const isOpen = (one: Attempt) => one === last || (!isForbidden(advice.mustNot, one) && !isTried(one))
  const same = obeys && last ? sameWay(directive, last, { levels: menu.levels, keys, isOpen }) : null
  if (same) return same
  const wanted = obeys && last ? possible.filter(wantedBy(text(directive.directive), last, tried)) : possible
  const fresh = firstNotEmpty([wanted, possible], (pairs) =>
    pairs.filter(({ tool, place }) => menu.levels.some((level) => !isTried({ tool, place, level }))),
  )
  const welcome = heeds
    ? firstNotEmpty([fresh], (pairs) => pairs.filter((pair) => !isForbidden(advice.avoid, pair)))
    : fresh
  const tool = toolAmong(
    welcome,
    { heeds, hinted: advice.prefer.map((hint) => hint.tool) },
    menu,
    persona.stickiness,
    keys,
  )
  const places = welcome.flatMap((pair) => (pair.tool === tool ? pair.place : []))
  const hint = heeds ? advice.prefer.find((one) => one.tool === tool) : undefined
  const place = hint?.place && places.includes(hint.place) ? hint.place : pick(places, ...keys, 'place')
  if (tool === undefined || place === undefined) return null
  const levels = [hint?.level ?? menu.middle, ...menu.levels].filter((level) => !isTried({ tool, place, level }))
  return levels[0] === undefined ? null : { tool, place, level: levels[0] }
}

const isAmong =
  (tried: readonly Attempt[]) =>
  ({ tool, place, level }: Attempt) =>
    tried.some((one) => one.tool === tool && one.place === place && one.level === level)

/** The same attempt, or one with another level, where the directive asks for that. */
function sameWay(directive: Data, last: Attempt, { levels, keys, isOpen }: Open): Attempt | null {
  if (directive.directive === 'again' || directive.directive === 'wait') return last
  if (directive.directive !== 'refine') return null
  const refined = { ...last, level: refinedLevel(last, text(directive.whatHappened), levels, keys) }
  return isOpen(refined) ? refined : null
}

interface Open {
  readonly levels: readonly number[]
  readonly keys: readonly Key[]
  readonly isOpen: (attempt: Attempt) => boolean
}

function toolAmong(
  pairs: readonly { readonly tool: string }[],
  { heeds, hinted }: { readonly heeds: boolean; readonly hinted: readonly string[] },
  { tools }: Pick<Menu, 'tools'>,
  stickiness: number,
  keys: readonly Key[],
): string | undefined {
  const open = tools.filter((tool) => pairs.some((pair) => pair.tool === tool))
  const preferred = heeds ? hinted.find((tool) => open.includes(tool)) : undefined
  if (preferred) return preferred
  const [habitual] = tools
  if (habitual && open.includes(habitual) && chance(stickiness, ...keys, 'habit')) return habitual
  return pick(open, ...keys, 'tool')
}

/** The pairs that a directive leaves. */
function wantedBy(directive: string, last: Attempt, tried: readonly Attempt[]) {
  return ({ tool, place }: Pick<Attempt, 'tool' | 'place'>): boolean => {
    switch (directive) {
      case 'change_path':
        return tool === last.tool && !tried.some((one) => one.tool === tool && one.place === place)
      case 'change_approach':
      case 'break_symmetry':
        return !tried.some((one) => one.tool === tool)
      default:
        return tool === last.tool && place === last.place
    }
  }
}

function refinedLevel({ level }: Attempt, words: string, levels: readonly number[], keys: readonly Key[]): number {
  const mended = mendedLevel(level, words)
  if (mended !== level && levels.includes(mended)) return mended
  const others = levels.filter((other) => other !== level)
  return pick(others, ...keys, 'level') ?? level
}

interface Menu {
  readonly tools: readonly string[]
  readonly places: readonly string[]
  readonly levels: readonly number[]
  readonly middle: number
}

/** What the tools say of themselves. */
function menuOf(data: Data): Menu {
  const tools = objects(data.tools)
  const said = (pattern: RegExp) => pattern.exec(text(tools[0]?.description))?.[1]?.split(', ') ?? []
  const levels = said(/levels: ([^;]+)/).map(Number)
  return {
    tools: tools.map(({ name }) => text(name)),
    places: said(/places: ([^;]+)/),
    levels,
    middle: levels[Math.floor(levels.length / 2)] ?? 1,
  }
}

function triedIn(data: Data): readonly Attempt[] {
  const plans = Array.isArray(data.earlierPlans) ? data.earlierPlans : []
  const intents = plans.flatMap((plan) => objects(plan).map(({ intent }) => text(intent)))
  return intents.flatMap((intent) => attemptIn(intent) ?? [])
}

function firstNotEmpty<Item>(
  lists: readonly (readonly Item[])[],
  kept: (list: readonly Item[]) => readonly Item[],
): readonly Item[] {
  return [...lists.map(kept), ...lists].find((list) => list.length > 0) ?? []
}
