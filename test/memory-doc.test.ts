import { readFileSync } from 'node:fs'
import { calibrate, createMemory, decay, directSum, type MegramState, macroStates, quantization } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { describe, expect, test } from 'vitest'

const day = 86_400_000
const lines = readFileSync(new URL('../docs/memory-internals.md', import.meta.url), 'utf8').split('\n')

/** The rows under the one table that has these headings. */
function table(header: string): readonly (readonly string[])[] {
  const start = lines.indexOf(`| ${header} |`)
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  if (start === -1) throw new Error(`docs/memory-internals.md has no table with the header ${header}`)
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const statesOf = (cell: string | undefined) => (cell ?? '').split(', ') as MegramState[]

async function livedThrough(states: readonly MegramState[]) {
  const clock = manualClock(1_700_000_000_000)
  const memory = createMemory({ clock, ids: sequentialIds() })
  for (const state of states) memory.write({ space: 's', entity: 'e', state, content: 'x' })
  await memory.flush()
  return { clock, memory }
}

describe('the numbers in docs/memory-internals.md', () => {
  test('the matrix, half-lives and days until forgotten', () => {
    const rows = table('State | f | σ | k per day | Half-life, days | Forgotten after, days')
    const expected = macroStates.map((state) => {
      const { f, sigma, k } = quantization[state]
      const numbers = [
        f.toFixed(2),
        `${sigma}`,
        k.toFixed(2),
        (Math.LN2 / k).toFixed(2),
        (Math.log(f / 0.1) / k).toFixed(2),
      ]
      return [state, ...numbers]
    })
    expect(rows).toEqual(expected)
  })

  test.each(table('Written | Age in days | Attention | Decision | Action'))(
    '%s after %s days: %s, %s, %s',
    async (written, age, ...expected) => {
      const { clock, memory } = await livedThrough(statesOf(written))
      clock.advance(Number(age) * day)
      const { attention, decision, action } = await memory.potentials('s', 'e')
      expect([attention.toFixed(4), decision.toFixed(4), action]).toEqual(expected)
      await memory.close()
    },
  )

  test.each(table('Rule | Evidence, fresh | Decision | Trust | Bankrupt'))(
    'a rule %s against %s: decision %s, trust %s, bankrupt %s',
    async (held, evidence, decision, trust, bankrupt) => {
      const { memory } = await livedThrough(statesOf(evidence))
      const state = held as MegramState
      memory.write({ space: 's', entity: 'e', state, content: 'rule', level: 'C' })
      const potentials = await memory.potentials('s', 'e')
      const { f, sigma } = quantization[state]
      expect(potentials.decision.toFixed(4)).toBe(decision)
      expect((f * Math.abs(sigma) + Math.sign(sigma) * potentials.decision).toFixed(4)).toBe(trust)
      expect((await memory.dream()).demoted).toHaveLength(bankrupt === 'yes' ? 1 : 0)
      await memory.close()
    },
  )

  test.each(table('Attention | Decision | Action | For the planner'))(
    'attention %s, decision %s: %s, which is %s',
    (_attention, _decision, action, told) => {
      const reading = { space: 's', attention: 1, decision: 0, lesson: null, action: action as 'avoid' }
      const listsOf = (entity: string | null) =>
        Object.entries(calibrate({ readings: [{ ...reading, entity }], rules: [] })).flatMap(([list, { length }]) =>
          length > 0 ? list.replace(/[A-Z]/, ' $&').toUpperCase() : [],
        )
      expect(listsOf('e').join() || 'nothing').toBe(told)
      expect(listsOf(null).join() || 'nothing').toBe(told === 'MUST NOT' ? 'CAUTION' : told)
    },
  )

  test('nine files that fail forbid nine files, and leave the tool', async () => {
    expect(lines.join(' ')).toContain('nine unreadable files must not rule out the tool for the tenth')
    const memory = createMemory({ clock: manualClock(1), ids: sequentialIds() })
    for (let file = 0; file < 9; file++)
      memory.write({ space: 'tool:read_file', entity: `path:${file}`, state: 'abandon', content: 'unreadable' })
    const { mustNot, caution } = calibrate(await memory.consult({ pairs: [], spaces: ['tool:read_file'] }))
    expect(mustNot.map(({ entity }) => entity?.slice(0, 5))).toEqual(Array.from({ length: 9 }, () => 'path:'))
    expect(caution.map(({ entity }) => entity)).toEqual([null])
    await memory.close()
  })

  test('when a lone abandon is ignored, and how many make a rule', async () => {
    const text = lines.join(' ')
    const { clock, memory } = await livedThrough(['abandon'])
    const { nextChange } = await memory.explain('s', 'e')
    const days = ((nextChange?.at ?? 0) - clock.now()) / day
    expect(text).toContain(`ln(0.95 / 0.5) / 0.05 = ${days.toFixed(2)} days`)
    const of = (count: number) =>
      directSum(
        Array.from({ length: count }, () => ({ ...quantization.abandon, anchor: 0 })),
        0,
      ).attention.toFixed(2)
    expect(text).toContain(`reach ${of(6)} and are enough; five reach ${of(5)} and are not`)
    expect(decay(0.05, 0)).toBe(1)
    await memory.close()
  })
})
