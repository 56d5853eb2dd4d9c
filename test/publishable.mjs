/**
 * Looks at the packages as users get them: packs each, lints the tarballs, installs them all into an empty folder
 * beside an app's own zod, and there checks their contents and type-checks and runs what the READMEs show.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkCopies, install, lowest } from './packages/app.js'
import { checkContents } from './packages/contents.js'
import { checkExamples, examplesOf } from './packages/examples.js'
import { checkInstallSize, installSize } from './packages/install-size.js'
import { lint } from './packages/lint.js'
import { blocksOf, checkInstallLine } from './packages/markdown.js'
import { pack } from './packages/pack.js'
import { typeCheck } from './packages/type-check.js'

/** The README of the root, whose examples run as those of the packages do, and what it imports beside our packages. */
const front = { file: 'README.md', packages: ['@ai-sdk/anthropic'] }

/** Other Markdown files whose ts blocks must compile, and what they import beside our packages. */
const typeCheckedOnly = [
  { file: 'docs/runtime.md', packages: [] },
  { file: 'docs/journal.md', packages: [] },
  { file: 'docs/durability.md', packages: [] },
  { file: 'docs/permissions.md', packages: [] },
  { file: 'docs/memory.md', packages: [] },
  { file: 'docs/agent-loop.md', packages: ['@ai-sdk/anthropic'] },
  { file: 'docs/omega.md', packages: ['@ai-sdk/anthropic'] },
  {
    file: 'docs/models.md',
    packages: ['@ai-sdk/openai', '@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai-compatible'],
  },
]

const { devDependencies, repository } = JSON.parse(readFileSync('package.json', 'utf8'))

async function check(directory) {
  const app = join(directory, 'app')
  mkdirSync(app)
  const packages = await pack(directory)
  const zod = lowest('zod', packages)
  const others = [
    `zod@${zod}`,
    ...new Set(
      ['@types/node', ...[front, ...typeCheckedOnly].flatMap((document) => document.packages)].map(
        (name) => `${name}@${devDependencies[name]}`,
      ),
    ),
  ]
  const [linted] = await Promise.all([lint(packages), install(app, packages, others)])

  const readmes = [front.file, ...packages.map(({ folder }) => `${folder}/README.md`)].map((file) => {
    const blocks = blocksOf(file)
    return { file, blocks, examples: examplesOf(blocks) }
  })
  const code = [
    ...readmes.flatMap(({ blocks }) => blocks),
    ...typeCheckedOnly.flatMap(({ file }) => blocksOf(file)),
  ].filter(({ language }) => language === 'ts')

  const bytes = installSize(app, '@artoo/sdk')
  const problems = [
    ...linted,
    ...checkInstallSize(bytes),
    ...packages.flatMap((item) => checkContents(app, item, repository)),
    ...checkCopies(app, ['zod', ...packages.map(({ name }) => name)]),
    ...readmes.flatMap(({ file, blocks }) => checkInstallLine(file, blocks)),
    ...(await typeCheck(app, packages, code)),
    ...(await Promise.all(readmes.map((readme) => checkExamples(app, readme.file, readme)))).flat(),
  ]
  return {
    problems,
    summary: `${packages.length} packages can be published, one zod (${zod}) serves them and an app, ${code.length} ts blocks compile, ${readmes.flatMap(({ examples }) => examples).length} examples run, our part of an install of @artoo/sdk has ${(bytes / 1e6).toFixed(2)} MB`,
  }
}

const directory = mkdtempSync(join(tmpdir(), 'artoo-pack-'))
try {
  const { problems, summary } = await check(directory)
  if (problems.length > 0) throw new Error(problems.join('\n\n'))
  console.log(summary)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}
