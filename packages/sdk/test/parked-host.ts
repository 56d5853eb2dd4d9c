/** A host with three tasks that wait for their model: `parked-host.ts FOLDER`. Prints a line when all are under way. Ends by a kill. */
import { createArtoo, type LanguageModel } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'

const [folder = ''] = process.argv.slice(2)
let asked = 0
const model: LanguageModel = {
  id: 'silent',
  generate() {
    if (++asked === 3) console.log('all under way')
    return new Promise(() => {})
  },
}
const artoo = createArtoo({ model, journal: fileJournal(folder), depth: 'direct', dreamer: false })
for (let count = 0; count < 3; count++) artoo.run('Wait')
setInterval(() => {}, 1_000)
