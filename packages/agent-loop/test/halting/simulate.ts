import type { StateFile } from '@artoo/agent-loop'
import { createCoordinator } from '../../src/coordinator/coordinator.js'
import { type Chance, chance as chanceOf } from './chance.js'
import { randomChange, randomProposal } from './proposals.js'
import { randomState } from './random-state.js'
import { type Repository, repository } from './repository.js'
import { type Watch, watch } from './watch.js'

/** What the world is like. */
interface Climate {
  readonly success: number
  readonly conflicts: number
  readonly verdict: 'honest' | 'never' | 'flaky' | 'tampered' | 'open'
  readonly model: 'none' | 'good' | 'wild' | 'down'
  readonly interventions: number
  readonly crashes: number
  readonly lateness: number
}

export interface Outcome {
  readonly faults: readonly string[]
  readonly iterations: number
  readonly messages: number
  readonly code: string
  readonly tally: Readonly<Record<string, number>>
}

/** So many messages that a loop that still goes on goes on for ever. */
const mostMessages = 20_000

interface Sent {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: the payload of whatever message, in a harness
  readonly payload: any
}

/** One random loop in one random world, from its first start to its last end. */
export function simulate(seed: number): Outcome {
  const chance = chanceOf(seed)
  const state = randomState(chance)
  const climate = randomClimate(chance)
  const tree = repository()
  const seen = watch(state, tree)
  const tally: Record<string, number> = {}
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1
  }
  let left = { interventions: climate.interventions, crashes: climate.crashes, starts: 3 }
  let messages = 0
  let code = ''
  while (left.starts-- > 0) {
    const run = session(seen, tree, chance, climate, left, count, mostMessages - messages)
    messages += run.messages
    left = { ...left, ...run.left }
    code = run.code ?? code
    if (seen.faults.length > 0 || run.code === 'silent') break
    if (run.code === 'crash') left.starts++
    else if (run.code === 'base_case_satisfied' || chance.is(0.5)) break
  }
  count(code)
  return { faults: seen.faults, iterations: seen.iterations, messages, code, tally }
}

function randomClimate(chance: Chance): Climate {
  return {
    success: chance.pick([0, 0.02, 0.3, 0.6, 0.8, 1]),
    conflicts: chance.pick([0, 0, 0.2]),
    verdict: chance.pick(['honest', 'honest', 'never', 'flaky', 'tampered', 'open']),
    model: chance.pick(['none', 'good', 'good', 'wild', 'down']),
    interventions: chance.is(0.4) ? 0 : 1 + chance.below(10),
    crashes: chance.is(0.5) ? 0 : 1 + chance.below(4),
    lateness: chance.pick([0, 0.3]),
  }
}

interface Left {
  readonly interventions: number
  readonly crashes: number
}

