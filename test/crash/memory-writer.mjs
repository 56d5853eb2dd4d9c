/**
 * Writes to the memory at argv[2] until it is killed, dreams and forgets meanwhile, and prints a Megram's number once its
 * receipt has settled, and before all `opening`. argv[3] is the round: numbers start at round × 10,000,000.
 */
import { openMemory } from '@artoo/mkct/node'

const [path, round = '0'] = process.argv.slice(2)
process.stdout.write('opening\n')
const memory = await openMemory({ path, check: 'tail' })
const first = Number(round) * 10_000_000
/** Every third round writes so much that LevelDB makes tables of it and compacts them. */
const length = Number(round) % 3 === 2 ? 100 : 1

for (let number = first; ; number++) {
  const pair = { space: `tool:${number % 3}`, entity: `path:/${number % 17}` }
  const content = `${number} ${'x'.repeat((number % 400) * length)}`
  const state = number % 2 ? 'abandon' : 'change_path'
  const { settled } = memory.write({ ...pair, state, content, key: `n${number}` })
  settled.then(() => process.stdout.write(`${number}\n`))
  memory.write({ ...pair, state: 'refine', content: 'soon forgotten', subject: `s${number % 100}` })
  if (number % 50 === 0) await memory.flush()
  if (number % 400 === 0) await memory.dream()
  if (number % 1500 === 0) await memory.forget({ subject: 's7' })
}
