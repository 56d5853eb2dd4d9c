import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loopExitCode } from '../../src/loop/status-codes.js'
import { project } from './project.js'
import { jsonIn, ran, started } from './terminal.js'

const check = { check: 'file', path: 'b.txt', contains: 'two' }
const plan = (baseCase: object = check) => ({
  goal: 'b.txt says two',
  background_intent: 'to count\u202e on',
  deliverables: ['b.txt'],
  definition_of_done: 'b.txt says two',
  base_case: baseCase,
  atoms: [{ name: 'count', task: 'write two into b.txt', check, writes: ['b.txt'] }],
})

/** Asks once, proposes the plan, and writes the file, unless a file `hold` is there. */
const model = (baseCase?: object) => `
  const said = JSON.stringify(request.messages)
  if (request.output?.name === 'alignment') {
    return json(said.includes('English') ? { plan: ${JSON.stringify(plan(baseCase))} } : { questions: ['Which \\u001b[2Jlanguage?'] })
  }
  if (request.output?.name === 'redirection') {
    return json({ change: { type: 'constraint_change', description: 'be quick', constraints: { max_iterations: 9 } } })
  }
  while (existsSync(new URL('hold', import.meta.url))) await pause(options)
  if (!said.includes('write_file') || request.messages.at(-1).role !== 'tool') return call('write_file', { path: 'b.txt', content: 'two\\n' })
  return json({ status: 'completed', output: 'b.txt says two', reason: null })`

function job(baseCase?: object) {
  const { home, cwd, config } = project(model(baseCase))
  return { cwd, start: ['loop', 'start', '--config', config], b: join(cwd, 'b.txt'), hold: join(home, 'hold') }
}

test('a job is agreed on line by line, worked off beside the folder, landed and taken back', async () => {
  const { cwd, start, b } = job()
  const { code, out, err } = await ran([...start, 'write two'], { cwd, input: 'In English.\nyes\n' })
  expect([code, err]).toEqual([0, expect.not.stringContaining('error')])
  expect(out.indexOf('Which [2Jlanguage?')).toBeLessThan(out.indexOf('Goal: b.txt says two'))
  expect(out).toMatch(
    /Answer yes to begin[\s\S]*Agreed, with at most[\s\S]*launched[\s\S]*completed \(base_case_satisfied\)/,
  )
  expect(out).not.toMatch(/[\p{Cf}\p{Bidi_Control}]/u)
  expect(out).not.toContain('\u001b')
  expect(existsSync(b)).toBe(false)

  expect(await ran(['loop', 'status'], { cwd })).toMatchObject({ code: 0, out: expect.stringContaining('✓ a1') })
  const unasked = await ran(['loop', 'land'], { cwd })
  expect(unasked).toMatchObject({ code: 2, out: expect.stringMatching(/added b.txt[\s\S]*\+two/) })
  expect([unasked.err, existsSync(b)]).toEqual([expect.stringContaining('--force'), false])
  expect(await ran(['loop', 'land', '--force'], { cwd })).toMatchObject({ code: 0 })
  expect(readFileSync(b, 'utf8')).toBe('two\n')
  expect(await ran(['loop', 'undo'], { cwd })).toMatchObject({ code: 0, out: 'As it was before: b.txt.\n' })
  expect(existsSync(b)).toBe(false)
})

