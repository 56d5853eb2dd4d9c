import { expect, it } from 'vitest'
import { claimViews, judges, taskFor, thinksAlone } from '../../src/messages/agent-task.js'
import type { SessionState } from '../../src/protocol/state.js'
import { ownRoster } from '../../src/roster/own-panel.js'
import { createRoster } from '../../src/roster/roster.js'
import {
  answers,
  claim,
  easy,
  happened,
  opened,
  output,
  sessionOf,
  stateOf,
  synthesis,
  voice,
} from '../support/session.js'

const roster = createRoster()
const check = { name: 'sum', description: 'Does a sum.', inputSchema: {} }
const said = (agent: number, answer: string, text: string) => output(agent, { answer, confidence: 0.8, text })
const taskless = stateOf(opened(), { type: 'classified', classification: easy, by: 'host' })
const session = happened(
  ...([taskless, said(1, 'The pump', '')] as const),
  ...[said(2, 'The pump', 'two'), said(3, 'The pump', 'three'), said(6, 'The valve', '')],
  output(8, { text: 'no idea' }),
  output(21, { verdict: 'Precisely so', text: 'in\nlines', confidence: 0.6 }),
  output(27, { references: [{ claim: 'c1', factor: 1.2, evidence: 'a proof' }] }),
  output(22, { contradictions: [{ a: 'c1', b: 'c2', severity: 'FATAL', why: 'not both' }] }),
  output(51, { synthesis: synthesis(['c1']) }),
)
const taskOf = (agent: number, of: SessionState, pressed = false) =>
  taskFor(roster.card(agent), of, { checks: [check], pressed, rejected: [], rejectedReport: null })
const task = (agent: number, pressed = false) => taskOf(agent, session, pressed)

it('an explorer who has not spoken thinks alone: it is told the problem, and nothing of the others', () => {
  const nothing = { claims: [], contradictions: [], outputs: [], answer: null }
  expect(task(7)).toMatchObject({ problem: 'Why is it slow?', ...nothing })
  expect([7, 1, 4, 14, 27, 51].filter((id) => thinksAlone(roster.card(id), session))).toEqual([7])
  const card = ownRoster((['A', 'B'] as const).map((name) => ({ name, stance: 'exploring' }))).card(1)
  expect([2, 1].map((id) => thinksAlone(card, stateOf(answers(id, 'X'))))).toEqual([true, false])
})

it('each reads the last outputs of those whom its card names, but for answers, which stand among the claims', () => {
  const read = (agent: number) => task(agent).outputs.map((one) => one.agent)
  expect([read(27), read(35), read(21)]).toEqual([[8, 21, 22], [8, 27], [8]])
  const line = 'Precisely so | CONF: 60%'
  expect(task(27).outputs[1]).toEqual({ agent: 21, line, text: 'in lines' })
  expect(task(27, true).outputs[1]).toEqual({ agent: 21, line, text: '' })
})

// Only an explorer's answer is a claim: what else a judge says is lost with its answer.
it('a judge is read though it gives an answer beside its factors', () => {
  const judged = happened(session, output(28, { answer: 'The pump', text: 'a second look' }))
  expect(taskOf(35, judged).outputs.map(({ text }) => text)).toContain('a second look')
})

it('an answer is shown with the reasons of the first who gave any, and with what judges found', () => {
  const judgements = [{ agent: 27, kind: 'verification', value: 1.2, evidence: 'a proof' }]
  expect(claimViews(session)).toMatchObject([{ heldBy: [1, 2, 3], reasons: ['two'], judgements }, { reasons: [] }])
  const [long] = claimViews(stateOf(opened(), said(1, 'A', `x\n${'y'.repeat(4_000)}`)))
  expect(long?.reasons).toEqual([expect.stringMatching(/^(?=.{500}$)x y+…$/)])
})

it('checks are offered to those who judge, and to explorers for their own answer', () => {
  const ids = [1, 27, 35, 4, 34, 46, 21, 51]
  expect(ids.filter((id) => task(id).checks.length > 0)).toEqual([1, 27, 35])
  expect(ids.filter((id) => judges(roster.card(id)))).toEqual([27, 35])
})

it('eighty claims are shown at most: answers, then critical ones, then the latest, and none that counts in another', () => {
  const joined = claim(101, { status: 'abandoned', sameAs: 'c1' })
  const claims = Array.from({ length: 100 }, (_, index) =>
    claim(index + 1, { isAnswer: index === 0, critical: index < 2, supporters: [voice(1)] }),
  )
  const ids = claimViews(sessionOf([...claims, joined])).map(({ id }) => id)
  expect([ids.length, ...ids.slice(0, 3), ids.at(-1)]).toEqual([80, 'c1', 'c2', 'c100', 'c23'])
  expect(claimViews(sessionOf([claim(1), joined]))).toHaveLength(1)
})
