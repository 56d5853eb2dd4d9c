import * as z from 'zod'

// A field for which an agent may honestly have no value has a default, so that no report is lost for it.

/** A text that the report can't do without. */
export const text = (max = 500) => z.string().min(1).max(max)

export const note = (max = 500) => z.string().max(max).default('')

export const notes = (count = 12, max = 400) => z.array(z.string().max(max)).max(count).default([])

export const rows = <Shape extends z.ZodRawShape>(shape: Shape, count = 12) =>
  z.array(z.object(shape)).max(count).default([])

export const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).prefault({} as never)

export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) => z.enum(values)

/** One of these, or null where none fits. */
export const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values).nullable().default(null)

export const strength = () => choice('STRONG', 'MODERATE', 'WEAK')
export const level = () => choice('HIGH', 'MEDIUM', 'LOW')
export const severity = () => choice('FATAL', 'SERIOUS', 'MINOR')

export const flag = () => z.boolean().nullable().default(null)

export const between = (min: number, max: number) => z.number().min(min).max(max).nullable().default(null)

export const quantity = () => z.number().nullable().default(null)

export const agentId = () => z.number().int().min(1).max(57)
export const agentIds = () => z.array(agentId()).max(57).default([])
