import { describe, expect, it } from 'vitest'
import { type Played, play, type Way } from './play.js'
import { missingCredential, nobodyConfirms } from './situations/access.js'
import { longLook, lookAtWorld, sumsIn, usedUpTurns, usedUpTurnsForDoubters } from './situations/long-look.js'
import { ambiguous, ambiguousForGuessers, clear, incomplete } from './situations/questions.js'
import type { Situation } from './situations/situation.js'
import { undoThat } from './situations/undo-that.js'

const inLean = (situation: Situation, hostName = situation.hosts[0].name) => played(situation, hostName, 'lean')

function played(situation: Situation, hostName: string, way: Way): Promise<Played> {
  const host = situation.hosts.find(({ name }) => name === hostName)
  if (!host) throw new Error(`there is no host ${hostName}`)
  return play(situation, { host, way })
}

const modelCalls = ({ events }: Played, role: string) =>
  events.filter((event) => event.type === 'ModelRequest' && event.from === role).length

describe('a judge that can’t see all in its view', () => {
  it('finds a right sum over thirty files right at the first judging, for at most 1.6 times the tokens of a bare loop', async () => {
    const [bare, lean] = [await played(longLook, 'any', 'bare'), await inLean(longLook)]
    expect(lean).toMatchObject({ status: 'complete', answer: sumsIn(longLook.files) })
    expect(lean.events.filter(({ type }) => type === 'CorrectionSignal')).toEqual([])
    expect(lean.tokens / bare.tokens).toBeLessThanOrEqual(1.6)
  })
})

describe('a judge that has not seen what was written', () => {
  it('looks at the file itself, and no work is done again', async () => {
    const end = await inLean(lookAtWorld)
    expect(end).toMatchObject({ isRight: true, code: 'accepted' })
    const looks = end.events.filter((event) => event.type === 'ToolRequest' && event.from === 'R4a')
    expect(looks).toMatchObject([{ payload: { tool: 'read_file', readsOnly: true } }])
    expect(end.events.filter(({ type }) => type === 'CorrectionSignal')).toEqual([])
  })
})

describe('what only the user can decide', () => {
  it.each([ambiguous, ambiguousForGuessers])('is asked once, and the answer goes on: $name', async (situation) => {
    expect(await inLean(situation, 'clarify')).toMatchObject({ isRight: true, asked: [expect.any(String)] })
  })

  it.each([ambiguous, ambiguousForGuessers])(
    'is left to the user where nobody can be asked: $name',
    async (situation) => {
      const end = await inLean(situation, 'no clarify')
      expect(end).toMatchObject({ touched: [], isGuessed: false, isLeftOpen: true, code: 'needs_answer' })
      expect(end.calls).toBeLessThanOrEqual(3)
    },
  )

  it('is left to the user who answers with nothing, and is not guessed', async () => {
    const end = await inLean(ambiguousForGuessers, 'clarify, no answer')
    expect(end).toMatchObject({ touched: [], isGuessed: false, isLeftOpen: true, code: 'needs_answer' })
    expect(end.calls).toBeLessThanOrEqual(3)
  })

  it('is asked with the plan, where the words show it', async () => {
    const end = await inLean(incomplete, 'clarify')
    expect(end).toMatchObject({ isRight: true, asked: ['Which line?'] })
    expect(modelCalls(end, 'R1')).toBe(0)
    expect(modelCalls(end, 'R2')).toBe(2)
  })

  it('costs nothing where there is nothing to ask', async () => {
    const [asking, silent] = [await inLean(clear, 'clarify'), await inLean(clear, 'no clarify')]
    expect(asking).toMatchObject({ isRight: true, asked: [], calls: silent.calls })
  })
})

describe('a missing credential', () => {
  it('is asked for once and, granted, gets to the tool and nowhere else', async () => {
    const end = await inLean(missingCredential, 'granted')
    expect(end).toMatchObject({ isRight: true, asked: [expect.stringContaining('UPLOAD_TOKEN')], isLeaked: false })
  })

  it.each(['refused', 'no clarify'])('ends the work with what it needs: %s', async (host) => {
    const end = await inLean(missingCredential, host)
    expect(end).toMatchObject({ isRight: true, isLeftOpen: true })
    expect(end.calls).toBeLessThanOrEqual(host === 'refused' ? 5 : 3)
  })
})

describe('turns that are used up', () => {
  it('leave what they found to the next round', async () => {
    const end = await inLean(usedUpTurns)
    expect(end).toMatchObject({ isRight: true })
    const reads = end.events.flatMap((event) =>
      event.type === 'ToolResult' && event.payload.tool === 'read_file' ? [event.payload.target] : [],
    )
    expect(reads.length).toBe(new Set(reads).size)
  })

  it('leave its judge the records of what they found', async () => {
    const end = await inLean(usedUpTurnsForDoubters)
    expect(end).toMatchObject({ isRight: true, code: 'accepted' })
    expect(end.calls).toBeLessThanOrEqual(27)
  })
})

describe('a follow-up', () => {
  it('undoes what was done, by what the session kept of it', async () => {
    const end = await inLean(undoThat)
    expect(end).toMatchObject({ isRight: true, touched: ['notes/2.txt'] })
    expect(modelCalls(end, 'R1')).toBe(0)
  })
})

describe('a refusal that nobody can lift', () => {
  it('ends the task, and the advice is not more of the same', async () => {
    const end = await inLean(nobodyConfirms, 'no confirm')
    expect(end).toMatchObject({ isRight: true, code: 'refused' })
    expect(end.calls).toBeLessThanOrEqual(8)
  })
})
