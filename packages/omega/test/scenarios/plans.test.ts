import { describe, expect, it } from 'vitest'
import type { Classification } from '../../src/index.js'
import { characteristics } from '../../src/protocol/classification.js'
import { happened, launches, logOf, plain, stateOf, trail, trivial, world } from '../world.js'

describe('a deliberation', () => {
  it('1: of a small question sends nine batches and comes to an answer in one iteration', async () => {
    const run = world().omega.deliberate('Why is it slow?', plain)
    const report = await run
    expect(launches(run)).toEqual([
      [1, 2, 5, 9, 13, 17],
      [21, 22],
      [31, 32, 33],
      [36, 37, 40, 44],
      [46],
      [47, 49],
      [50],
      [51],
      [48, 52],
    ])
    // 53 is the reducer that folds the log: it takes part, and no place.
    expect(new Set(launches(run).flat()).size).toBe(22)
    expect(report).toMatchObject({ status: 'SUCCESS', code: 'success', answer: 'Change the pump.', degradation: 0 })
    expect(report.metrics).toMatchObject({ iterations: 1, agentsDeployed: 22, modelCalls: 0 })
    expect(report.claims).toMatchObject([
      { statement: 'The pump is worn', status: 'confirmed' },
      { statement: 'The valve is tight', status: 'confirmed' },
    ])
  })

  it('2: of a grave one sends every verifier and every attacker, 46 when the others are heard, and never more than ten', async () => {
    const grave: Classification = {
      ...{ type: 'ANALYTICAL', subtype: 'CONCEPTUAL', uncertainty: 'HIGH', stakes: 'HIGH' },
      ...{ characteristics: characteristics.slice(0, 5), wellDefined: true, trivial: false },
    }
    const run = world().omega.deliberate('Is it sound?', grave)
    expect((await run).status).toBe('SUCCESS')
    const batches = launches(run)
    const sent = batches.flat()
    const between = (first: number, last: number) => sent.filter((id) => id >= first && id <= last)
    expect(between(1, 20).length).toBeGreaterThanOrEqual(12)
    expect(between(1, 20).length).toBeLessThanOrEqual(16)
    expect(between(27, 34)).toHaveLength(8)
    expect(between(35, 46)).toHaveLength(12)
    expect(batches).toContainEqual([46])
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(10)
    expect(batches.findIndex((batch) => batch.includes(46))).toBeGreaterThan(
      batches.findLastIndex((batch) => batch.some((id) => id >= 35 && id < 46)),
    )
    expect(new Set(sent).size).toBe(sent.length)
  })

  it('reads the problem itself where the host says nothing, and lets stand what the host says', async () => {
    const read = { ...plain, type: undefined, subtype: 'ETHICAL', stakes: 'HIGH' }
    const { omega, model } = world({ speech: { reading: { json: read } } })
    const own = omega.deliberate('Ought we?')
    await own
    expect(happened(own, 'classified')).toMatchObject([
      { by: 'model', classification: { type: 'NORMATIVE', subtype: 'ETHICAL', stakes: 'HIGH' } },
    ])
    const told = omega.deliberate('Ought we?', { type: 'META', stakes: 'LOW' })
    await told
    expect(happened(told, 'classified')).toMatchObject([
      { by: 'model', classification: { type: 'META', subtype: 'TRACTABILITY', stakes: 'LOW' } },
    ])
    expect(model.requests).toHaveLength(2)
  })

  it('6: of a trivial one has PHI answer and two look at it, and says what nobody looked at', async () => {
    const { omega, model } = world()
    const run = omega.deliberate('Two and two?', trivial)
    const report = await run
    expect(launches(run)).toEqual([[48, 52]])
    expect(model.requests).toHaveLength(1)
    expect(report).toMatchObject({
      ...{ status: 'SUCCESS', answer: 'Four.', confidence: 0.95 },
      waived: expect.arrayContaining(['ROBUSTNESS', 'COMPLETENESS']),
    })
  })

  it('6: of a trivial one that PHI is not sure of is looked at by others after all', async () => {
    const { omega } = world({ speech: { answer: { json: { answer: 'Five?', confidence: 0.35 } } } })
    const run = omega.deliberate('Two and two?', trivial)
    expect((await run).waived).toEqual([])
    expect(launches(run)[0]).toEqual([48, 52])
    expect(launches(run).flat()).toEqual(expect.arrayContaining([32, 40, 44, 46]))
  })
})

