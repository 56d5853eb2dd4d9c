import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ProcessesFirst } from './test/processes-first.js'

const conditions = ['@artoo/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    typecheck: { enabled: false },
    // A hang fails; a busy machine does not.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // What is given no path is not kept in the home of whoever runs the tests.
    env: { XDG_STATE_HOME: join(tmpdir(), 'artoo-tests') },
    // By default one core is left idle, which is half of two. A third worker would save four per cent, and make tests of real time wait.
    maxWorkers: '100%',
    // No file leaves anything behind in its process, so that one serves many: whatever is stubbed, mocked or listened
    // to is undone by the test that did it. `npx vitest run --sequence.shuffle.files` shows whether that still holds.
    // Two workers use the cores: threads of their own for garbage would wait for them.
    execArgv: ['--single-threaded-gc'],
    isolate: false,
    sequence: { sequencer: ProcessesFirst },
    setupFiles: ['test/seed.ts', 'test/replayed/setup.ts'],
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts', 'lab/test/**/*.test.ts'],
  },
})
