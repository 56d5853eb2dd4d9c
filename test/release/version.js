/** `npm run release:version`: raises the versions as the changesets say, and moves the words of these into CHANGELOG.md. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { must } from './step.js'

const changes = readdirSync('.changeset')
  .filter((file) => file.endsWith('.md'))
  .map((file) =>
    readFileSync(`.changeset/${file}`, 'utf8')
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .trim(),
  )
if (changes.length === 0) throw new Error('no changeset is waiting: npx changeset writes one')

await must('npx', ['changeset', 'version'])
await must('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'])

const { version } = JSON.parse(readFileSync('packages/sdk/package.json', 'utf8'))
const told = 'packages/mcp/src/implementation.ts'
writeFileSync(told, readFileSync(told, 'utf8').replace(/version: '[^']*'/, `version: '${version}'`))

const day = new Date().toISOString().slice(0, 10)
const section = `## ${version} (${day})\n\n${changes.map((change) => `- ${change.replace(/\n(?=.)/g, '\n  ')}`).join('\n')}\n\n`
const log = readFileSync('CHANGELOG.md', 'utf8')
const first = log.indexOf('\n## ') + 1
writeFileSync('CHANGELOG.md', log.slice(0, first) + section + log.slice(first))
