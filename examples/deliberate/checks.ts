import { defineCheck } from '@artoo/sdk'
import * as z from 'zod'
import { properties, propertyNames, shown } from './properties.js'

/** Decided by code, whatever anybody on the panel thinks: it runs `slug`. */
export const counterexample = defineCheck({
  name: 'counterexample',
  description: 'Passes when these titles refute the property.',
  arguments: z.object({ property: z.enum(propertyNames), titles: z.array(z.string().max(5000)).min(1).max(2) }),
  run: ({ property, titles }) => {
    const found = properties[property].refutedBy(titles)
    return { pass: found.length > 0, evidence: found.length > 0 ? shown(found) : 'these titles refute nothing' }
  },
})
