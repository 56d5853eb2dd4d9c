import { createMemory, intentSpace, type NewMegram, type Query } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { relatedLessons, signsOf } from '../src/memory/related-intents.js'

const day = 86_400_000
const entity = 'env:local'

function remembering() {
  const clock = manualClock(Date.UTC(2026, 0, 1))
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  onTestFinished(() => memory.close())
  return {
    clock,
    memory,
    async learn(intent: string, given: Partial<NewMegram> = {}) {
      const lesson: NewMegram = {
        space: intentSpace(intent),
        entity,
        state: 'abandon',
        content: `about ${intent}`,
        ...given,
      }
      const { id, settled } = memory.write(lesson)
      await settled
      for (const sign of signsOf(lesson, id)) await memory.write(sign).settled
      return id
    },
    ask: (intent: string) => relatedLessons((query) => memory.consult(query), intentSpace(intent), [entity]),
  }
}

const texts = async (asked: ReturnType<ReturnType<typeof remembering>['ask']>) =>
  (await asked).readings.map(({ lesson }) => lesson)

describe('a lesson is found', () => {
  it.each([
    ['convert the invoices to euros', 'please convert all invoices into euros'],
    ['Count the lines of README', 'how many lines does the README have'],
    ['résumer le rapport annuel', 'fais le résumer: rapport annuel'],
    ['translate the battery report', 'translation of the report on batteries'],
    ['集計する売上データ', '売上データを集計する'],
    ['отчёт за квартал', 'квартал отчёт'],
  ])('by the words of an intent: %s, %s', async (known, asked) => {
    const { learn, ask } = remembering()
    await learn(known)
    expect(await texts(ask(asked))).toEqual([`of a similar task: about ${known}`])
  })

  it('without reading what stands under its words, however often it was learnt', async () => {
    const { memory, learn } = remembering()
    for (let times = 0; times < 3; times++) await learn('convert the invoices to euros')
    const asked: Query[] = []
    const consult = (query: Query) => {
      asked.push(query)
      return memory.consult(query)
    }
    await relatedLessons(consult, intentSpace('convert all invoices into euros'), [entity])
    expect(asked.map(({ spaces, lessons }) => [spaces.length > 0, lessons])).toEqual([
      [true, false],
      [false, undefined],
    ])
  })

  it('nearest first, three of them at most, and not twice', async () => {
    const { learn, ask } = remembering()
    for (const more of ['', ' now', ' now and here', ' now and here again', ' in the far and sunny south'])
      await learn(`convert invoices${more}`)
    await learn('convert invoices now')
    expect(await texts(ask('convert invoices'))).toEqual([
      'of a similar task: about convert invoices now',
      'of a similar task: about convert invoices now and here',
      'of a similar task: about convert invoices now and here again',
    ])
  })

  it('as long as it is heeded itself', async () => {
    const { learn, ask, clock } = remembering()
    await learn('convert the invoices')
    clock.advance(12.8 * day)
    const actions = async () => (await ask('convert invoices')).readings.map(({ action }) => action)
    expect(await actions()).toEqual(['avoid'])
    clock.advance(0.2 * day)
    expect(await actions()).toEqual(['ignore'])
    clock.advance(2 * day)
    expect(await actions()).toEqual([])
  })

  it('with the rules that came of it', async () => {
    const { learn, ask } = remembering()
    await learn('convert the invoices', { level: 'C', state: 'accept', content: 'Use the table.' })
    await learn('convert the invoices', { state: 'accept' })
    const { rules } = await ask('convert invoices')
    expect(rules).toMatchObject([{ text: 'of a similar task: Use the table.' }])
  })

  it('until it is erased: then nothing leads to it, nor says that it was there', async () => {
    const { learn, ask, memory } = remembering()
    await learn('convert the invoices of Jane')
    await learn('something else entirely')
    await memory.forget({ space: intentSpace('convert the invoices of Jane') })
    expect(await ask('convert invoices of Jane')).toEqual({ readings: [], rules: [] })
    for await (const line of memory.export()) expect(line).not.toContain('jane')
  })
})

describe('no lesson is found', () => {
  it.each([
    ['the same small words', 'delete it from the list', 'read it to me from the beginning'],
    ['one word of many', 'convert the invoices', 'paint the garden fence and convert nobody'],
    ['the intent itself, which is asked for anyway', 'convert invoices', 'Convert  invoices!'],
    ['other words', 'convert invoices', 'say hello'],
  ])('by %s', async (_, known, asked) => {
    const { learn, ask } = remembering()
    await learn(known)
    expect(await ask(asked)).toEqual({ readings: [], rules: [] })
  })

  it('in another place', async () => {
    const { learn, memory } = remembering()
    await learn('convert invoices')
    const space = intentSpace('convert all invoices')
    const { readings } = await relatedLessons((query) => memory.consult(query), space, ['env:elsewhere'])
    expect(readings.map(({ action }) => action)).toEqual(['ignore'])
  })

  it('for a pair that is no intent', async () => {
    const { ask: _, memory } = remembering()
    expect(await relatedLessons((query) => memory.consult(query), 'tool:glob', [entity])).toEqual({
      readings: [],
      rules: [],
    })
    expect(signsOf({ space: 'tool:glob', entity: 'path:x', content: '', state: 'abandon' }, 'id')).toEqual([])
  })
})

describe('signs', () => {
  it('are few, of the longest words, and speak neither for nor against', async () => {
    const intent = Array.from({ length: 500 }, (_, index) => `word${'x'.repeat(index % 40)}`).join(' ')
    const signs = signsOf({ space: intentSpace(intent), entity, content: '', state: 'accept', origin: 'R7/task' }, 'id')
    expect(signs.length).toBeLessThanOrEqual(8)
    expect(signs[0]).toMatchObject({ sigma: 0, sources: ['id'], origin: 'R7/task' })
    expect(new Set(signs.map(({ space }) => space)).size).toBe(signs.length)
  })

  it('are never promoted, however many there are', async () => {
    const { learn, memory } = remembering()
    for (const _ of Array(20)) await learn('convert invoices')
    const asked: string[] = []
    await memory.dream({
      async distill({ space }) {
        asked.push(space)
        return null
      },
    })
    expect(asked).toEqual(['intent:convert-invoices'])
  })

  it('cost a bounded look-up, however much there is of a word', async () => {
    const { learn, memory } = remembering()
    for (const index of Array(300).keys()) await learn(`convert number${index % 100}`)
    const queries: Query[] = []
    const consult = (query: Query) => {
      queries.push(query)
      return memory.consult(query)
    }
    await relatedLessons(consult, intentSpace('convert number'), [entity])
    expect(queries).toHaveLength(2)
    expect(queries[1]).toMatchObject({ pairs: { length: 3 } })
  })
})
