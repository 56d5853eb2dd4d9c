/**
 * `npm run release:publish`, in a workflow: builds and publishes each version that the registry doesn't have. The address of the sources, by
 * which npm checks their provenance, is that of the workflow: no other is written down.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { must } from './step.js'

const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY } = process.env
if (!GITHUB_REPOSITORY)
  throw new Error('releases are published by .github/workflows/release.yml: GITHUB_REPOSITORY is missing')

for (const name of readdirSync('packages')) {
  const file = `packages/${name}/package.json`
  const url = `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`
  const manifest = {
    ...JSON.parse(readFileSync(file, 'utf8')),
    repository: { type: 'git', url, directory: `packages/${name}` },
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}
await must('npm', ['run', 'build'])
console.log(await must('npx', ['changeset', 'publish']))
