import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bundled } from '../../packages/mkct/test/support/bundled.js'
import { eventually, startTask } from './client.js'

const main = resolve('examples/http/main.ts')
const loader = import.meta.resolve('tsx')

/** What `npm run example:http` hands to Node. */
const asScript = ['--import', loader, '--conditions=@artoo/source', main]

/** Runs the main job without a model in the environment. */
function start(program: readonly string[], ...args: readonly string[]) {
  const [cwd, state] = ['main', 'state'].map((name) => mkdtempSync(join(tmpdir(), `artoo-http-${name}-`))) as [
    string,
    string,
  ]
  for (const directory of [cwd, state]) onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(cwd, 'a.md'), 'one\ntwo\n')
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: { PATH: process.env.PATH, XDG_STATE_HOME: state },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { cwd, state, child, output: () => output, exited }
}

test('serves the folder with the offline model, and ends well on a signal', async () => {
  const { cwd, state, child, output, exited } = start(asScript, '--dir', '.', '--port', '0')
  await eventually(() => output().includes('Listening'))
  expect(output()).toContain('Model: offline (ARTOO_MODEL names a real one)')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0] ?? ''
  const task = await startTask(url, 'How many lines are in a.md?')
  const { taskId } = await task.until('started')
  expect((await task.until('result')).output).toBe('a.md has 2 lines.')
  expect(readdirSync(cwd)).toEqual(['a.md'])
  const [folder = ''] = readdirSync(join(state, 'artoo'))
  expect(readdirSync(join(state, 'artoo', folder, 'journal'))).toEqual([`${taskId}.jsonl`])
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(output()).toContain('Ending what runs')
})

test.each([
  [[], '--dir is missing'],
  [['--dir', '/no/such/folder'], '/no/such/folder is not a folder'],
  [['--dir', '.', '--port', 'http'], 'http is no port'],
  [['--folder', '.'], "Unknown option '--folder'"],
])('says what is wrong with %j', async (args, problem) => {
  const { output, exited } = start([await bundled(pathToFileURL(main))], ...args)
  expect(await exited).toBe(2)
  expect(output()).toContain(problem)
  expect(output()).toContain('Usage: npm run example:http -- --dir PATH [--port N]')
})
