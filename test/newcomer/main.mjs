/**
 * Walks pages for newcomers as they are written, in an empty folder, with packages as npm would install them and a model over HTTP:
 * `npm run newcomer`. `--write` puts what the commands print into the pages.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from '../packages/pack.js'
import { modelServer } from './model-server.js'
import { registry } from './registry.js'
import { walk } from './walk.js'

const pages = ['docs/getting-started.md', 'docs/guides/approval.md', 'docs/guides/server.md', 'docs/guides/testing.md']

const directory = mkdtempSync(join(tmpdir(), 'artoo-newcomer-'))
const server = await modelServer()
let npm
try {
  const folder = join(directory, 'my-agent')
  mkdirSync(folder)
  const packages = await pack(directory)
  npm = await registry(packages)
  const npmrc = join(directory, 'npmrc')
  writeFileSync(npmrc, `@artoo:registry=${npm.url}/\n`)
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const versions = new Map(Object.entries(process.argv.includes('--latest') ? {} : devDependencies))
  // Nothing of the person who runs this script: no keys, no state.
  const env = {
    ...{ PATH: process.env.PATH, HOME: directory, XDG_STATE_HOME: join(directory, 'state'), FORCE_COLOR: '0' },
    ...{ npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm') },
    ...{
      OPENAI_BASE_URL: server.url,
      npm_config_userconfig: npmrc,
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    },
  }
  const walked = []
  for (const page of pages) {
    const one = await walk({
      page,
      folder,
      env,
      versions,
      requests: server.count,
      write: process.argv.includes('--write'),
    })
    walked.push(one)
    report(page, one)
    if (one.problems.length > 0) break
    if (page === pages[0]) console.log(promises(one.steps))
  }
  if (walked.some(({ problems }) => problems.length > 0)) process.exitCode = 1
} finally {
  await server.stop()
  npm?.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** Holds the page to what it promises: a first result in three steps and three minutes, a question of an own tool by step five. */
function promises(steps) {
  const numbered = steps.filter(({ title }) => /^\d/.test(title))
  const first = numbered.findIndex(({ requests }) => requests > 0) + 1
  const question = numbered.findIndex(({ questions }) => questions > 0) + 1
  const seconds = numbered.slice(0, first).reduce((sum, step) => sum + step.seconds, 0)
  if (first === 0 || first > 3 || seconds > 180)
    throw new Error(`the first result comes in step ${first}, after ${seconds} s`)
  if (question === 0 || question > 5) throw new Error(`the first question of a tool comes in step ${question}`)
  return `a first result in step ${first}, after ${seconds.toFixed(1)} s; a question before a call in step ${question}`
}

function report(page, { steps, problems }) {
  console.log(`\n${page}`)
  console.log('| step | commands | files | model calls | seconds | since the start |\n|---|--:|--:|--:|--:|--:|')
  let sum = 0
  for (const { title, commands, files, requests, seconds } of steps) {
    sum += seconds
    console.log(`| ${title} | ${commands} | ${files} | ${requests} | ${seconds.toFixed(1)} | ${sum.toFixed(1)} |`)
  }
  for (const problem of problems) console.error(`\n${problem}`)
}
