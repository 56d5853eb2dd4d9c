import fc from 'fast-check'

/** Of every file that sets none: a process would keep that of the file before. `RUNS=1000 npx vitest run` looks longer. */
fc.configureGlobal({ seed: 20260221, numRuns: Number(process.env.RUNS ?? 50) })
