/**
 * Writes to the memory at argv[2] until it is killed, dreams and forgets meanwhile, and prints a Megram's number once its
 * receipt has settled, and `opening` before it opens. argv[3] is the round: numbers start at round × 10,000,000. argv[4] says
 * how: `small`; `large`, so that LevelDB makes tables and compacts them; or `closing`, which writes so much that closing falls
 * into a compaction, and opens again.
 */
import { openMemory } from '@artoo/mkct/node'

const [path, round = '0', mode = 'small'] = process.argv.slice(2)
const closing = mode === 'closing'
let number = Number(round) * 10_000_000

function contentOf() {
  if (closing) return `${number} `.padEnd(40_000, 'x')
  return `${number} ${'x'.repeat((number % 400) * (mode === 'large' ? 100 : 1))}`
}

for (;;) {
  process.stdout.write('opening\n')
  const memory = await openMemory({ path, compression: mode === 'small' })
  for (let count = 0; !closing || count < 1700; count++, number++) {
    const pair = { space: `tool:${number % 3}`, entity: `path:/${(number * 7919) % 17}` }
    const state = number % 2 ? 'abandon' : 'change_path'
    const settled = number
    const receipt = memory.write({ ...pair, state, content: contentOf(), key: `n${number}` })
    receipt.settled.then(() => process.stdout.write(`${settled}\n`))
    memory.write({ ...pair, state: 'refine', content: 'soon forgotten', subject: `s${number % 100}` })
    if (number % (closing ? 200 : 50) === 0) await memory.flush()
    if (closing) continue
    if (number % 400 === 0) await memory.dream()
    if (number % 1500 === 750) await memory.forget({ subject: 's7' })
  }
  await memory.close()
}
