import { run } from './run.js'
import { scriptOf } from './type-check.js'

/** The example of a README: its first ts block and the text block after it, which is what the example prints. */
export function exampleOf(blocks) {
  const index = blocks.findIndex(({ language }) => language === 'ts')
  const [block, printed] = index < 0 ? [] : blocks.slice(index)
  return printed?.language === 'text' ? { block, printed: printed.code } : undefined
}

/** Runs an example from the root of the repository, with the packages of the app's folder. */
export async function checkExample(directory, file, example) {
  if (!example) return [`${file}: show a ts block that runs, and right after it a text block with what it prints`]
  const env = { ...process.env, FORCE_COLOR: '0' }
  const { ok, stdout, output } = await run(process.execPath, [scriptOf(directory, example.block)], {
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
