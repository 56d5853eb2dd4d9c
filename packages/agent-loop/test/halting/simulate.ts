import { isDeepStrictEqual } from 'node:util'
import type { CheckData } from '@artoo/agent-loop'
import { createCoordinator } from '../../src/coordinator/coordinator.js'
import type { StateFile } from '../../src/state/state-file.js'
import { answers, reply, type Sent } from './answers.js'
import { type Chance, chance as chanceOf } from './chance.js'
import { type Climate, randomClimate } from './climate.js'
import { randomChange } from './proposals.js'
import { randomState } from './random-state.js'
import { type Repository, repository } from './repository.js'
import { type Watch, watch } from './watch.js'

export interface Outcome {
  readonly faults: readonly string[]
  readonly iterations: number
  readonly messages: number
  /** How often what happened. */
  readonly tally: Readonly<Record<string, number>>
}

/** So many messages that a loop that still goes on goes on for ever. */
const mostMessages = 20_000

/** What there is of it for the whole life of a loop. */
interface World {
  readonly chance: Chance
  readonly climate: Climate
  readonly tree: Repository
  readonly seen: Watch
  readonly tally: Record<string, number>
  readonly log: (arrow: '→' | '←', message: Sent) => void
  interventions: number
  crashes: number
  messages: number
}

/** One random loop in one random world, from its first start to its last end. */
export function simulate(seed: number, log: World['log'] = () => {}): Outcome {
  const chance = chanceOf(seed)
  const state = randomState(chance)
  const climate = randomClimate(chance)
  const tree = repository()
  const seen = watch(state, tree)
  const { interventions, crashes } = climate
  const world: World = { chance, climate, tree, seen, tally: {}, log, interventions, crashes, messages: 0 }
  for (let starts = 0; starts < 3; starts++) {
    let code = session(world)
    while (code === 'crash') code = session(world)
    count(world, code)
    if (seen.faults.length > 0 || code === 'base_case_satisfied' || chance.is(0.5)) break
  }
  return { faults: seen.faults, iterations: seen.iterations, messages: world.messages, tally: world.tally }
}

function count({ tally }: World, what: string): void {
  tally[what] = (tally[what] ?? 0) + 1
}

const review = ({ check }: CheckData) => (check === 'regex' ? 'no patterns here' : null)

