import { type Clarify, isWaiting, type Journal, memoryJournal, type Waiting } from '@artoo/runtime'
import { sequentialIds } from '@artoo/spec/testing'
import { describe, expect, it } from 'vitest'
import type { OwnAgent } from '../../src/index.js'
import { happened, type Line, launches, modelOf, plain, right, type WorldOptions, world, wrong } from '../world.js'

const anna: OwnAgent = { name: 'Anna', stance: 'exploring' }
const ben: OwnAgent = { name: 'Ben', stance: 'exploring', instructions: 'Think of valves.' }
const judge: OwnAgent = { name: 'Judge', stance: 'neutral' }
const person = { name: 'Petra', person: true } as const

function own(agents: readonly OwnAgent[], options: WorldOptions = {}) {
  const made = world({ panel: { agents }, families: ['a', 'b'], ...options })
  return { ...made, ask: (more: object = {}) => made.omega.deliberate('Why?', { ...plain, ...more }) }
}

describe('a panel of one’s own', () => {
  it('takes two agents: one who answers, and one who judges in another family', async () => {
    const { ask, calls } = own([anna, judge])
    const run = ask()
    expect(await run).toMatchObject({
      ...{ status: 'SUCCESS', answer: right, spared: [], metrics: { modelCalls: 2, agentsDeployed: 2 } },
      agents: [
        { id: 1, name: 'Anna', tier: 'GENESIS' },
        { id: 2, name: 'Judge', tier: 'VERIFICATION' },
      ],
    })
    expect(calls.map(({ family }) => family)).toEqual(['a', 'b'])
    expect(launches(run)).toEqual([[1], [2]])
  })

  it('is told its instructions and the rules of its stance, and judges see answers', async () => {
    const { ask, calls } = own([anna, ben, { name: 'Carl', stance: 'hostile' }], { script: { 2: { answer: wrong } } })
    const report = await ask()
    expect(calls[1]?.prompt).toMatch(/^You are Ben, one of a panel.*\nThink of valves\.\n.*Give your own answer/)
    expect(calls[2]?.claims.map(({ statement }) => statement)).toEqual([right, wrong])
    expect(report.claims.map(({ judgements }) => judgements[0]?.outcome)).toEqual(['survived', 'weakened'])
    expect(report.answer).toBe(right)
  })

  it('has functions, models of its own and shared ones, each of its family', async () => {
    const model = modelOf('mine', ({ claims }) => ({
      references: claims.map(({ id }) => ({ claim: id, factor: 1.5 })),
      same: [],
    }))
    const agents: OwnAgent[] = [
      { ...anna, run: ({ problem }) => ({ answer: `${problem} ${right}`, confidence: 1 }) },
      { ...ben, family: 'x', run: () => ({ answer: `Why? ${right}`, confidence: 0.8 }) },
      { ...judge, model },
      { name: 'Other', stance: 'neutral', model, family: 'y' },
    ]
    const report = await own(agents, { models: undefined }).ask({ stakes: 'HIGH' })
    expect(report).toMatchObject({ status: 'SUCCESS', answer: `Why? ${right}` })
    expect(report.claims[0]?.supporters.map(({ family }) => family)).toEqual(['code', 'x'])
    expect(report.claims[0]?.judgements.map(({ family }) => family)).toEqual(['mine', 'y'])
  })

  it('ends with what an integrating agent writes', async () => {
    const { ask, calls } = own([anna, ben, judge, { name: 'Wanda', stance: 'integrating' }])
    const report = await ask()
    expect(report).toMatchObject({ answer: `${right} It is worn.`, restsOn: ['c1'], status: 'SUCCESS' })
    expect(calls.at(-1)).toMatchObject({ agent: 4, family: 'a', claims: [{ statement: right }] })
    expect(calls.at(-1)?.prompt).toContain('confidence')
  })

  it('connects what was said, where somebody is to', async () => {
    const { ask, calls } = own([anna, judge, { name: 'Lea', stance: 'connecting' }])
    const run = ask()
    expect(await run).toMatchObject({ status: 'SUCCESS' })
    expect(launches(run)).toEqual([[1], [3], [2]])
    expect(calls[1]?.prompt).toContain(`"${right}"\n  - because "It is worn."`)
  })

  const twice = { limits: { iterations: 2 }, script: { 1: { answer: wrong, confidence: 0.5 } } }

  it('is asked once more in a second iteration, and reads what the others said', async () => {
    const yields: Line = ({ times }) => ({ answer: times > 0 ? wrong : right, confidence: 0.5 })
    const { ask, calls } = own([anna, ben], { ...twice, script: { ...twice.script, 2: yields } })
    const run = ask()
    const report = await run
    expect(launches(run)).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect(calls.map(({ claims }) => claims.length)).toEqual([0, 0, 2, 2])
    // Who changed its mind holds its first answer no longer.
    expect(report.claims.map(({ supporters }) => supporters.map(({ agent }) => agent))).toEqual([[1, 2], []])
  })

  it('speaks through the same models in each iteration', async () => {
    const { ask, calls } = own([anna, ben], twice)
    await ask()
    expect(calls.map(({ agent, family }) => `${agent}${family}`)).toEqual(['1a', '2b', '1a', '2b'])
  })
})

