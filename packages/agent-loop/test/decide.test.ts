import { describe, expect, it } from 'vitest'
import { decide } from '../src/coordinator/decide.js'
import { nextStep } from '../src/coordinator/next-step.js'
import { shapeOf } from '../src/state/shape.js'
import type { StateFile } from '../src/state/state-file.js'
import { atoms, fails, file, world } from './world.js'

const at = '2026-01-01T00:00:00.000Z'

describe('a decision point', () => {
  const verdict = { passed: true, at, evidence: 'it holds', failures: [], tampered: false }
  const options = [true, false].flatMap((redirect) =>
    [true, false].flatMap((stop) => [true, false].map((holds) => [redirect, stop, holds] as const)),
  )

  it.each(options)(
    'R25: with redirect %s, stop %s and base case %s does what comes first of them',
    (redirect, stop, holds) => {
      const control = { redirect_requested: redirect, stop_requested: stop, last_verdict: holds ? verdict : null }
      const first = redirect ? 'redirect' : stop ? 'stop' : holds ? 'complete' : 'continue'
      expect(decide({ control, atoms: {} } as unknown as StateFile, () => true)).toBe(first)
    },
  )

  it('R25: takes no verdict for true of which the grounds were changed', () => {
    const control = { redirect_requested: false, stop_requested: false, last_verdict: { ...verdict, tampered: true } }
    expect(decide({ control, atoms: {} } as unknown as StateFile, () => true)).toBe('continue')
  })

  it('goes on while an agreed check of what was split has not held', () => {
    const control = { redirect_requested: false, stop_requested: false, last_verdict: verdict }
    expect(decide({ control, atoms: {} } as unknown as StateFile, () => false)).toBe('continue')
  })
})

describe('an iteration', () => {
  it('R24: observes, updates, verifies and decides, in this order, and writes before it acts', async () => {
    const { loop, align } = world({ plan: { atoms: atoms({ A: [], B: ['A'] }) } })
    await align()
    const seen: string[] = []
    const run = loop.start()
    for await (const { type } of run) seen.push(type)
    const once = ['Commit', 'LaunchRequest', 'AgentReport', 'Integrate', 'Integrated', 'Commit', 'Verify', 'Verdict']
    const flow = seen.filter((type) => !['TaskStarted', 'LoopBegun', 'Prepare', 'Prepared'].includes(type))
    expect(flow).toEqual(['Commit', 'Commit', 'Verify', 'Verdict', ...once, ...once, 'Commit', 'LoopResult'])
  })
})

describe('who is sent', () => {
  const next = async (plan: NonNullable<Parameters<typeof world>[0]>['plan'], proposes = false) => {
    const state = await world({ plan: plan ?? {} }).align()
    return nextStep(state, shapeOf(state), { proposes, at }).move
  }
  const launches = (...expected: readonly (readonly [atom: string, role: string])[]) => ({
    kind: 'launch',
    launches: expected.map(([atom, role]) => expect.objectContaining({ atom, role })),
  })

  it('R39: a probe where the ground is unknown', async () => {
    const { A } = atoms({ A: [] })
    expect(await next({ atoms: { A: { ...(A as object), explore: true } as never } })).toEqual(launches(['A', 'probe']))
  })

  it('R39: a worker for each of several atoms that can go side by side', async () => {
    const three = atoms({ A: [], B: [], C: [], D: ['A'] })
    expect(await next({ atoms: three })).toEqual(launches(['A', 'worker'], ['B', 'worker'], ['C', 'worker']))
  })

  it('R39: a worker for each choice of a group in haste, and for one of a group without', async () => {
    const plan = { atoms: atoms({ A: [], B: [] }), base_case: file('x') }
    const group = (speculative: boolean) => ({ ...plan, or_groups: { g: { choices: ['A', 'B'], speculative } } })
    expect(await next(group(true))).toEqual(launches(['A', 'worker'], ['B', 'worker']))
    expect(await next(group(false))).toEqual(launches(['A', 'worker']))
  })

  it('R39: one worker for one simple atom', async () => {
    expect(await next({})).toEqual(launches(['A', 'worker']))
  })

  it('R40: never more than there are places, probes among them', async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`a${index}`, []]))
    const unclear = Object.entries(atoms(many)).map(([id, atom], index) => [id, { ...atom, explore: index % 2 === 0 }])
    const made = world({
      plan: { atoms: Object.fromEntries(unclear), constraints: { max_parallel_agents: 2 } },
      probe: async () => ({ feasible: true, findings: 'fine' }),
    })
    let [live, most] = [0, 0]
    await made.align()
    const run = made.loop.start()
    for await (const event of run) {
      if (event.type !== 'Commit') continue
      for (const { type } of event.payload.events) {
        if (type === 'launched') live++
        if (type === 'probed' || type === 'resolved') live--
        most = Math.max(most, live)
      }
    }
    expect(most).toBe(2)
    expect((await run).status).toBe('completed')
  })

  it('R4: the same strategy is tried once in an epoch', async () => {
    const { run } = world({
      plan: { constraints: { max_attempts: 5, max_probes: 0 } },
      scripts: { A: fails('the same') },
    })
    const { state } = await run()
    // The second time it knew of the first failure; a third time there is nothing new.
    expect(state.atoms.A).toMatchObject({ attempts: 2, status: 'failed' })
  })
})
