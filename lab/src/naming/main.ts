/**
 * Failing rounds whose causes are known, and how well they are named:
 *
 *     npm run lab:naming -- --write DIR [--truth]     writes the request to the judge of each round
 *     npm run lab:naming -- --answers FILE            compares what was named for them: { "001": "outage", … }
 *
 * Each further `--answers` is one more namer. The counts are kept in confusion.json.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { confusionOf, shareRight } from './confusion.js'
import { confusionTable, shareText } from './confusion-table.js'
import { numberedScenes } from './numbering.js'
import { readAnswers } from './read-answers.js'
import { writeScenes } from './write-scenes.js'

const { values } = parseArgs({
  options: {
    write: { type: 'string' },
    truth: { type: 'boolean', default: false },
    answers: { type: 'string', multiple: true, default: [] },
  },
})

if (values.write !== undefined) await writeScenes(values.write, numberedScenes, { withTruth: values.truth })

if (values.answers.length > 0) {
  const namers = await Promise.all(values.answers.map(readAnswers))
  const confusion = confusionOf(numberedScenes, namers)
  const hard = numberedScenes.filter(({ scene }) => scene.isHard)
  const onHard = namers.map((answers) =>
    Object.fromEntries(Object.entries(answers).filter(([number]) => hard.some((one) => one.number === number))),
  )
  console.log(confusionTable(confusion))
  console.log(`\nright: ${shareText(shareRight(confusion))}`)
  console.log(`of the hard ones: ${shareText(shareRight(confusionOf(hard, onHard)))}`)
  await writeFile(new URL('confusion.json', import.meta.url), `${JSON.stringify(confusion, null, 2)}\n`)
}
