/**
 * argv: path, durability, `append` or `forget`. Meets a limit on the size of files, as a full disk would be, in the middle of a
 * write or of the copy that a forgetting makes; then the limit is lifted, and it goes on. Prints JSON: which numbers had settled,
 * the codes of what failed, and what was erased at last. Ends as if killed.
 */
import { execFileSync } from 'node:child_process'
import { openMemory } from '@artoo/mkct/node'

const [path, durability, mode] = process.argv.slice(2)
const memory = await openMemory({ path, durability, compression: false })
const settled = []
const failed = new Set()
const limiter = 'prlimit'
let number = 0

function limitFiles(bytes) {
  execFileSync(limiter, ['--pid', `${process.pid}`, `--fsize=${bytes}:unlimited`])
}

async function write(length) {
  const content = `${number} ${'x'.repeat(length)}`
  const megram = { space: 's', entity: `${number % 7}`, state: 'success', content, subject: `s${number % 10}` }
  await memory.write(megram).settled.then(
    () => settled.push(number),
    (error) => failed.add(error.code),
  )
  number++
}

const forget = () =>
  memory.forget({ subject: 's3' }).then(
    ({ erased }) => erased,
    (error) => void failed.add(error.code),
  )

if (mode === 'append') {
  limitFiles(300_000)
  while (failed.size === 0 && number < 2000) await write(3000)
} else {
  while (number < 100) await write(3000)
  await memory.forget({ id: 'none' })
  limitFiles(150_000)
  await forget()
}
const readable = await memory.potentials('s', '1').then(({ attention }) => attention > 0)
limitFiles('unlimited')
for (let more = 0; more < 100; more++) await write(10)
const erased = mode === 'forget' ? await forget() : 0
process.stdout.write(JSON.stringify({ settled, failed: [...failed], readable, erased }))
process.kill(process.pid, 'SIGKILL')
