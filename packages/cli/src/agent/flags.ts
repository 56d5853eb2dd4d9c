import { oneLine } from '@artoo/llm'
import { ArtooError, suggestion } from '@artoo/spec'
import { isPermissionMode, permissionModes } from '@artoo/tools'
import type { Flags } from '../call/call.js'

const depths = ['direct', 'auto', 'lean', 'full'] as const

/** The values that the flags stand for. @throws {ArtooError} `invalid_option`, whose `field` is the flag. */
export function readFlags({ mode, depth, maxMinutes, maxCost }: Flags) {
  if (mode !== undefined && !isPermissionMode(mode)) throw wrong('mode', mode, permissionModes)
  const known = depths.find((one) => one === depth)
  if (depth !== undefined && known === undefined) throw wrong('depth', depth, depths)
  const minutes = positive('max-minutes', maxMinutes)
  const cost = positive('max-cost', maxCost)
  return {
    mode,
    depth: known,
    limits: { ...(minutes !== undefined && { timeMs: minutes * 60_000 }), ...(cost !== undefined && { cost }) },
  }
}

function positive(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value) && value > 0) return value
  const message = `--${flag} takes a number above zero, not ${oneLine(text, 100)}`
  throw new ArtooError('invalid_option', message, { field: flag })
}

function wrong(flag: string, value: string, values: readonly string[]): ArtooError {
  const message = `--${flag} has no value ${oneLine(value, 100)}${suggestion(value, values)}`
  return new ArtooError('invalid_option', message, { field: flag })
}
