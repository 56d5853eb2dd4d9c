import { globSync } from 'tinyglobby'
import { defineConfig } from 'vitest/config'
import { startsProcesses } from './test/processes-first.js'
import config from './vitest.config.js'

/** Soaks and measurements, which take seconds each. */
const slow = [
  'packages/agent-loop/test/{halting/**,large.test.ts}',
  'packages/ggs/test/limits.test.ts',
  'packages/mkct/test/{conformance,closing,dreamer}.test.ts',
  'packages/omega/test/{panels/**,scenarios/**,memory/repels.test.ts,durability.test.ts}',
  'packages/insight/test/merged-audit-stats.test.ts',
  'packages/roles/test/{auditor,bounds}.test.ts',
  'packages/runtime/test/{full-output,fair-slots}.test.ts',
  'packages/sdk/test/mean-answers.test.ts',
  'packages/tools/test/{encoded-bytes,edit-file,glob,result-size,result-text}.test.ts',
]
const files = globSync('packages/*/test/**/*.test.ts', { ignore: slow, absolute: true })

/** The tests of `npm run check`: those of the packages that start no process and are quick. */
export default defineConfig({
  ...config,
  test: { ...config.test, include: files.filter((path) => !startsProcesses(path)) },
})
