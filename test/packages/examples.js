import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.js'
import { scriptOf } from './type-check.js'

/** The examples of a README: its ts blocks with a text block right after, which is what the example prints. */
export function examplesOf(blocks) {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1]
    return block.language === 'ts' && next?.language === 'text' ? [{ block, printed: next.code }] : []
  })
}

/** Runs a README's examples; the first of its ts blocks has to be one. That of a program may have none. */
export async function checkExamples(directory, file, { blocks, examples, isProgram }) {
  const [first] = blocks.filter(({ language }) => language === 'ts')
  if (isProgram && examples.length === 0) return []
  if (examples[0]?.block !== first || !first) {
    return [`${file}: show a ts block that runs, and right after it a text block with what it prints`]
  }
  return (await Promise.all(examples.map((example) => checkExample(directory, file, example)))).flat()
}

/** Runs an example with the packages of the app's folder, in an empty one of its own that may be left untidy. */
async function checkExample(directory, file, example) {
  const env = { ...process.env, FORCE_COLOR: '0' }
  const cwd = mkdtempSync(join(directory, 'example-'))
  const { ok, stdout, output } = await run(process.execPath, [scriptOf(directory, example.block)], {
    cwd,
    env,
    timeout: 60_000,
  })
  const place = `${file}:${example.block.line}`
  if (!ok) return [`${place}: the example fails:\n${output}`]
  if (stdout === example.printed) return []
  return [
    `${place}: the example prints something else than its text block says; correct one of them. It prints:\n${stdout}`,
  ]
}
