import type { FailureClass } from '@artoo/ggs'
import type { Choice } from '../controller/plants/plant.js'

export const toolName = (tool: number) => `tool_${tool}`
export const targetName = (part: number, target: number) => `place${part}x${target}`
export const criterionName = (criterion: number) => `criterion ${criterion}`
export const partName = (part: number) => `part ${part}`

export const toolIn = (name: string) => Number(/^tool_(\d+)$/.exec(name)?.[1] ?? Number.NaN)
export const numberIn = (name: string) => Number(/^(?:part|criterion) (\d+)$/.exec(name)?.[1] ?? Number.NaN)

export interface Ordered {
  readonly part: number
  readonly choice: Choice
}

/** A subtask in words. Each number is a part of a word of its own, so that no two orders look alike by chance. */
export function orderOf({ part, choice: { tool, target, offset } }: Ordered): string {
  return `part${part} with ${toolName(tool)} on ${targetName(part, target)} at offset${offset}`
}

export function orderIn(words: string): Ordered | null {
  const found = /part(\d+) with tool_(\d+) on place\d+x(\d+) at offset(\d+)/.exec(words)
  if (!found) return null
  const [part = 0, tool = 0, target = 0, offset = 0] = found.slice(1).map(Number)
  return { part, choice: { tool, target, offset } }
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
}

export function evidenceOf({ failedCall, offset, failureClass }: Said): string {
  return `${failedCall ? 'failed' : 'sound'} at offset${offset}, ${failureClass ?? 'well'}`
}

/** What is said of each part that failed, a criterion at a time; of one that the last judge turned down only where it stood. */
export function saidOf(part: number, words: string): { readonly unmet: readonly Said[]; readonly last: Said | null } {
  const own = new RegExp(`part${part} with .*?(?=part\\d+ with|$)`).exec(words)?.[0] ?? ''
  const unmet = [...own.matchAll(/criterion \d+ \((\w+) at offset(\d+), (\w+)\)/g)].map(said)
  const merged = new RegExp(`part ${part}: (\\w+) at offset(\\d+), (\\w+)`).exec(words)
  return { unmet, last: unmet[0] ?? (merged ? said(merged) : null) }
}

function said([, call, offset, failureClass]: RegExpExecArray): Said {
  const isClass = failureClass === 'logical' || failureClass === 'environmental'
  return { failedCall: call === 'failed', offset: Number(offset), failureClass: isClass ? failureClass : null }
}
