import { type Cause, causeNames, type FailureClass } from '@artoo/ggs'
import type { Choice } from '../plants/plant.js'

export const toolName = (tool: number) => `tool_${tool}`
export const targetName = (part: number, target: number) => `place${part}x${target}`
export const criterionName = (criterion: number) => `criterion ${criterion}`
export const partName = (part: number) => `part ${part}`
export const preparedName = (part: number) => `part ${part} is prepared`

export const toolIn = (name: string) => Number(/^tool_(\d+)$/.exec(name)?.[1] ?? Number.NaN)
export const numberIn = (name: string) => Number(/^(?:part|criterion) (\d+)$/.exec(name)?.[1] ?? Number.NaN)

export interface Ordered {
  readonly part: number
  readonly choice: Choice
}

/** A subtask in words. Each number is a part of a word of its own, so that no two orders look alike by chance. */
export function orderOf({ part, choice: { tool, target, way, offset } }: Ordered): string {
  return `part${part} with ${toolName(tool)} on ${targetName(part, target)} by way${way} at offset${offset}`
}

export function orderIn(words: string): Ordered | null {
  const found = /part(\d+) with tool_(\d+) on place\d+x(\d+) by way(\d+) at offset(\d+)/.exec(words)
  if (!found) return null
  const [part = 0, tool = 0, target = 0, way = 0, offset = 0] = found.slice(1).map(Number)
  return { part, choice: { tool, target, way, offset } }
}

/** A subtask that brings about what has to be there for a part. */
export const preparationOf = (part: number) => `prepare for part${part}`

export function preparedIn(words: string): number | null {
  const [, part] = /^prepare for part(\d+)$/.exec(words) ?? []
  return part === undefined ? null : Number(part)
}

export function targetIn(name: string): { readonly part: number; readonly target: number } | null {
  const [, part, target] = /^place(\d+)x(\d+)$/.exec(name) ?? []
  return part && target ? { part: Number(part), target: Number(target) } : null
}

/** What a judge says of a call: all that the next plan learns of it. */
export interface Said {
  readonly failedCall: boolean
  readonly offset: number
  readonly failureClass: FailureClass | null
  readonly cause: Cause | null
}

export function evidenceOf({ failedCall, offset, failureClass, cause }: Said): string {
  return `${failedCall ? 'failed' : 'sound'} at offset${offset}, ${failureClass ?? 'well'}, ${cause ?? 'none'}`
}

/** What is said of each part that failed, a criterion at a time; of one that the last judge turned down only where it stood. */
export function saidOf(part: number, words: string): { readonly unmet: readonly Said[]; readonly last: Said | null } {
  const own = new RegExp(`part${part} with .*?(?=part\\d+ with|$)`).exec(words)?.[0] ?? ''
  const unmet = [...own.matchAll(/criterion \d+ \((\w+) at offset(\d+), (\w+), (\w+)\)/g)].map(said)
  // The only subtask of a task is judged by the task's criteria.
  const whole = [...words.matchAll(/criterion \d+: (\w+) at offset(\d+), (\w+), (\w+)/g)].map(said)
  const merged = new RegExp(`part ${part}: (\\w+) at offset(\\d+), (\\w+), (\\w+)`).exec(words)
  const all = unmet.length > 0 ? unmet : whole
  return { unmet: all, last: all[0] ?? (merged ? said(merged) : null) }
}

function said([, call, offset, failureClass, cause]: RegExpMatchArray): Said {
  return {
    failedCall: call === 'failed',
    offset: Number(offset),
    failureClass: failureClass === 'logical' || failureClass === 'environmental' ? failureClass : null,
    cause: causeNames.find((one) => one === cause) ?? null,
  }
}
