import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { traceLine } from '@artoo/insight'
import { ArtooError, createArtoo, usageByRole } from '@artoo/sdk'
import { fileJournal, hasModelsInEnvironment, modelsFromEnvironment } from '@artoo/sdk/node'
import { standardTools } from '@artoo/tools/node'
import { offlineModel } from '../offline/offline-model.js'
import { answeredBy, answerText, usageTable } from './report.js'

const examples = [
  'Which TypeScript files are in packages/ggs/src?',
  'How many lines are in docs/handbook/controller.md?',
]

function commandLine() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { dir: { type: 'string', default: '.' } },
    })
    if (!statSync(values.dir, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`${values.dir} is not a folder`)
    return { root: values.dir, questions: positionals.length > 0 ? [positionals.join(' ')] : examples }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: npm start -- "your question" --dir PATH`)
    process.exit(2)
  }
}

function stopWith(error: unknown): never {
  if (!ArtooError.isInstance(error)) throw error
  console.error(error.message)
  process.exit(2)
}

/** A real model when the environment names one, otherwise the stand-in that needs no key and no network. */
async function chooseModel() {
  if (!hasModelsInEnvironment(process.env)) return offlineModel()
  try {
    return await modelsFromEnvironment(process.env)
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

if (process.argv[2] === 'loop') {
  const { main } = await import('../agent-loop/main.js')
  await main(process.argv.slice(3)).catch(stopWith)
  process.exit()
}

if (process.argv[2] === 'deliberate') {
  const { main } = await import('../deliberate/main.js')
  await main(process.argv.slice(3)).catch(stopWith)
  process.exit()
}

const { root, questions } = commandLine()
// Outside of the folder that the tools work in, and one for each.
const journal = fileJournal({ root })
const artoo = createArtoo({ model: await chooseModel(), tools: standardTools({ root }), journal })

for (const question of questions) {
  console.log(`\n── ${question}`)
  const run = artoo.run(question)
  for await (const event of run) {
    const line = traceLine(event)
    if (line) console.log(line)
  }
  console.log(`\n${answerText(await run)}`)
  console.log(`\n${usageTable(usageByRole(run.events))}`)
  console.log(answeredBy(run.events))
  console.log(`Journal: ${journal.pathOf(run.taskId)}`)
}

await artoo.close()
