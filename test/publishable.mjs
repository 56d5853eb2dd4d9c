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

/** Pages that a reader copies from: their blocks must compile, and their install lines name what the blocks import. `npm run newcomer` runs them. */
const copiedFrom = [
  { file: 'README.md', packages: ['@ai-sdk/openai'] },
  { file: 'docs/getting-started.md', packages: ['@ai-sdk/openai'] },
]

/** Other Markdown files whose blocks must compile, and what they import beside our packages. */
const typeCheckedOnly = [
  ...copiedFrom,
  { file: 'docs/guides/approval.md', packages: ['@ai-sdk/openai'] },
  { file: 'docs/guides/hooks.md', packages: [] },
  { file: 'docs/guides/many-machines.md', packages: [] },
  { file: 'docs/guides/questions.md', packages: [] },
  { file: 'docs/guides/server.md', packages: [] },
  { file: 'docs/guides/sessions.md', packages: [] },
  { file: 'docs/guides/steering.md', packages: [] },
  { file: 'docs/guides/testing.md', packages: [] },
  { file: 'docs/guides/tools.md', packages: ['ai'] },
  { file: 'docs/controller.md', packages: [] },
  { file: 'docs/runtime.md', packages: [] },
  { file: 'docs/scale.md', packages: [] },
  { file: 'docs/terminal.md', packages: [] },
  { file: 'docs/journal.md', packages: [] },
  { file: 'docs/durability.md', packages: [] },
  { file: 'docs/permissions.md', packages: [] },
  { file: 'docs/sandbox.md', packages: [] },
  { file: 'docs/mcp.md', packages: ['@modelcontextprotocol/server'] },
  { file: 'docs/mcp-server.md', packages: ['@modelcontextprotocol/node'] },
  { file: 'docs/memory.md', packages: [] },
  { file: 'docs/memory-internals.md', packages: [] },
  { file: 'docs/agent-loop.md', packages: ['@ai-sdk/anthropic'] },
  { file: 'docs/omega.md', packages: ['@ai-sdk/anthropic'] },
  {
    file: 'docs/models.md',
    packages: ['@ai-sdk/openai', '@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai-compatible'],
  },
]

const devDependenciesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).devDependencies
const devDependencies = { ...devDependenciesOf('packages/mcp/package.json'), ...devDependenciesOf('package.json') }

async function check(directory) {
  const app = join(directory, 'app')
  mkdirSync(app)
  const packages = await pack(directory)
  const zod = lowest('zod', packages)
  const others = [
    `zod@${zod}`,
    ...new Set(
      ['@types/node', ...typeCheckedOnly.flatMap((document) => document.packages)].map(
        (name) => `${name}@${devDependencies[name]}`,
      ),
    ),
  ]
  const [linted] = await Promise.all([lint(packages), install(app, packages, others)])

  const readmes = packages.map(({ folder, manifest }) => {
    const file = `${folder}/README.md`
    const blocks = blocksOf(file)
    return { file, blocks, examples: examplesOf(blocks), isProgram: manifest.bin !== undefined }
  })
  const code = [
    ...readmes.flatMap(({ blocks }) => blocks),
    ...typeCheckedOnly.flatMap(({ file }) => blocksOf(file)),
  ].filter(({ language, name }) => language === 'ts' || name)

  const bytes = installSize(app, '@artoo/sdk')
  const problems = [
    ...linted,
    ...checkInstallSize(bytes),
    ...packages.flatMap((item) => checkContents(app, item)),
    ...checkCopies(app, ['zod', ...packages.map(({ name }) => name)]),
    ...readmes.flatMap(({ file, blocks }) => checkInstallLine(file, blocks)),
    ...copiedFrom.flatMap(({ file }) => checkInstallLine(file, blocksOf(file))),
    ...(await typeCheck(app, packages, code)),
    ...(await Promise.all(readmes.map((readme) => checkExamples(app, readme.file, readme)))).flat(),
  ]
  return {
    problems,
    summary: `${packages.length} packages can be published, one zod (${zod}) serves them and an app, ${code.length} blocks compile, ${readmes.flatMap(({ examples }) => examples).length} examples run, our part of an install of @artoo/sdk has ${(bytes / 1e6).toFixed(2)} MB`,
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