describe('a person on a panel', () => {
  const asking = (stance: 'exploring' | 'neutral', clarify: Clarify | undefined, script = {}) =>
    own([anna, ben, { ...person, stance }], { clarify, script, families: ['a'] })

  it('who explores is asked for an answer, which counts as one of another family', async () => {
    const asked: unknown[] = []
    const { ask, calls } = asking('exploring', (questions) => {
      asked.push(questions)
      return { [questions[0]?.id ?? '']: 'change the pump' }
    })
    const report = await ask()
    expect(asked).toMatchObject([[{ question: 'Petra, what is your answer? Why?', kind: 'question', from: 'panel' }]])
    expect(report.claims[0]?.supporters).toContainEqual({ agent: 3, confidence: 0.9, family: 'person: Petra' })
    expect(report).toMatchObject({ status: 'SUCCESS', answer: expect.stringMatching(/^change the pump\.?$/i) })
    expect(calls).toHaveLength(2)
  })

  it('who judges picks one of the answers', async () => {
    const asked: unknown[] = []
    const clarify: Clarify = (questions) => {
      asked.push(questions[0]?.choices)
      return questions[0]?.choices?.[1] ?? ''
    }
    const report = await asking('neutral', clarify, { 1: { answer: wrong } }).ask()
    expect(asked).toEqual([[`c1: ${wrong}`, `c2: ${right}`, 'none of these']])
    expect(report.claims.map(({ judgements }) => judgements[0]?.value)).toEqual([undefined, 1.5])
    expect(report.answer).toBe(right)
  })

  it('may name it by its id, or refuse all of them', async () => {
    const values = async (said: string) =>
      (await asking('neutral', () => said, { 1: { answer: wrong } }).ask()).claims.map(
        (claim) => claim.judgements[0]?.value,
      )
    expect([await values('c1'), await values('None of these'), await values('I can not tell')]).toEqual([
      [1.5, undefined],
      [0.6, 0.6],
      [undefined, undefined],
    ])
  })

  it.each<[string, Clarify | undefined]>([
    ['nobody is there', undefined],
    ['it is left out', () => ({})],
    ['it is empty', () => ' '],
    ['it is none of the answers', () => 'I can not tell'],
    ['asking fails', () => Promise.reject(new Error('asleep'))],
  ])('is done without when %s', async (_, clarify) => {
    const { ask } = asking('neutral', clarify)
    const report = await ask()
    expect(report).toMatchObject({ status: 'SUCCESS', answer: right, failed: [3] })
  })

  it('is waited for, with a journal: the deliberation is parked, and goes on in another process', async () => {
    const journal: Journal = { ...memoryJournal(), durable: true }
    const agents = [anna, ben, { ...person, stance: 'neutral' as const }]
    const first = own(agents, { journal })
    const outcome = await first.omega.deliberate('Why?', { ...plain, onUnanswered: 'wait' })
    expect(isWaiting(outcome)).toBe(true)
    const { taskId, requests } = outcome as Waiting
    expect(requests).toMatchObject([{ kind: 'question', choices: [`c1: ${right}`, 'none of these'] }])
    await first.omega.close()
    const second = own(agents, { journal, ids: sequentialIds('later') })
    const run = second.omega.resume(taskId, { answers: { [requests[0]?.id ?? '']: 'c1' } })
    expect(await run).toMatchObject({ status: 'SUCCESS', answer: right, failed: [] })
    expect(second.calls).toEqual([])
    expect(happened(run, 'output').map(({ message }) => message.name)).toEqual(['Anna', 'Ben', 'Petra'])
  })

  it('is asked anew in another iteration, since there are other answers to choose from', async () => {
    const asked: number[] = []
    const clarify: Clarify = ([question]) => {
      asked.push(question?.choices?.length ?? 0)
      return 'none of these'
    }
    const script = { 1: ({ times }: { times: number }) => ({ answer: times > 0 ? right : wrong, confidence: 0.4 }) }
    const { ask } = own([anna, { ...person, stance: 'neutral' }], { clarify, script, limits: { iterations: 2 } })
    await ask()
    expect(asked).toEqual([2, 3])
  })
})
