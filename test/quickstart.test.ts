import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createArtoo } from '@artoo/sdk'
import { standardTools } from '@artoo/tools/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offlineModel } from '../examples/offline/offline-model.js'
import { answerText } from '../examples/quickstart/report.js'
import { bundled } from '../packages/mkct/test/support/bundled.js'
import { fakeProvider } from './providers/fake-provider.js'

const run = promisify(execFile)
const root = resolve('.')
const tsx = join(root, 'node_modules/.bin/tsx')
const main = join(root, 'examples/quickstart/main.ts')

// The offline model answers unless the environment names another.
const offline = { ARTOO_MODEL: '', BRAIN_MODEL: '', TOOL_MODEL: '' }

/** Runs the main job, bundled: it starts in a fraction of the time. Its journal goes below `cwd`, in the state folder. */
async function start(cwd: string, args: readonly string[], variables: Readonly<Record<string, string>> = offline) {
  const script = await bundled(pathToFileURL(main))
  const { stdout } = await run(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, XDG_STATE_HOME: join(cwd, 'state'), ...variables },
  })
  return stdout
}

describe('npm start', () => {
  let work: string
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'artoo-quickstart-'))
    mkdirSync(join(work, 'folder/deep'), { recursive: true })
    writeFileSync(join(work, 'folder/a.md'), 'one\ntwo\nthree about llamas\n')
    writeFileSync(join(work, 'folder/deep/b.md'), `${'long '.repeat(200)}\n`)
    writeFileSync(join(work, "folder/it's.txt"), 'x\n')
  })
  afterAll(() => rmSync(work, { recursive: true }))

  test('answers one question straight and one after a change of path, over this repository', async () => {
    // As the script of the package does.
    const env = { ...process.env, XDG_STATE_HOME: join(work, 'state'), ...offline }
    const { stdout } = await run(tsx, ['--conditions=@artoo/source', main], { cwd: root, env })
    const [straight = '', obstacle = ''] = stdout.split('── ').slice(1)
    expect(straight).toContain('packages/ggs/src/step/step.ts')
    expect(straight).toMatch(/⇒ accept/)
    expect(straight).not.toContain('PlanDirective')

    expect(obstacle).toMatch(/error: docs\/handbook\/controller\.md does not exist/)
    expect(obstacle).toMatch(/D 1\.00 {2}P 0\.00 .* ⇒ change_path/)
    expect(obstacle).toMatch(/∇L -0\.\d+ {2}⇒ accept/)
    const lines = readFileSync('docs/controller.md', 'utf8').split('\n').length - 1
    expect(obstacle).toContain(`Answer (complete, 1 replan, loss`)
    expect(obstacle).toContain(`docs/controller.md has ${lines} lines.`)

    // The same task is walked through in docs/roles.md; tokens depend a little on where the folder lies.
    const [, calls, tokens] = /^ +all +(\d+) +(\d+)/m.exec(obstacle) ?? []
    const page = readFileSync('docs/roles.md', 'utf8')
    expect(page).toContain(`\`${lines} docs/controller.md\``)
    expect(page).toContain(`${calls} calls, about ${Math.round(Number(tokens) / 1000)},000 tokens in`)
  })

  test('answers about the folder that it is given, writes the journal of the task and says where', async () => {
    const stdout = await start(work, ['Which markdown files are in here?', '--dir', join(work, 'folder')])
    expect(stdout).toContain('Answer (complete, 0 replans')
    expect(stdout.slice(stdout.indexOf('Answer'))).toContain('a.md\ndeep/b.md')
    const path = /Journal: (\S+)/.exec(stdout)?.[1] ?? ''
    expect(relative(join(work, 'state/artoo'), path)).toMatch(/^[0-9a-f]{32}[\\/]journal[\\/][^\\/]+\.jsonl$/)
    const lines = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([lines.at(0).kind, lines.at(-1).kind]).toEqual(['start', 'end'])
    const types = lines.flatMap(({ event }) => event?.type ?? [])
    expect(types.at(0)).toBe('TaskStarted')
    expect(types.at(-1)).toBe('FinalResult')
    expect(types).toContain('ControlDecision')
  })

  // Not in a process each: that the main job hands a question on has been shown.
  test.each([
    ['How many lines are in a.md?', 'a.md has 3 lines.'],
    ['How many lines are in the Markdown files?', 'have 4 lines in all'],
    ['What is the largest file?', 'deep/b.md is the largest, with 1001 bytes.'],
    ['Which files mention llamas?', 'a.md'],
    [`How many lines are in "it's.txt"?`, "it's.txt has 1 lines."],
  ])('%s', async (question, answer) => {
    const artoo = createArtoo({ model: offlineModel(), tools: standardTools({ root: join(work, 'folder') }) })
    const text = answerText(await artoo.run(question))
    await artoo.close()
    expect(text).toContain('Answer (complete, 0 replans')
    expect(text).toContain(answer)
  })

  test('gives up honestly on what the offline model does not know', async () => {
    const stdout = await start(work, ['Write me a poem', '--dir', join(work, 'folder')])
    expect(stdout).toContain('Answer (failed, 0 replans')
    expect(stdout.slice(stdout.indexOf('Answer'))).toContain("I can't answer that: no language model is plugged in")
    expect(stdout).toContain('Answered by offline')
  })

  test('asks the model that the environment names, and says which answered', async () => {
    const provider = await fakeProvider()
    const variables = { OPENAI_BASE_URL: `${provider.url}/v1`, ARTOO_MODEL: 'qwen3' }
    const asked = start(work, ['What is it?', '--dir', join(work, 'folder')], variables)
    const stdout = await asked.finally(() => provider.stop())
    expect(stdout).toContain('Answered by 127-0-0-1/qwen3')
    expect(provider.asked[0]).toBe('R2')
  })

  test('names what is missing in the environment', async () => {
    const variables = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', ARTOO_MODEL: 'gpt-5' }
    await expect(start(work, ['x'], variables)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('set OPENAI_API_KEY'),
    })
  })

  test.each([
    [['--dir', '/no/such/folder'], '/no/such/folder is not a folder'],
    [['--folder', 'x'], "Unknown option '--folder'"],
  ])('says what is wrong with %s', async (args, problem) => {
    await expect(start(work, args)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(problem) })
  })
})
