import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import base from '../../../vitest.config.js'

/** The suites that talk to providers, with the packages of AI SDK 7 in place of those that the tests use otherwise. */
const newer = (name: string) => fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))

const config = mergeConfig(base, {
  resolve: {
    alias: [
      { find: /^(@ai-sdk\/.+)$/, replacement: newer('$1') },
      { find: /^ai\/test$/, replacement: newer('ai/dist/test/index.js') },
    ],
  },
})
config.test.include = ['test/providers/*.test.ts']
export default config