describe('a problem that is not clear', () => {
  const unclear: Classification = { ...plain, wellDefined: false }
  const reading = { json: { ...plain, type: undefined } }
  const restated = { clarified: 'Why did the pump slow down in May?' }

  it('3: is made clear by 1, 3 and 47, looked at by 4, read again, and then worked on', async () => {
    const { omega, asked } = world({ script: { 47: restated }, speech: { reading } })
    const run = omega.deliberate('Why is it slow?', unclear)
    const report = await run
    expect(launches(run).slice(0, 3)).toEqual([[1, 3, 47], [4], [48, 52]])
    expect(launches(run).slice(0, 3).flat()).not.toContain(44)
    expect(happened(run, 'clarified')).toEqual([{ type: 'clarified', statement: restated.clarified, by: 47 }])
    expect(happened(run, 'planned').map(({ trigger }) => trigger)).toEqual(['first', 'clarified'])
    expect(report).toMatchObject({ status: 'SUCCESS', problem: { original: 'Why is it slow?', ...restated } })
    expect(asked.findLast(({ agent }) => agent === 2)?.problem).toBe(restated.clarified)
  })

  it('3: is asked about when 47 can not say it, in the words of those who looked', async () => {
    const asking = { questions: { open: ['Which\r\u001b[2K\u202epump?'], answered: [] } }
    const questions: (readonly string[])[] = []
    const { omega } = world({
      ...{ script: { 3: asking }, speech: { reading } },
      clarify(all) {
        questions.push(all.map(({ question }) => question))
        return 'the one in the cellar'
      },
    })
    const run = omega.deliberate('Why is it slow?', unclear)
    const { problem } = await run
    expect(questions).toEqual([['Which [2Kpump?']])
    expect(problem.clarified).toBe('Why is it slow?\nthe one in the cellar')
    expect(happened(run, 'clarified')).toMatchObject([{ by: 'user' }])
  })

  it('3: is made clear by answers that stand after their questions, so that no agent takes one for another', async () => {
    const asking = { questions: { open: ['Is it loud?', 'Is it hot?', 'Is it new?'], answered: [] } }
    const { omega } = world({
      ...{ script: { 3: asking }, speech: { reading } },
      clarify: ([, hot, isNew]) => ({ [`${hot?.id}`]: 'no', [`${isNew?.id}`]: 'yes' }),
    })
    const { problem } = await omega.deliberate('Why is it slow?', unclear)
    expect(problem.clarified).toBe('Why is it slow?\nIs it hot? no\nIs it new? yes')
  })

  it('3: is worked on as it stands when nobody says more', async () => {
    const { omega } = world({ speech: { reading: { json: { ...reading.json, wellDefined: false } } } })
    const run = omega.deliberate('Why is it slow?', unclear)
    const report = await run
    expect(report.problem.clarified).toBe('Why is it slow?')
    expect(happened(run, 'planned').map(({ trigger }) => trigger)).toEqual(['first', 'clarified'])
    expect(report.status).toBe('SUCCESS')
  })

  it('ends with a reason when PHI can not read it', async () => {
    const { omega } = world({ speech: { reading: { json: { subtype: 'ODD' } } } })
    expect(await omega.deliberate('Why?')).toMatchObject({
      ...{ status: 'FAILURE', failureType: 'IRRECOVERABLE' },
      whyFailed: expect.stringContaining('could not be classified'),
    })
  })
})

it('28: folds to the same state and the same report from the same log, which is all that there is', async () => {
  const { omega } = world()
  const run = omega.deliberate('Why is it slow?', plain)
  const report = await run
  const log = logOf(run)
  expect(stateOf(run)).toEqual(stateOf(run))
  expect(stateOf(run).timeline).toHaveLength(report.auditTrail.length)
  expect(log.at(-1)?.event).toMatchObject({ type: 'ended', status: 'SUCCESS' })
  expect((await omega.replay(run.taskId)).parting).toBeNull()
  expect(trail(report, 'classified by the host')).toHaveLength(1)
})
