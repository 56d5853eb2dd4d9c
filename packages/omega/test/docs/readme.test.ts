import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as z from 'zod'
import * as omega from '../../src/index.js'

/** As that of `@artoo/tools`, which the package itself does without. */
const defineCheck = ({ run, ...check }: { run: (values: unknown) => unknown }) => ({
  ...check,
  run: (input: { readonly arguments: unknown }) => run(input.arguments),
})
const modules: Readonly<Record<string, unknown>> = {
  '@artoo/omega': omega,
  '@artoo/tools': { defineCheck },
  zod: z,
}

test('the example of the README prints what stands there', async () => {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const block = (language: string) => new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(text)?.[1] ?? ''
  const { outputText } = ts.transpileModule(block('ts'), { compilerOptions: { module: ts.ModuleKind.CommonJS } })
  const lines: string[] = []
  const run = Object.getPrototypeOf(async () => {}).constructor('require', 'exports', 'console', outputText)
  await run((name: string) => modules[name], {}, { log: (line: string) => lines.push(line) })
  expect(`${lines.join('\n')}\n`).toBe(block('text'))
})
