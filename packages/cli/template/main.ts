import { createInterface } from 'node:readline/promises'
import { openai } from '@ai-sdk/openai'
import { createArtoo, oneLine, someLines } from '@artoo/sdk'
import { modelsFromEnvironment, standardTools } from '@artoo/sdk/node'
import { countWords } from './tools.ts'

const { ARTOO_MODEL, OPENAI_BASE_URL } = process.env

const artoo = createArtoo({
  // A server of your own goes first, as it does for the command `artoo`.
  model: ARTOO_MODEL && OPENAI_BASE_URL ? await modelsFromEnvironment(process.env) : openai('gpt-5-mini'),
  tools: [countWords, ...standardTools({ root: '.' })],
  /** Asked before each call that can't be undone and that no rule allows. */
  async confirm({ action, reason }) {
    if (!process.stdin.isTTY) return false
    const terminal = createInterface(process.stdin, process.stdout)
    const answer = await terminal.question(`${oneLine(action)} (${oneLine(reason)})? [y/N] `)
    terminal.close()
    return answer === 'y'
  },
})

const task = process.argv.slice(2).join(' ') || 'How many words are in AGENTS.md?'
const { status, output, summary } = await artoo.run(task)
console.log(someLines(`${status}: ${output ?? summary}`))
if (status === 'failed') process.exitCode = 1
await artoo.close()
