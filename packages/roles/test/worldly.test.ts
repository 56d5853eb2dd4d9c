import type { ToolCallRecord } from '@artoo/runtime'
import { describe, expect, it } from 'vitest'
import { worldlyLack } from '../src/evidence/worldly.js'
import { call } from './builders.js'

const look = (id: string, target: string, output = '') =>
  call({ id, tool: 'read_file', target, input: { path: target }, effect: 'read', output })
const wrote = (id: string, target: string) =>
  call({ id, tool: 'write_file', target, input: { path: target }, effect: 'repeatable', output: 'ok' })
const ran = (id: string, command: string) =>
  call({ id, tool: 'shell', target: command, input: { command }, effect: 'irreversible', output: '' })

/** Whether a criterion may pass by all of these calls but those in `unnamed`. */
function passes(text: string, records: readonly ToolCallRecord[], unnamed: readonly string[] = []) {
  return worldlyLack({ text }, { cited: records.filter(({ id }) => !unnamed.includes(id)), records }) === null
}

describe('a criterion about the world', () => {
  it.each<[string, string, readonly ToolCallRecord[], readonly string[]]>([
    ['by the change of what it names', 'a.txt has two lines', [wrote('1', 'a.txt')], []],
    ['by a look at what it names', 'a.txt has two lines', [look('1', 'a.txt')], []],
    ['by a look after the last change', 'a.txt has two lines', [ran('1', 'sort -o b b'), look('2', 'a.txt')], []],
    ['by the run of a command that it names', 'npm test passes', [ran('1', 'npm test')], []],
    ['by looks at all that it names', 'a.txt is as b.txt', [look('1', 'a.txt'), look('2', 'b.txt')], []],
    [
      'by the change of one of the files that it names',
      'a.txt is as b.txt',
      [look('1', 'b.txt'), wrote('2', 'a.txt')],
      [],
    ],
    ['by a change to a path without an ending', 'etc/hosts has no 10.0.0.8', [wrote('1', 'etc/hosts')], []],
    ['by anything where the slash is no path', 'The list holds names and/or ages', [wrote('1', 'a.txt')], []],
  ])('passes %s', (_, text, records, unnamed) => {
    expect(passes(text, records, unnamed)).toBe(true)
  })

  it.each<[string, string, readonly ToolCallRecord[], readonly string[]]>([
    ['without a call', 'a.txt has two lines', [], []],
    ['by a change of another file', 'a.txt has two lines', [look('1', 'a.txt'), wrote('2', 'b.txt')], ['1']],
    [
      'by a look before a command that may have changed it',
      'a.txt is sorted',
      [look('1', 'a.txt'), ran('2', 'sh -c :')],
      [],
    ],
    ['by a look at one of two files', 'a.txt is as b.txt', [look('1', 'a.txt'), look('2', 'b.txt')], ['1']],
    [
      'by a command that has nothing to do with a path without an ending',
      'A reading of etc/hosts shows no 10.0.0.8',
      [look('1', '**/*', 'etc/hosts\t90'), ran('2', 'sh -c :')],
      [],
    ],
  ])('does not pass %s', (_, text, records, unnamed) => {
    expect(passes(text, records, unnamed)).toBe(false)
  })

  it('names the call that may have changed it, which need not have', () => {
    const records = [look('1', 'a.txt'), ran('2', 'npm test')]
    const lack = worldlyLack({ text: 'a.txt is sorted' }, { cited: records.slice(0, 1), records })
    expect(lack).toContain('"npm test" came after the look that is named and may have changed it')
  })
})
