import { describe, expect, test } from 'vitest'
import { confusionOf, shareRight } from '../src/naming/confusion.js'
import { judgedCauses } from '../src/naming/judged-causes.js'
import { numberedScenes } from '../src/naming/numbering.js'
import { requestText } from '../src/naming/request-text.js'
import { runScene } from '../src/naming/run-scene.js'
import { wilson } from '../src/naming/wilson.js'

/** One of files, one of a server, one of a part of a task: none needs another program. */
const requests = [
  'Summarize the installation guide in docs in two sentences.',
  'List the invoices of April of our account acme-eu.',
  'What is the outstanding balance of Anna Berg from Bremen?',
]

describe('a scene, carried out by the real tools', () => {
  test.each(requests)('fails its criterion, and its judge sees the records and not the truth: %s', async (words) => {
    const scene = numberedScenes.find(({ scene: { request } }) => request === words)?.scene
    if (!scene) throw new RangeError(words)
    const { judgeRequest, outcome } = await runScene(scene)
    expect(outcome.verdicts.map(({ verdict }) => verdict).indexOf('fail') + 1).toBe(scene.fails)
    expect(outcome.toolCalls.map(({ tool }) => tool)).toEqual(scene.calls.map(([tool]) => tool))
    const text = requestText(judgeRequest)
    for (const { output } of outcome.toolCalls) expect(text).toContain(JSON.stringify(output).slice(1, -1))
    expect(text).not.toContain(scene.why)
  })
})

describe('the scenes', () => {
  test('are a hundred, with each cause that a judge may name', () => {
    expect(numberedScenes).toHaveLength(100)
    for (const cause of judgedCauses) {
      expect(numberedScenes.filter(({ scene }) => scene.cause === cause).length).toBeGreaterThanOrEqual(8)
    }
  })

  test('have a number that does not follow the order in which they are written', () => {
    const ordered = numberedScenes.map(({ scene }) => scene.cause)
    const changes = ordered.filter((cause, index) => cause !== ordered[index + 1]).length
    expect(changes).toBeGreaterThan(70)
  })
})

describe('the confusion of named causes', () => {
  test('counts what each namer named by the truth', () => {
    const [first, second] = numberedScenes
    if (!first || !second) throw new RangeError('there are no scenes')
    const right = { [first.number]: first.scene.cause }
    const confusion = confusionOf(numberedScenes, [right, { ...right, [second.number]: 'unknown' }])
    expect(confusion).toMatchObject({ rounds: 100, namers: 2 })
    expect(shareRight(confusion)).toEqual({ right: 2, of: 3 })
    expect(() => confusionOf(numberedScenes, [{ 999: 'outage' }])).toThrow(RangeError)
  })

  test('has intervals by Wilson', () => {
    const [low, high] = wilson(8, 10)
    expect(low).toBeCloseTo(0.49, 2)
    expect(high).toBeCloseTo(0.943, 2)
  })
})
