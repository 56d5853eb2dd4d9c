import { readFileSync } from 'node:fs'
import { globSync } from 'tinyglobby'
import { defineConfig } from 'vitest/config'
import { startsProcesses } from './test/processes-first.js'
import config from './vitest.config.js'

const quick = globSync('packages/*/test/**/*.test.ts').filter(
  (path) => !startsProcesses.test(readFileSync(path, 'utf8')),
)

/** The tests of `npm run check`: those of the packages that start no process and are no soak. */
export default defineConfig({ ...config, test: { ...config.test, include: quick } })
