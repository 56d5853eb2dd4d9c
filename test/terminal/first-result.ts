/**
 * `npm run test:first-result`: from an empty folder to a first result by two commands, with packages as npm would install them and a model
 * over HTTP. It prints what a person sees.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registry } from '../newcomer/registry.js'
import { pack } from '../packages/pack.js'
import { modelServer } from './model-server.js'
import { completed, plan } from './scenes/plans.js'

const answer = 'No file does: the folder is empty.'
const place = await mkdtemp(join(tmpdir(), 'artoo-first-result-'))
const model = await modelServer()
let npm: Awaited<ReturnType<typeof registry>> | undefined
try {
  const packages = await pack(place)
  npm = await registry(packages)
  const terminal = packages.find(({ name }) => name === '@artoo/cli')
  assert.ok(terminal, 'the terminal is packed')
  const folder = join(place, 'empty')
  await mkdir(folder)
  await writeFile(join(place, 'npmrc'), `@artoo:registry=${npm.url}/\n`)
  model.play({
    plan: plan('answer', { intent: 'Name the files that mention the loss', tools: ['search_text'] }),
    execution: [{ calls: [{ name: 'search_text', input: { pattern: 'loss' } }] }, completed(answer)],
  })
  const commands = [
    `export OPENAI_BASE_URL=${model.url} OPENAI_API_KEY=a-key ARTOO_MODEL=small`,
    `npx --yes --package=${terminal.tarball} artoo "Which of these files mention the loss?"`,
  ]
  // Nothing of the person who runs this script: no keys, no state, no packages that were installed before.
  const env = {
    ...{ PATH: process.env.PATH, HOME: join(place, 'home'), npm_config_userconfig: join(place, 'npmrc') },
    ...{ XDG_STATE_HOME: join(place, 'state'), XDG_CONFIG_HOME: join(place, 'config') },
    ...{ npm_config_cache: join(place, 'cache'), npm_config_audit: 'false', npm_config_fund: 'false' },
    npm_config_update_notifier: 'false',
  }
  const began = performance.now()
  const { code, stdout, stderr } = await shell(commands.join('\n'), folder, env)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(commands.map((command) => `$ ${command}\n`).join(''))
  console.log(`${stderr}${stdout}\nexit code ${code}, ${seconds} s, ${model.asked.length} requests to the model`)
  assert.equal(code, 0)
  assert.equal(stdout, `${answer}\n`)
  assert.match(stderr, /✓ search_text/)
  assert.deepEqual(await readdir(folder), [], 'the folder is as it was')
} finally {
  npm?.stop()
  await model.stop()
  await rm(place, { recursive: true, force: true })
}

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function shell(commands: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', commands], { cwd, env, timeout: 180_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(child.exitCode ?? 1), stdout, stderr })
    })
    child.stdin?.end()
  })
}
