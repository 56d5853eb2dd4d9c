import { PassThrough } from 'node:stream'
import xterm from '@xterm/headless'
import { expect, test } from 'vitest'
import { frame } from '../../src/asking/frame.js'

/** A frame on a terminal of 20 columns and 6 rows, and the lines that it shows. */
function shown() {
  const terminal = new xterm.Terminal({ cols: 20, rows: 6, allowProposedApi: true, convertEol: true })
  const out = Object.assign(new PassThrough(), { isTTY: true, columns: 20, rows: 6 })
  let written = ''
  out.on('data', (data) => (written += data))
  async function lines() {
    await new Promise<void>((resolve) => terminal.write(written, resolve))
    written = ''
    const buffer = terminal.buffer.active
    return Array.from({ length: buffer.length }, (_, at) => buffer.getLine(at)?.translateToString(true) ?? '')
      .join('\n')
      .trimEnd()
      .split('\n')
  }
  return { screen: frame(out), lines }
}

test('a picture is drawn over the one before, whether it is longer or shorter', async () => {
  const { screen, lines } = shown()
  screen.draw(['one', 'two words'])
  screen.draw(['1'])
  expect(await lines()).toEqual(['1'])
  screen.draw(['uno', 'dos'])
  expect(await lines()).toEqual(['uno', 'dos'])
})

test('what is said stands above the picture', async () => {
  const { screen, lines } = shown()
  screen.draw(['picture'])
  screen.say(['a line of more than twenty columns'])
  screen.draw(['picture 2'])
  expect(await lines()).toEqual(
    ['a line of more than', 'twenty columns', 'picture 2'].map((line) => expect.stringContaining(line)),
  )
})

test('a line that is too wide does not shift the picture, nor does one that is too high', async () => {
  const { screen, lines } = shown()
  screen.draw(['漢字漢字漢字漢字漢字漢字漢字', 'b'])
  screen.draw(['漢字漢字漢字漢字漢字漢字漢字', 'b'])
  expect(await lines()).toHaveLength(2)
  const high = Array.from({ length: 9 }, (_, at) => `line ${at}`)
  screen.draw(high)
  screen.draw(high)
  expect(await lines()).toEqual(high.slice(0, 5))
})

test('while a question is open nothing is drawn, and the picture goes on below it', async () => {
  const { screen, lines } = shown()
  screen.draw(['1'])
  screen.hold(['really?'])
  screen.draw(['2'])
  screen.say(['note'])
  expect(await lines()).toEqual(['1', 'really?', 'note'])
  screen.release()
  expect(await lines()).toEqual(['1', 'really?', 'note', '2'])
})
