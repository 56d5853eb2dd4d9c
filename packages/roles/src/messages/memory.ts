import type { Consultation, NewMegram } from '@artoo/mkct'
import { isObject } from '@artoo/spec'
import * as z from 'zod'

export const memoryQuery = z.object({
  pairs: z.array(z.object({ space: z.string(), entity: z.string() })),
  spaces: z.array(z.string()),
})

export const memoryReading = z.object({
  consultation: z.custom<Consultation>(isObject).meta({ title: 'Consultation' }),
  error: z.string().nullable(),
})

export const megram = z.custom<NewMegram>(isObject).meta({ title: 'NewMegram' })

export const memoryFailure = z.object({ code: z.string(), message: z.string() })
