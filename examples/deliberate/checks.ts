import { defineCheck } from '@artoo/sdk'
import * as z from 'zod'
import { properties, propertyNames } from './properties.js'
import { ordinaryTitles } from './titles.js'

const property = z.enum(propertyNames)

/** What code decides here, whatever anybody on the panel thinks: both run `slug`. */
export const checks = [
  defineCheck({
    name: 'holds',
    description: 'Passes when no title of a sample of ordinary ones refutes the property.',
    arguments: z.object({ property, seed: z.number().int(), count: z.number().int().min(1).max(1000) }),
    run: ({ property: name, seed, count }) => {
      const found = properties[name].refutedBy(ordinaryTitles(seed, count))
      return { pass: found === null, evidence: found?.shows ?? `it holds for ${count} ordinary titles` }
    },
  }),
  defineCheck({
    name: 'counterexample',
    description: 'Passes when these titles refute the property.',
    arguments: z.object({ property, titles: z.array(z.string().max(5000)).min(1).max(2) }),
    run: ({ property: name, titles }) => {
      const found = properties[name].refutedBy(titles)
      return { pass: found !== null, evidence: found?.shows ?? 'these titles refute nothing' }
    },
  }),
]
