import { createOmega } from '@artoo/omega'
import { defineCheck } from '@artoo/tools'
import * as z from 'zod'

const divides = defineCheck({
  name: 'divides',
  description: 'Passes when the divisor divides 91.',
  arguments: z.object({ divisor: z.number().int().min(2) }),
  run: ({ divisor }) => ({ pass: 91 % divisor === 0, evidence: `91 = ${divisor} · ${91 / divisor}` }),
})
const bySeven = { name: 'divides', arguments: { divisor: 7 } }

const omega = createOmega({
  checks: [divides],
  panel: {
    agents: [
      // Two of one family are little more than one voice; `run` stands in for a model.
      { name: 'Ada', stance: 'exploring', family: 'memory', run: () => ({ answer: '91 is prime', confidence: 0.8 }) },
      { name: 'Ben', stance: 'exploring', family: 'memory', run: () => ({ answer: '91 is prime', confidence: 0.8 }) },
      { name: 'Cleo', stance: 'exploring', family: 'arithmetic', run: () => ({ answer: '91 is 7 · 13', confidence: 0.6 }) },
      {
        name: 'Dora',
        stance: 'neutral',
        run: ({ claims }) => ({
          references: claims.map(({ id, statement }) => ({
            ...{ claim: id, factor: statement.includes('prime') ? 0.5 : 1.5, check: bySeven },
          })),
        }),
      },
    ],
  },
})
const run = omega.deliberate('Is 91 prime?')
for await (const { batch, answer } of run.progress) console.log(batch, answer)
const report = await run
console.log(report.status, report.confidence?.toFixed(2), report.answer)
await omega.close()
