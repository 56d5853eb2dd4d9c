import { beforeAll, test } from 'vitest'
import { command } from './command.js'
import { type Worked, worked } from './fixture.js'

let w: Worked
beforeAll(async () => {
  w = await worked()
})
test('x', async () => {
  const r = w.tasks.rounds
  for (const words of [
    ['tasks'],
    ['tasks', '--json'],
    ['show', r],
    ['show', w.tasks.waiting],
    ['why', r],
    ['why', w.tasks.turn],
    ['diff', r],
    ['diff', r, '--at', '2'],
    ['diff', r, '--at', '9'],
    ['replay', r],
    ['memory'],
    ['memory', 'list'],
    ['memory', 'rules'],
    ['memory', 'explain', 'tool:edit_file', 'path:c.txt'],
    ['memory', 'export'],
    ['memory', 'verify'],
    ['audit'],
    ['audit', 'list'],
    ['audit', 'stats'],
    ['undo', r, '--at', '2'],
    ['undo', r],
    ['memory', 'forget', 'task:' + r],
    ['memory', 'forget', 'task:' + r, '--force'],
    ['show', '01a2'],
    ['show', 'zzzz'],
  ]) {
    const s = performance.now()
    const said = await command(w.root, words, { columns: 110 })
    console.log(
      '$ artoo ' +
        words.join(' ') +
        '  => ' +
        said.code +
        '  ' +
        Math.round(performance.now() - s) +
        ' ms\n' +
        said.out +
        said.err,
    )
  }
})
