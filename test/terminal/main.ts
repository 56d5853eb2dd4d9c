/** `npm run test:terminal`: every story in a real terminal, small and large. `-- replan confirm` plays these alone, `-- 80x24` in this size, `-- --show` prints their moments. */
import { stories } from './scenes/index.js'
import { perform, type Watch } from './stage.js'
import { framed, missingTmux } from './tmux.js'

const sizes = [
  { columns: 80, rows: 24 },
  { columns: 200, rows: 50 },
]
const missing = missingTmux()
if (missing !== null) throw new Error(missing)
const given = process.argv.slice(2).filter((word) => word !== '--show')
const show: Watch = async (moment, terminal) => console.log(`${moment}\n${framed(await terminal.screen())}`)
const watch = process.argv.includes('--show') ? show : undefined
const nameOf = ({ columns, rows }: (typeof sizes)[number]) => `${columns}x${rows}`
const names = given.filter((word) => stories.some(({ name }) => name === word))
const wantedSizes = sizes.filter((size) => given.includes(nameOf(size)))
const unknown = given.filter((word) => !names.includes(word) && !sizes.some((size) => nameOf(size) === word))
if (unknown.length > 0) throw new Error(`no story ${unknown.join(', ')}: ${stories.map(({ name }) => name).join(', ')}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

let failures = 0
for (const story of stories.filter(({ name }) => names.length === 0 || names.includes(name))) {
  for (const size of wantedSizes.length > 0 ? wantedSizes : sizes) {
    const began = Date.now()
    const failure = await perform(story, size, watch).then(
      () => null,
      (error: unknown) => error,
    )
    const took = `${((Date.now() - began) / 1_000).toFixed(1)} s`
    console.log(`${failure === null ? 'ok  ' : 'FAIL'} ${story.name} at ${nameOf(size)}, ${took}`)
    if (failure === null) continue
    failures += 1
    console.log(failure instanceof Error ? (failure.stack ?? failure.message) : failure)
  }
}
if (failures > 0) process.exitCode = 1
