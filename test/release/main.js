/**
 * `npm run release:check`: looks at a release as its users will, before it is cut. It packs the packages and installs them by every package
 * manager, bundles them, runs them on every Node, over the next AI SDK, and compares the public types with the report of them.
 * Its own tools lie in `test/release/node_modules`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { lowest } from '../packages/app.js'
import { pack } from '../packages/pack.js'
import { checkReports } from './api-reports.js'
import { checkBundlers } from './bundlers.js'
import { checkInstalls, npmApp } from './installs.js'
import { nodes } from './nodes.js'
import { must } from './step.js'

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const directory = mkdtempSync(join(tmpdir(), 'artoo-release-'))
const vitest = 'node_modules/vitest/vitest.mjs'

/** Packages that run in a browser too: their suites start no process. */
const portable = ['spec', 'bus', 'ggs', 'llm', 'mkct', 'roles', 'runtime', 'omega', 'evals', 'sdk', 'ui']

let packages
const steps = {
  'build and pack': async () => {
    await must('npm', ['run', 'build'])
    packages = await pack(directory)
    return `${packages.length} tarballs`
  },
  'size budgets': async () => {
    await must('npm', ['run', 'size'])
    return 'within docs/bundle-size.md'
  },
  'public types': () => checkReports(),
  'package managers': () =>
    checkInstalls(directory, packages, {
      zod: lowest('zod', packages),
      nodeTypes: devDependencies['@types/node'],
    }),
  bundlers: () => checkBundlers(npmApp(directory)),
  ...Object.fromEntries(
    [...nodes].flatMap(([line, node]) => [
      [`Node ${line}: suites`, () => suites(node)],
      [`Node ${line}: packaging`, () => must(wanted(node), ['test/publishable.mjs'])],
    ]),
  ),
  'AI SDK 7': () =>
    summaryOf(must(wanted(nodes.get(22)), [vitest, 'run', '--config', 'test/release/ai-sdk-7/vitest.config.ts'])),
}

const suites = (node) =>
  summaryOf(must(wanted(node), [vitest, 'run', ...portable.map((name) => `packages/${name}/test/`)]))

function wanted(node) {
  if (node) return node
  throw new Error('this Node is not installed: run npm ci --prefix test/release (on Linux on x64)')
}

async function summaryOf(printed) {
  const plain = stripVTControlCharacters(await printed)
  return /Tests +(.+)/.exec(plain)?.[1] ?? plain
}

let failed = 0
for (const [name, step] of Object.entries(steps)) {
  const begun = performance.now()
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`
  try {
    const found = await step()
    console.log(`ok    ${name} (${seconds()}): ${found.trim()}`)
  } catch (error) {
    failed += 1
    console.log(`FAIL  ${name} (${seconds()}): ${error.message}`)
  }
}
rmSync(directory, { recursive: true, force: true })
console.log(failed === 0 ? 'a release can be cut' : `${failed} of ${Object.keys(steps).length} steps failed`)
process.exitCode = failed === 0 ? 0 : 1
