import { describe, expect, it } from 'vitest'
import { about, happened, type Line, plain, type Script, stateOf, trail, world } from '../world.js'

/** 44 is never content, so that no iteration is the last. */
const defeated: Script = { 44: { native: 'STEELMAN_DEFEATED' } }
const rejecting = { native: 'REWORK_NEEDED' }

describe('a session that does not get on', () => {
  it('16: tries to constrain, to decompose and then another approach, which 55 keeps, and ends partial', async () => {
    const run = world({ script: defeated }).omega.deliberate('Why?', plain)
    const report = await run
    expect(happened(run, 'recovery').map(({ kind }) => kind)).toEqual(['constrain', 'decompose', 'pivot'])
    expect(report).toMatchObject({ status: 'PARTIAL', code: 'exhausted' })
    expect(report.why).toContain('agent 44 says STEELMAN_DEFEATED')
    const kept = stateOf(run).failures.filter(({ type }) => type === 'APPROACH')
    expect(kept).toMatchObject([{ description: expect.stringContaining('approach abandoned') }])
    expect(trail(report, 'recovery, pivot')).toHaveLength(1)

    // What set it off: the same was concluded twice, without new evidence.
    expect(happened(run, 'recovery')[0]?.detail).toBe('2 iterations came to the same conclusions without new evidence')
    const { iterations } = stateOf(run)
    const halted = iterations.slice(
      0,
      happened(run, 'planned').findIndex(({ trigger }) => trigger === 'recovery'),
    )
    expect(halted.slice(-2).map(({ newFindings }) => newFindings)).toEqual([0, 0])
    expect(new Set(halted.slice(-2).map(({ conclusions }) => conclusions.join())).size).toBe(1)
  })

  it('17: is told when every iteration leaves more open than the one before', async () => {
    let asked = 0
    const more = () => ({ questions: { open: [`What of ${++asked}?`, `And of ${++asked}?`], answered: [] } })
    const script: Script = { ...defeated, 49: (_, usual) => ({ ...usual, ...more() }) }
    const run = world({ script }).omega.deliberate('Why?', plain)
    await run
    expect(happened(run, 'recovery')[0]?.detail).toMatch(/the solution space grows: \d+, \d+, \d+, \d+ /)
    expect(stateOf(run).iterations.length).toBeGreaterThanOrEqual(4)
  })

  it('18: is told when quality control refuses a third time, not before', async () => {
    let n = 0
    // Something new each time, so that nothing else is wrong.
    const script: Script = {
      51: (_, usual) => ({ ...usual, claims: [{ statement: `New ${++n}`, confidence: 0.9 }] }),
      52: [rejecting, rejecting, {}],
    }
    const twice = world({ script }).omega.deliberate('Why?', plain)
    expect((await twice).status).toBe('SUCCESS')
    expect(happened(twice, 'recovery')).toEqual([])
    const always = world({ script: { ...script, 52: rejecting } }).omega.deliberate('Why?', plain)
    await always
    expect(happened(always, 'recovery')[0]?.detail).toContain('quality control refused 3 times in a row')
  })

  it('29: is a failure in the end when nothing was verified, and partial otherwise, as above', async () => {
    const nothing = { references: [] }
    const verifiers = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [27 + index, nothing]))
    const report = await world({ script: { ...defeated, ...verifiers } }).omega.deliberate('Why?', plain)
    expect(report).toMatchObject({ status: 'FAILURE', code: 'exhausted' })
  })
})

describe('20: an answer that is there when the last iteration ends', () => {
  /** Each iteration but the tenth answers one question and raises another; explorers bring new evidence. */
  const looks: Line = (task, usual) =>
    task.iteration === 1
      ? usual
      : { ...usual, claims: [], references: [about('c1', { evidence: `seen in ${task.iteration}` })] }
  const script: Script = {
    ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, looks])),
    51: (task, usual) => ({
      ...usual,
      questions: {
        open: task.iteration < 10 ? [`What of ${task.iteration}?`] : [],
        answered: [`What of ${task.iteration - 1}?`],
      },
    }),
  }

  it.each([
    ['a success at the limit', 'success_first', { status: 'SUCCESS', code: 'success' }],
    ['only partial where limits come first, to the letter', 'literal', { status: 'PARTIAL', code: 'resource' }],
  ] as const)('is %s', async (_, order, expected) => {
    const run = world({ script, order }).omega.deliberate('Why?', plain)
    const report = await run
    expect(happened(run, 'planned').map(({ trigger }) => trigger)).toEqual(['first', ...Array(9).fill('gap')])
    expect(report).toMatchObject({ ...expected, metrics: { iterations: 10 } })
    expect(report.atLimit).toBe(order === 'success_first')
  })
})
