/** Measures an agent on questions about a folder: `main.ts FOLDER KEPT`. Exits with 1 when it got worse than the report that was kept. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { compareReports, evaluate, reportTable } from '@artoo/evals'
import { createArtoo } from '@artoo/sdk'
import { standardTools } from '@artoo/sdk/node'
import { offlineModel } from '../offline/offline-model.js'

const [root = '.', kept = 'evals.json'] = process.argv.slice(2)
const artoo = createArtoo({ model: offlineModel(), tools: standardTools({ root }) })
const report = await evaluate({
  cases: [
    { name: 'lines', input: 'How many lines are in stock.md?', expected: '3 lines' },
    { name: 'files', input: 'How many Markdown files are there?', expected: '2 files' },
  ],
  run: ({ input }, { signal }) => artoo.run(input, { signal }),
  checks: { right: ({ result, case: { expected } }) => String(result.output).includes(expected) },
  repeats: 4,
})
await artoo.close()
console.log(reportTable(report))
if (!existsSync(kept)) writeFileSync(kept, JSON.stringify(report))
else if (compareReports(JSON.parse(readFileSync(kept, 'utf8')), report).isWorse) process.exitCode = 1
