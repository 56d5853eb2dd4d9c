/**
 * Failing rounds whose causes are known, and how well they are named:
 *
 *     npm run lab:naming -- --write DIR [--truth]     writes the request to the judge of each round
 *     npm run lab:naming -- --answers FILE [...]      compares causes that were named for them: { "001": "outage", … }
 */
import { parseArgs } from 'node:util'
import { numberedScenes } from './numbering.js'
import { writeScenes } from './write.js'

const { values } = parseArgs({
  options: {
    write: { type: 'string' },
    truth: { type: 'boolean', default: false },
    answers: { type: 'string', multiple: true, default: [] },
  },
})

if (values.write !== undefined) await writeScenes(values.write, numberedScenes, { withTruth: values.truth })
