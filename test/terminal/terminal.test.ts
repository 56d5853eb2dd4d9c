import { describe, expect, test } from 'vitest'
import { fixedWords } from './fixed-words.js'
import { confirm } from './scenes/confirmations.js'
import { oneShot } from './scenes/one-shot.js'
import { perform } from './stage.js'
import { missingTmux } from './tmux.js'

const missing = missingTmux()
const why = missing === null ? '' : ` (skipped: ${missing})`

describe.skipIf(missing !== null)(`in a real terminal${why}`, () => {
  test.concurrent.each([oneShot, confirm])('the story $name is played', (story) =>
    perform(story, { columns: 80, rows: 24 }),
  )
})

test.each([
  ['⠹ planning 312 ms · Esc interrupts', '⠋ planning 2 s · Esc interrupts'],
  ['  01a222bc-b9e8  died  12 s', '  0199c0de-0000  died  2 s'],
  ['round 2 · 11/28/26, 10:22 P', 'round 2 · 3/1/26, 9:00 AM'],
  ['planning      2  6.5k  138     ?       0    1.2 s', 'planning      2  6.5k  138     ?       0     2 s'],
])('a picture of %j has nothing that changes', (row, shown) => {
  expect(fixedWords([{ text: row, style: '' }]).map(({ text }) => text)).toEqual([shown])
})
