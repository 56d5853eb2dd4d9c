import { type Data, isData, objects, text, texts } from './conversation.js'
import { attemptIn } from './order.js'
import type { Attempt } from './plant.js'

/** A tool, at one place or at all. */
export type Ban = Pick<Attempt, 'tool'> & { readonly place: string | null }

/** A tool that did it, as far as the words tell where and how. */
interface Hint {
  readonly tool: string
  readonly place: string | null
  readonly level: number | null
}

/** What the brief says of tools and places, in order. */
export interface Advice {
  readonly mustNot: readonly Ban[]
  readonly prefer: readonly Hint[]
  readonly avoid: readonly Ban[]
}

export function adviceIn(data: Data, noun: string, tools: readonly string[]): Advice {
  const constraints = isData(data.constraints) ? data.constraints : {}
  const directive = isData(data.directive) ? data.directive : {}
  const blocked = objects(directive.blockedTargets).flatMap(({ tool, target }) => banOn(text(tool), text(target), noun))
  return {
    mustNot: [...texts(constraints.mustNot).flatMap((words) => bansIn(words, noun, tools)), ...blocked],
    prefer: texts(constraints.shouldPrefer).flatMap((words) => hintsIn(words, noun, tools)),
    avoid: texts(constraints.caution).flatMap((words) => warningsIn(words, noun, tools)),
  }
}

export function isForbidden(bans: readonly Ban[], { tool, place }: Pick<Attempt, 'tool' | 'place'>): boolean {
  return bans.some((ban) => ban.tool === tool && (ban.place === null || ban.place === place))
}

/** `use fetch`, `use fetch on invoices/main`, and lessons such as `fetch on invoices/main failed with tool_failed`. */
function bansIn(words: string, noun: string, tools: readonly string[]): readonly Ban[] {
  const whole = /^use (\S+)$/.exec(words)?.[1]
  if (whole && tools.includes(whole)) return [{ tool: whole, place: null }]
  return pairIn(words, noun)
}

/** A caution is heeded where it speaks of such tasks, or of a place of this one's. */
function warningsIn(words: string, noun: string, tools: readonly string[]): readonly Ban[] {
  const failed = /^(\S+) failed at this/.exec(words)?.[1]
  if (failed) return [{ tool: failed, place: null }]
  if (words.startsWith('this was tried before and abandoned')) {
    const used = toolsUsed(words)
    // When all were used the words say nothing of which to take.
    return tools.every((tool) => used.includes(tool)) ? [] : used.map((tool) => ({ tool, place: null }))
  }
  return / has worked and failed at this/.test(words) ? [] : pairIn(words, noun)
}

/** What is to be preferred is taken for advice on this task, even if it tells of another one's places. */
function hintsIn(words: string, noun: string, tools: readonly string[]): readonly Hint[] {
  const named = /^use (\S+) for this/.exec(words)?.[1] ?? /(?:^|: )(\S+) on \S+ (?:did|broke)/.exec(words)?.[1]
  const used = named ? [named] : toolsUsed(words)
  const order = words.includes('did it:') ? attemptIn(words) : null
  return used
    .filter((tool) => tools.includes(tool))
    .map((tool) => {
      const known =
        order?.tool === tool && order.noun === noun ? order : pairIn(words, noun).find((one) => one.tool === tool)
      return {
        tool,
        place: known?.place ?? null,
        level: order?.tool === tool && order.noun === noun ? order.level : null,
      }
    })
}

const toolsUsed = (words: string) => /Tools used: ([^.]+)\./.exec(words)?.[1]?.split(', ') ?? []

function pairIn(words: string, noun: string): readonly Ban[] {
  const [, tool, target] = /(\S+) on ([^\s:]+\/[^\s:]+)/.exec(words) ?? []
  return tool && target ? banOn(tool, target, noun) : []
}

function banOn(tool: string, target: string, noun: string): readonly Ban[] {
  const [of, place] = target.split('/')
  return of === noun && place ? [{ tool, place }] : []
}
