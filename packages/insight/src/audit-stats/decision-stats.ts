import { type Decision, directives, stopReasons } from '@artoo/ggs'
import * as z from 'zod'
import type { DecisionStats } from './schema.js'

/** The fields that are read of a decision. */
const decision = z.looseObject({
  round: z.number().int(),
  directive: z.enum(directives),
  reason: z.enum(stopReasons).nullable(),
  loss: z.object({ D: z.number(), P: z.number(), Omega: z.number(), L: z.number() }),
  gradient: z.number(),
  failureClass: z.enum(['logical', 'environmental', 'mixed']).nullable().catch(null),
  refuted: z.boolean().catch(false),
  replans: z.number().int(),
  worseningBefore: z.number().int(),
  hyperparameters: z.record(z.string(), z.unknown()).catch({}),
})

export interface ReadDecision {
  readonly stats: DecisionStats
  readonly hyperparameters: Readonly<Record<string, number>>
}

/** Null for what is no decision. */
export function readDecision(payload: unknown): ReadDecision | null {
  const { data } = decision.safeParse(payload)
  if (!data) return null
  const { loss, round, gradient, directive, reason, failureClass, refuted, replans, worseningBefore } = data
  const { D, P, Omega, L } = loss
  const profile = profileIn(data) ?? profileIn(data.hyperparameters)
  const kept = { round, D, P, Omega, L, gradient, directive, reason, failureClass, refuted, replans, worseningBefore }
  return { stats: { ...kept, profile, next: null }, hyperparameters: numbersIn(data.hyperparameters) }
}

const orders = z.looseObject({
  orders: z.array(z.custom<Decision['orders'][number]>((value) => typeof value === 'object' && value !== null)),
})

/** The orders of a decision, as far as they can be read. */
export const ordersIn = (payload: unknown): Decision['orders'] => orders.safeParse(payload).data?.orders ?? []

const name = /^[\w.-]{1,64}$/

/** The name of a profile, which may be all that is told of it. */
function profileIn(holder: Readonly<Record<string, unknown>>): string | null {
  const { profile } = holder
  const found = typeof profile === 'object' && profile !== null && 'name' in profile ? profile.name : profile
  return typeof found === 'string' && name.test(found) ? found : null
}

function numbersIn(values: Readonly<Record<string, unknown>>): Record<string, number> {
  const entries = Object.entries(values)
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}

/** Which way D went. */
export function directionOf(before: number, after: number): 'fell' | 'stood' | 'rose' {
  if (after === before) return 'stood'
  return after < before ? 'fell' : 'rose'
}