/** One process's share, until it gives its result or is killed: the code of its end. */
function session(world: World): string {
  const { chance, climate, tree, seen } = world
  const says = answers(chance, climate, tree)
  const decider = createCoordinator({ state: seen.state, proposes: climate.model !== 'none', review })
  let current = decider.initial
  let written = seen.state
  let graceRuns = false
  const results: Sent['payload'][] = []
  /** What somebody will answer, in whatever order. */
  let open: { readonly launch?: string; readonly isOfTree?: boolean; readonly answer: () => Sent }[] = []

  function hear(message: Sent): void {
    world.messages++
    world.log('→', message)
    const at = Date.parse('2026-01-01T00:00:00.000Z') + world.messages * 1000
    const [next, sent] = decider.decide(current, { ...message, at, id: `m${world.messages}` } as never)
    current = next
    for (const each of sent as readonly Sent[]) take(each)
    if (!isDeepStrictEqual(current.loop, seen.state)) seen.fault('what is decided is not what is committed')
  }

  /** Nothing is done before what led to it is written. */
  function expect(answer: () => Sent, more: { readonly launch?: string; readonly isOfTree?: boolean } = {}): void {
    open.push({
      ...more,
      answer() {
        written = seen.state
        return answer()
      },
    })
  }

  function take(message: Sent): void {
    const { type, payload } = message
    world.log('←', message)
    count(world, type)
    takers[type]?.(payload)
  }

  const takers: Readonly<Record<string, (payload: Sent['payload']) => void>> = {
    Commit({ events, at, revision }) {
      for (const { type } of events) count(world, type)
      seen.commit(events, at, revision)
    },
    Prepare: ({ ticket, head }) =>
      expect(() => reply('Prepared', { ticket, head: tree.prepare(head) }), { isOfTree: true }),
    Integrate: ({ ticket, launch }) =>
      expect(() => reply('Integrated', { ticket, launch, result: says.integration() }), { isOfTree: true }),
    Revert: ({ ticket, commits }) =>
      expect(() => reply('Reverted', { ticket, head: tree.revert(commits), residual: [] }), { isOfTree: true }),
    LaunchRequest: ({ launch, role }) =>
      expect(() => reply('AgentReport', { launch, report: says.report(launch, role) }), {
        launch,
      }),
    Abort({ launches }) {
      open = open.filter(({ launch }) => !launches.includes(launch) || chance.is(climate.lateness))
    },
    Verify: ({ ticket, due }) =>
      expect(() => reply('Verdict', { ticket, ...says.verdict(current.loop), proofs: says.proofs(due) })),
    ModelRequest: ({ key, output }) => expect(() => says.model(key, output, current)),
    ClarificationRequest: () =>
      expect(() =>
        reply('ClarificationAnswer', {
          answers: [{ to: ['asked.1'], answer: chance.pick(['', 'yes', 'no, otherwise']), by: null }],
        }),
      ),
    TimerRequest() {
      graceRuns = true
    },
    RedirectSettled: ({ applied }) => count(world, applied ? 'redirect applied' : 'redirect refused'),
    LoopResult: (payload) => void results.push(payload),
  }

  function answered(): Sent {
    const any = chance.below(open.length)
    // The line of work is kept by one, who does one thing after the other.
    const index = open[any]?.isOfTree ? open.findIndex(({ isOfTree }) => isOfTree) : any
    return (open.splice(index, 1)[0] as (typeof open)[number]).answer()
  }

  function intervened(): Sent {
    world.interventions--
    count(world, 'interventions')
    return says.intervention(current.loop)
  }

  /** Nobody answers any more: whoever waits for a person is told to stop, and its grace ends. */
  function stopped(): Sent {
    if (!graceRuns) return reply('StopAsked', { reason: 'nobody answers' })
    graceRuns = false
    return reply('TimerFired', { key: 'grace' })
  }

  function next(): Sent {
    if (world.interventions > 0 && chance.is(0.08)) return intervened()
    return open.length > 0 ? answered() : stopped()
  }

  /** The state that a crash leaves; null when there is none. */
  function crashed(): StateFile | null {
    if (world.crashes > 0 && chance.is(0.02)) {
      world.crashes--
      return written
    }
    return open.some(({ launch }) => launch) && chance.is(climate.deadliness) ? seen.state : null
  }

  if (world.interventions > 0 && chance.is(0.05)) hear(intervened())
  const isAtRest = seen.state.control.status !== 'ready' && chance.is(0.1)
  hear(reply('LoopBegun', { change: isAtRest ? randomChange(chance, seen.state) : null }))
  while (results.length === 0 && seen.faults.length === 0) {
    if (world.messages > mostMessages) seen.fault('it goes on for ever')
    const left = crashed()
    if (left) {
      count(world, 'kills')
      seen.fallBack(left)
      return 'crash'
    }
    if (world.messages % 20 === 0) hear(reply('Spent', { tokens: world.messages }))
    hear(next())
  }
  // What comes afterwards is not heard.
  while (open.length > 0 && results.length === 1) hear(answered())
  judge(world, results)
  return (results[0] as { code?: string } | undefined)?.code ?? 'at rest'
}

function judge({ seen }: World, results: readonly Sent['payload'][]): void {
  if (results.length > 1) seen.fault(`${results.length} results`)
  const [result] = results
  if (!result) return
  if (JSON.stringify(result.state) !== JSON.stringify(seen.state)) seen.fault('the result is not what was written')
  if (result.code === 'internal_error' && !/so it is/.test(result.detail))
    seen.fault(`internal_error: ${result.detail}`)
  if (result.code === 'deadlock') seen.fault(`deadlock: ${result.detail}`)
}
