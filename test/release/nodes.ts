import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const lines = [20, 22, 24, 26]

/** The path of each Node that artoo supports; `undefined` where `npm ci --prefix test/release` was not run, or not on Linux on x64. */
export const nodes = new Map(
  lines.map((line): [number, string | undefined] => {
    const path = fileURLToPath(new URL(`node_modules/node-${line}/bin/node`, import.meta.url))
    return [line, existsSync(path) ? path : undefined]
  }),
)
