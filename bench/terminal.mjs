/**
 * What `artoo` costs beside `node -e 0`, in CPU time of the process: `--help`, and a whole task with the offline model. Rounds take turns, so
 * that what else the machine does meets all of them. `npm run bench:terminal -- 20`
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const rounds = Number(process.argv[2] ?? 15)
const repository = new URL('..', import.meta.url).pathname
const cache = join(repository, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
// Inside of the repository, so that the model shares its packages.
const folder = mkdtempSync(join(cache, 'terminal-'))
const state = mkdtempSync(join(tmpdir(), 'artoo-bench-terminal-'))
const config = join(folder, 'config.mjs')
const entry = join(folder, 'offline.ts')
writeFileSync(entry, `export { offlineModel } from '${repository}examples/offline/offline-model.ts'`)
await build({
  entryPoints: [entry],
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  outfile: join(folder, 'offline.mjs'),
  logLevel: 'error',
})
writeFileSync(
  config,
  `import { offlineModel } from './offline.mjs'\nexport default { model: offlineModel(), sandbox: false }\n`,
)

const artoo = join(repository, 'packages/cli/dist/bin.js')
const commands = {
  'node -e 0': ['-e', '0'],
  'artoo --help': [artoo, '--help'],
  'artoo "task"': [
    artoo,
    'Which TypeScript files are in src?',
    '--dir',
    join(repository, 'packages/ggs'),
    '--config',
    config,
    '--quiet',
  ],
}
const env = { ...process.env, XDG_STATE_HOME: state, XDG_CONFIG_HOME: join(folder, 'none') }

/** Milliseconds of CPU that a process takes, its children included. */
function cpuOf(words) {
  const script = '"$@" >/dev/null 2>&1 </dev/null || exit 1; times'
  const printed = execFileSync('bash', ['-c', script, 'bash', process.execPath, ...words], { env, encoding: 'utf8' })
  const [, children = ''] = printed.trim().split('\n')
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + (60 * minutes + Number(seconds)) * 1_000,
    0,
  )
}

const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
try {
  for (let round = 0; round < rounds; round++)
    for (const [name, words] of Object.entries(commands)) times[name].push(cpuOf(words))
} finally {
  for (const path of [folder, state]) rmSync(path, { recursive: true, force: true })
}
const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1]
const base = median(times['node -e 0'])
console.log(`Node ${process.version}, ${cpus()[0]?.model.trim()}, ${rounds} rounds`)
for (const [name, values] of Object.entries(times)) {
  console.log(
    `${name.padEnd(14)} ${median(values).toFixed(0).padStart(5)} ms of CPU  ${(median(values) / base).toFixed(1)} × node -e 0`,
  )
}