/** One process's share: until it gives its result or is killed. */
function session(
  seen: Watch,
  tree: Repository,
  chance: Chance,
  climate: Climate,
  given: Left,
  count: (what: string) => void,
  most: number,
): { readonly code: string | null; readonly messages: number; readonly left: Left } {
  const review = (check: { check: string }) => (check.check === 'regex' ? 'no patterns here' : null)
  const decider = createCoordinator({ state: seen.state, proposes: climate.model !== 'none', review })
  let current = decider.initial
  let written = seen.state
  let { interventions, crashes } = given
  let results: Sent[] = []
  /** What somebody will answer, in whatever order. */
  let open: { readonly launch?: string; readonly of?: 'workspaces'; answer(): Sent | null }[] = []
  let at = Date.parse('2026-01-01T00:00:00.000Z') + seen.state.revision * 1000
  let messages = 0
  let grace = false

  function hear(message: Sent): void {
    messages++
    at += 1000
    const [next, sent] = decider.decide(current, { ...message, at, id: `m${messages}` } as never)
    current = next
    for (const each of sent as readonly Sent[]) take(each)
    if (current.loop.revision !== seen.state.revision) seen.fault('what is decided is not what is committed')
  }

  /** Nothing is done before what led to it is written. */
  const done = (work: () => Sent | null) => () => {
    written = seen.state
    return work()
  }

  function take(message: Sent): void {
    const { payload } = message
    count(message.type)
    switch (message.type) {
      case 'Commit':
        for (const { type } of payload.events) count(type)
        seen.commit(payload.events, payload.at, payload.revision)
        return
      case 'Prepare':
        open.push({
          of: 'workspaces',
          answer: done(() => reply('Prepared', { ticket: payload.ticket, head: tree.prepare(payload.head) })),
        })
        return
      case 'LaunchRequest':
        open.push({ launch: payload.launch, answer: done(() => reply('AgentReport', report(payload))) })
        return
      case 'Abort':
        open = open.filter(({ launch }) => !payload.launches.includes(launch) || chance.is(climate.lateness))
        return
      case 'Discard':
        return
      case 'Integrate':
        open.push({ of: 'workspaces', answer: done(() => reply('Integrated', { ...payload, result: integration() })) })
        return
      case 'Revert':
        open.push({
          of: 'workspaces',
          answer: done(() =>
            reply('Reverted', { ticket: payload.ticket, head: tree.revert(payload.commits), residual: [] }),
          ),
        })
        return
      case 'Verify':
        open.push({ answer: done(() => reply('Verdict', { ticket: payload.ticket, ...verdict() })) })
        return
      case 'ModelRequest':
        open.push({ answer: () => modelReply(payload) })
        return
      case 'ClarificationRequest':
        open.push({ answer: () => reply('ClarificationAnswer', { answer: chance.pick(['', 'yes', 'no, otherwise']) }) })
        return
      case 'TimerRequest':
        grace = true
        return
      case 'RedirectSettled':
        count(payload.applied ? 'redirect applied' : 'redirect refused')
        return
      case 'LoopResult':
        results.push(message)
        return
      default:
        throw new Error(`what is ${message.type}?`)
    }
  }

  function integration() {
    if (chance.is(climate.conflicts))
      return { status: 'conflict', paths: ['x'], reason: 'changed by another meanwhile' }
    if (chance.is(0.1)) return { status: 'integrated', commit: null, head: tree.head, changed: [] }
    return { status: 'integrated', ...tree.integrate(), changed: ['x'] }
  }

  function verdict() {
    const isAll =
      current.loop.atoms &&
      Object.values(current.loop.atoms).every(
        ({ status }) => status === 'resolved' || status === 'superseded' || status === 'abandoned',
      )
    const passed = { honest: isAll, never: false, flaky: chance.is(0.2), tampered: false, open: isAll ? null : false }[
      climate.verdict
    ]
    return {
      passed,
      evidence: 'as it is',
      failures: passed === false ? ['as it is'] : [],
      tampered: climate.verdict === 'tampered',
    }
  }

  function report({ launch, role }: { launch: string; role: string }) {
    const tokens = messages
    if (role === 'probe' && chance.is(0.9)) {
      const findings = {
        feasible: chance.is(0.8),
        findings: `look ${chance.below(3)}`,
        costEstimate: chance.is(0.5) ? 100 : null,
      }
      return { launch, tokens, report: { outcome: 'findings', ...findings } }
    }
    if (chance.is(climate.success))
      return { launch, tokens, report: { outcome: 'success', summary: `${launch} is done`, artifacts: [] } }
    return { launch, tokens, report: { outcome: 'failure', reason: `reason ${chance.below(3)}` } }
  }

  function modelReply({ key, output }: { key: string; output: string }): Sent {
    if (climate.model === 'down' || (climate.model === 'wild' && chance.is(0.2)))
      return reply('ModelFailure', { key, message: 'the model is down' })
    const { loop, phase } = current
    const choices = phase.name === 'proposing' && phase.move.kind === 'choose' ? phase.move.choices : ['nothing']
    const value = {
      choice: () => ({
        choice: climate.model === 'wild' && chance.is(0.3) ? 'nothing' : chance.pick(choices),
        reason: 'so',
      }),
      proposal: () => randomProposal(chance, loop),
      redirection: () => ({
        questions: chance.is(0.3) ? ['what?'] : [],
        change: chance.is(0.5) ? redirection(loop) : null,
      }),
    }[output as 'choice']()
    const wrong = climate.model === 'wild' && chance.is(0.1)
    return reply('ModelReply', wrong ? { key, kind: 'tools' } : { key, kind: 'value', output, value })
  }

  function redirection(loop: StateFile) {
    const change = randomChange(chance, loop) as { type: string; operations?: { op: string }[] }
    return change.type === 'dag_adjustment' && change.operations?.every(({ op }) => op !== 'add') ? change : null
  }

  function intervene(): Sent {
    interventions--
    count('interventions')
    switch (chance.below(8)) {
      case 0:
        return reply('StopAsked', { reason: 'lunch' })
      case 1:
        return reply('Interrupt', {
          reason: chance.pick(['aborted', 'deadline', 'limit_reached', 'host_failed']),
          message: 'so it is',
        })
      case 2:
        return reply('RedirectAsked', { text: chance.is(0.1) ? 'x'.repeat(30_000) : 'do it otherwise', change: null })
      case 3:
        return reply('RedirectCancelled', {})
      case 4:
        return reply('RedirectAsked', {
          text: null,
          change: chance.is(0.2) ? null : randomChange(chance, current.loop),
        })
      default:
        return reply('RedirectAsked', { text: null, change: randomChange(chance, current.loop) })
    }
  }

  function answered(): Sent | null {
    const any = chance.below(open.length)
    // The line of work is kept by one, who does one thing after the other.
    const index = open[any]?.of ? open.findIndex(({ of }) => of === 'workspaces') : any
    const [next] = open.splice(index, 1)
    return next?.answer() ?? null
  }

  /** Nobody answers any more: whoever waits for a person is told to stop, once, and its grace ends. */
  function idle(): Sent {
    if (grace) {
      grace = false
      return reply('TimerFired', { key: 'grace' })
    }
    count('idle')
    return reply('StopAsked', { reason: 'nobody answers' })
  }

  const isAtRest = seen.state.control.status !== 'ready' && chance.is(0.1)
  if (interventions > 0 && chance.is(0.05)) hear(intervene())
  hear({ type: 'LoopBegun', payload: { change: isAtRest ? randomChange(chance, seen.state) : null } })
  while (results.length === 0) {
    if (seen.faults.length > 0) break
    if (messages > most) {
      seen.fault('it goes on for ever')
      break
    }
    if (crashes > 0 && chance.is(0.02)) {
      seen.fallBack(written)
      return { code: 'crash', messages, left: { interventions, crashes: crashes - 1 } }
    }
    const message = interventions > 0 && chance.is(0.08) ? intervene() : open.length > 0 ? answered() : idle()
    if (message) hear(message)
  }
  // What comes afterwards is not heard.
  while (open.length > 0 && results.length === 1) {
    const late = answered()
    if (late) hear(late)
  }
  if (results.length > 1) seen.fault(`${results.length} results`)
  const result = results[0]?.payload
  if (result && result.state !== undefined && JSON.stringify(result.state) !== JSON.stringify(seen.state))
    seen.fault('the result is not what was written')
  if (result?.code === 'internal_error' && !/so it is/.test(result.detail))
    seen.fault(`internal_error: ${result.detail}`)
  if (result?.code === 'deadlock') seen.fault(`deadlock: ${result.detail}`)
  results = []
  return { code: result?.code ?? 'at rest', messages, left: { interventions, crashes } }
}

const reply = (type: string, payload: unknown): Sent => ({ type, payload })
