import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project } from './project.js'
import { jsonIn, ran, started } from './terminal.js'

/** All explorers say four, and judges find that right. A larger panel is told what kind of question it is. */
const said = `
  const [, agent] = /^agent_(\\d+)_0$/.exec(request.output.name) ?? []
  if (agent === undefined)
    return json({ subtype: 'CAUSAL', characteristics: [], uncertainty: 'LOW', stakes: 'LOW', wellDefined: true })
  const answer = { answer: 'Four\\u001b[2J.', confidence: 0.95, text: 'counted' }
  const written = { answer: 'Four, as everybody says.', restsOn: ['c1'] }
  const judged = { verdict: 'it is four', references: [{ claim: 'c1', factor: 1.5, evidence: 'counted' }], same: [], synthesis: written }
  return json(Number(agent) <= 20 ? { ...answer, claims: [] } : { ...judged, text: 'counted', claims: [] })`

/** A panel whose model waits while a file `hold` is there, and fails when `isSilent`. */
function panel({ isSilent = false } = {}) {
  const made = project(`
    if (${isSilent}) throw new Error('no model should be asked')
    while (existsSync(new URL('hold', import.meta.url))) await pause(options)
    ${said}`)
  const words = ['deliberate', '--config', made.config]
  return { ...made, words, hold: join(made.home, 'hold') }
}

test('without a terminal the estimate is shown and nothing is spent', async () => {
  const { cwd, words } = panel({ isSilent: true })
  const { code, out, err } = await ran([...words, 'Two and two?'], { cwd })
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(
    /^A quick panel: 15 agents in 6 batches.*\nAt the most: 15 model calls, .* tokens\.\nNothing was spent: .*--force/,
  )
})

test('the estimate is that of the panel and of the stakes', async () => {
  const { cwd, words } = panel({ isSilent: true })
  const { err } = await ran([...words, '--panel', 'full', '--stakes', 'high', 'Two and two?'], { cwd })
  expect(err).toMatch(
    /^A full panel: \d\d to \d\d agents.*\nIts first iteration: .*\nAt the most: 2 iterations, \d\d+ model calls/,
  )
  expect(await ran([...words, '--panel', 'huge', 'Two and two?'], { cwd })).toMatchObject({
    code: 2,
    err: expect.stringContaining('quick, standard, full'),
  })
})

test('a no in the terminal spends nothing', async () => {
  const { cwd, words } = panel({ isSilent: true })
  const terminal = started([...words, 'Two and two?'], { cwd, isTTY: true })
  await terminal.shows('Begin? (yes/no)')
  terminal.type('no')
  expect(await terminal.code).toBe(1)
})

test('after a yes the report is the output, and the way to it stands beside it', async () => {
  const { cwd, words } = panel()
  const terminal = started([...words, 'Two', 'and two?'], { cwd, isTTY: true })
  await terminal.shows('Begin? (yes/no)')
  terminal.type('yes')
  expect(await terminal.code).toBe(0)
  expect(terminal.texts.out).toMatch(/^# Answer\n\n\*Two and two\?\*[\s\S]*Four/)
  expect(terminal.texts.out).not.toContain('\u001b')
  expect(terminal.texts.err).toContain('1/6 EXPLORATION: First Principles (1)')
  expect(terminal.texts.err).toMatch(/Not asked: \d+ more agents would change/)
  expect(terminal.texts.err).toMatch(/c1 .*voices {2}Four\.?[\s\S]*\nSUCCESS, \d\d% sure: Four/)
})

test('the stakes decide how sure one has to be', async () => {
  const { cwd, words } = panel()
  const { code, err, out } = await ran([...words, '--force', '--stakes', 'high', 'Two and two?'], { cwd })
  expect([code, /^[A-Z]+, \d\d% sure: Four.*$/m.test(err)]).toEqual([3, true])
  expect(out).toMatch(/^# Unsure answer[\s\S]*Why no more:.* HIGH stakes/)
})

test('with --json the events come one a line, and the report last', async () => {
  const { cwd, words } = panel()
  const { code, out } = await ran([...words, '--json', '--force', 'Two and two?'], { cwd })
  const lines = jsonIn(out)
  expect([code, lines[0].type]).toEqual([0, 'TaskStarted'])
  expect(lines.at(-1)).toMatchObject({ type: 'outcome', outcome: { status: 'SUCCESS' } })
})

test('one that was interrupted goes on without a question', async () => {
  const { cwd, words, hold } = panel()
  writeFileSync(hold, '')
  const first = started([...words, '--json', '--force', '--panel', 'standard', 'Two and two?'], { cwd })
  await first.shows('SessionEntry')
  first.interrupt()
  expect(await first.code).toBe(5)
  expect(jsonIn(first.texts.out).at(-1)).toMatchObject({ type: 'outcome', outcome: { status: 'interrupted' } })

  rmSync(hold)
  expect(await ran(words, { cwd })).toMatchObject({ code: 0, out: expect.stringContaining('Two and two?') })
  expect(await ran(words, { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('unfinished') })
})
