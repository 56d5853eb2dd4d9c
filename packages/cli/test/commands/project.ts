import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own, without git, and a configuration outside of it whose model is this code: `(request) => response`. */
export function project(generate = 'throw new Error("no model is asked here")') {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-cli-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const cwd = join(home, 'work')
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'a.txt'), 'one\n')
  const config = join(home, 'config.mjs')
  const write = (code: string) =>
    writeFileSync(
      config,
      `import { existsSync } from 'node:fs'
       import { setTimeout } from 'node:timers/promises'
       const usage = { inputTokens: 1, outputTokens: 1 }
       const json = (value) => ({ text: JSON.stringify(value), toolCalls: [], usage, finishReason: 'stop' })
       let calls = 0
       const call = (name, input) => ({ text: '', toolCalls: [{ id: 'c' + calls++, name, input }], usage, finishReason: 'tool_calls' })
       const pause = ({ signal }) => setTimeout(5, undefined, { signal })
       const model = { id: 'test/model', async generate(request, options) {\n${code}\n} }
       export default { model, sandbox: false }`,
    )
  write(generate)
  return { home, cwd, config, write }
}
