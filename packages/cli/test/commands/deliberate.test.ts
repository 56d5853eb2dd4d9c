import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usually } from '../../../omega/test/world.js'
import { project } from './project.js'
import { jsonIn, ran, started } from './terminal.js'

const reading = { subtype: 'CAUSAL', characteristics: [], uncertainty: 'LOW', stakes: 'LOW', wellDefined: true }
const said = {
  reading: { ...reading, trivial: true },
  answer: { answer: 'Four\u001b[2J.', confidence: 0.95, caveats: [] },
  // The two that look at what is answered without a panel.
  agent_48: usually(48, []),
  agent_52: usually(52, []),
}

/** A panel whose model waits while a file `hold` is there, and fails when `isSilent`. */
function panel({ isSilent = false } = {}) {
  const made = project(`
    if (${isSilent}) throw new Error('no model should be asked')
    while (existsSync(new URL('hold', import.meta.url))) await pause(options)
    return json(${JSON.stringify(said)}[request.output.name])`)
  const words = ['deliberate', '--config', made.config]
  return { ...made, words, hold: join(made.home, 'hold') }
}

test('without a terminal the estimate is shown and nothing is spent', async () => {
  const { cwd, words } = panel({ isSilent: true })
  const { code, out, err } = await ran([...words, 'Two and two?'], { cwd })
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(
    /^A panel of \d+ to \d+ agents.*\n.*tokens\.\nAt the most: .* tokens\.\nNothing was spent: .*--force/,
  )
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
  expect(terminal.texts.err).toContain('Progress Monitor (48)')
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
  const first = started([...words, '--json', '--force', 'Two and two?'], { cwd })
  await first.shows('SessionEntry')
  first.interrupt()
  expect(await first.code).toBe(5)
  expect(jsonIn(first.texts.out).at(-1)).toMatchObject({ type: 'outcome', outcome: { status: 'interrupted' } })

  rmSync(hold)
  expect(await ran(words, { cwd })).toMatchObject({ code: 0, out: expect.stringContaining('Two and two?') })
  expect(await ran(words, { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('unfinished') })
})