test('on a terminal the picture changes in place, and landing asks', async () => {
  const { cwd, start, b } = job()
  const terminal = started([...start, 'write two'], { cwd, isTTY: true })
  // Typed before anything was asked: no answer.
  terminal.type('yes')
  await terminal.shows('language?')
  terminal.type('English')
  await terminal.shows('Answer yes to begin')
  terminal.type('yes')
  expect(await terminal.code).toBe(0)
  expect(terminal.texts.out.replaceAll('\u001b', 'ESC')).toMatch(/ESC\[\d+A\r/)
  expect(terminal.texts.out.lastIndexOf('\u001b[?25h')).toBeGreaterThan(terminal.texts.out.lastIndexOf('\u001b[?25l'))

  for (const [answer, code] of [
    ['no', 1],
    ['yes', 0],
  ] as const) {
    const landing = started(['loop', 'land'], { cwd, isTTY: true })
    await landing.shows(/Land 1 file .*\(yes\/no\)/)
    landing.type(answer)
    expect([await landing.code, existsSync(b)]).toEqual([code, code === 0])
  }
})

test.each([
  ['the end of the input', ''],
  ['nothing but a question answered', 'In English.\n'],
])('%s is no agreement', async (_, input) => {
  const { cwd, start } = job()
  const { code, out } = await ran([...start, 'write two'], { cwd, input })
  expect([code, out]).toEqual([1, expect.stringContaining('Nothing was begun')])
  expect(await ran(['loop', 'status'], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('no_loop') })
})

test('Ctrl+C parks a loop that a program agreed to, another terminal redirects and stops it, and it goes on', async () => {
  const { cwd, start, hold } = job()
  writeFileSync(hold, '')
  const first = started([...start, '--json', 'write two'], { cwd })
  const lines = (type: string) => jsonIn(first.texts.out).filter((line) => line.type === type)
  const answer = (id: string, words: string) => first.type(JSON.stringify({ type: 'answer', id, answer: words }))
  first.type('no json')
  for (const [index, words] of ['English', 'yes'].entries()) {
    await first.shows('"type":"request"', index + 1)
    answer('stranger', words)
    answer(lines('request')[index].request.id, words)
  }
  await first.shows('"type":"launched"')
  first.interrupt()
  expect(await first.code).toBe(5)
  expect([lines('error').length, lines('agreed').length]).toEqual([3, 1])
  expect(jsonIn(first.texts.out).at(-1)).toMatchObject({
    type: 'outcome',
    outcome: { status: 'stopped', detail: 'it was interrupted at its terminal' },
  })

  expect(await refusal(['start', 'another job', '--config', start[3] ?? ''], cwd)).toContain('loop_exists')
  expect(await refusal(['land', '--force'], cwd)).toContain('loop_unfinished')
  expect(await refusal(['redirect'], cwd)).toContain('missing_argument')
  expect(await refusal(['redirect', 'otherwise'], cwd)).toContain('loop_not_running')

  const second = started(start, { cwd })
  await second.shows('launched')
  const change = started(['loop', 'redirect', 'be quick'], { cwd })
  await second.shows('Yes, or what else?')
  second.type('yes')
  expect([await change.code, change.texts.out]).toEqual([0, 'The course was changed.\n'])
  expect(await ran(['loop', 'stop', 'enough'], { cwd })).toMatchObject({ code: 0 })
  rmSync(hold)
  expect(await second.code).toBe(5)
  expect(await ran(start, { cwd })).toMatchObject({ code: 0, out: expect.stringContaining('completed') })
  expect(await refusal(start.slice(1), cwd)).toContain('loop_completed')
})

async function refusal(words: readonly string[], cwd: string): Promise<string> {
  const { code, err } = await ran(['loop', ...words], { cwd })
  expect(code).toBe(2)
  return err
}

test('what no code decides is asked at the end', async () => {
  const { cwd, start } = job({ check: 'all', of: [check, { check: 'assertion', text: 'It looks good' }] })
  const { code, out } = await ran([...start, 'write two'], { cwd, input: 'English\nyes\nyes\n' })
  expect([code, out]).toEqual([0, expect.stringContaining('Does this hold? It looks good')])
})

test.each([
  ['completed', 'base_case_satisfied', 0],
  ['halted', 'awaiting_confirmation', 4],
  ['halted', 'budget_limit', 3],
  ['halted', 'exhausted', 1],
  ['stopped', 'manual_stop', 5],
  ['redirecting', null, 4],
] as const)('a loop that is %s (%s) ends with exit code %d', (status, code, exitCode) => {
  expect(loopExitCode({ status, code })).toBe(exitCode)
})
