import { defineConfig } from 'vitest/config'

const conditions = ['@artoo/source']
const mkct = 'packages/mkct/test/**/*.test.ts'

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    typecheck: { enabled: false },
    testTimeout: 20_000,
    // By default one core is left idle, which is half of two.
    maxWorkers: '100%',
    projects: [
      // Its tests leave nothing behind in their process, so that one serves all of its files.
      { extends: true, test: { name: 'mkct', include: [mkct], isolate: false } },
      {
        extends: true,
        test: {
          name: 'others',
          include: [
            'packages/*/test/**/*.test.ts',
            'test/**/*.test.ts',
            'examples/**/*.test.ts',
            'lab/test/**/*.test.ts',
          ],
          exclude: [mkct],
          setupFiles: ['test/replayed/setup.ts'],
        },
      },
    ],
  },
})
