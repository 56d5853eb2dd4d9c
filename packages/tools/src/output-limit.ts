import type { Tool } from '@artoo/spec'

/** The fewest and the most bytes that a tool may choose. */
export const outputLimits = { least: 64, most: 65_536 } as const

const usual = 4096

export const isOutputLimit = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= outputLimits.least && Number(value) <= outputLimits.most

/** Bytes of a tool's result that the model gets; a number that is no limit counts as none given. */
export function outputLimitOf({ maxOutputBytes }: Pick<Tool, 'maxOutputBytes'>): number {
  return isOutputLimit(maxOutputBytes) ? maxOutputBytes : usual
}
