import { expect, it } from 'vitest'
import { conditions } from '../../src/decide/conditions.js'
import { statusOf } from '../../src/decide/status.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { answers, easy, opened, output, stateOf, synthesis } from '../support/session.js'

const native = (agent: number, word: string) => output(agent, { native: word })
/** By agent, all that a success takes by the protocol: an answer that is 96 % sure, of two families that agree. */
const consent: Readonly<Record<number, SessionEvent>> = {
  1: answers(1, 'The pump', 0.8),
  27: output(27, { family: 'otter', references: [{ claim: 'c1', factor: 1.2 }] }),
  40: native(40, 'ACCEPTABLY_COMPLETE'),
  44: native(44, 'STEELMAN_SURVIVES'),
  46: native(46, 'ARGUMENT_SURVIVES'),
  48: native(48, 'ON_TRACK'),
  51: output(51, { synthesis: synthesis(['c1']) }),
  52: native(52, 'SHIP'),
}

function session(changes: Readonly<Record<number, SessionEvent | null>> = {}): SessionState {
  const said = Object.values({ ...consent, ...changes }).filter((event) => event !== null)
  const classification = { ...easy, stakes: 'HIGH' } as const
  return stateOf(opened({ profile: 'paper' }), { type: 'classified', classification, by: 'host' }, ...said)
}
const lacking = (state: SessionState) => conditions(state).flatMap(({ name, holds }) => (holds ? [] : [name]))

it('a success by the protocol takes all of them', () => {
  expect(lacking(session())).toEqual([])
  expect(statusOf(session())).toEqual({ status: 'SUCCESS', why: 'all conditions hold' })
})

const clash = output(22, { contradictions: [{ a: 'c1', b: 'c2', severity: 'FATAL', why: 'not both' }] })
const other = output(2, { claims: [{ statement: 'It is new', confidence: 0.5 }] })
const byOwnFamily = output(27, { family: 'heron', references: [{ claim: 'c1', factor: 1.2 }] })

it.each<[string, Record<number, SessionEvent | null>, readonly string[]]>([
  ['no answer was written', { 51: null }, ['answered']],
  ['it is not sure enough', { 1: answers(1, 'The pump', 0.6) }, ['sure_enough']],
  ['nobody said how sure', { 1: answers(1, 'The pump', null) }, ['sure_enough']],
  ['a fatal contradiction is open', { 2: other, 53: clash }, ['no_fatal_contradiction']],
  ['only its own family verified it', { 27: byOwnFamily }, ['independent_voices']],
  ['nobody verified it', { 1: answers(1, 'The pump', 0.9), 27: null }, ['independent_voices', 'verified']],
  ['a gate was not heard', { 40: null }, ['complete', 'agent_40']],
  ['a gap is fatal', { 40: native(40, 'FATALLY_INCOMPLETE') }, ['agent_40']],
  ['its best form fell', { 44: native(44, 'STEELMAN_DEFEATED') }, ['agent_44']],
  ['nothing survived', { 46: native(46, 'NOTHING_SURVIVES') }, ['agent_46']],
  ['the work stalls', { 48: native(48, 'STALLED') }, ['agent_48']],
  ['it isn’t good enough', { 52: native(52, 'IMPROVE_THEN_SHIP') }, ['agent_52']],
])('there is none when %s', (_, changes, names) => {
  const state = session(changes)
  expect(lacking(state)).toEqual(names)
  expect(statusOf(state).status).not.toBe('SUCCESS')
})

it('the word of its agents may fall short of the best', () => {
  const words = {
    48: native(48, 'SLOWING'),
    52: native(52, 'SHIP_WITH_CAVEATS'),
    40: native(40, 'SERIOUSLY_INCOMPLETE'),
  }
  expect(lacking(session(words))).toEqual([])
})

it('what falls short is partial as soon as something was verified, and says each reason once', () => {
  expect(statusOf(session({ 52: null }))).toMatchObject({
    status: 'PARTIAL',
    why: 'not heard: 52; agent 52 gave no verdict',
  })
  expect(statusOf(session({ 27: null })).status).toBe('FAILURE')
})
