import { defineConfig } from 'vitest/config'

const conditions = ['@artoo/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    typecheck: { enabled: false },
    testTimeout: 20_000,
  },
})
