import { type CourseChange, memoryStateStore, type StateFile, type SubAgentTask } from '@artoo/agent-loop'
import { scriptedModel } from '@artoo/llm/testing'
import { describe, expect, it } from 'vitest'
import {
  atoms,
  deferred,
  doneAfter,
  fails,
  file,
  hangs,
  type Script,
  until,
  type WorldOptions,
  world,
} from '../world.js'

const three = atoms({ A: [], B: [], C: [] })

/** A loop whose workers wait for `release` the first time, and heed no signal. */
function stubborn(
  plan: NonNullable<WorldOptions['plan']>,
  names: readonly string[],
  options: WorldOptions['options'] = {},
) {
  const release = deferred()
  const signals: SubAgentTask['signal'][] = []
  let isFirst = true
  const script: Script = async ({ files, task: { brief, signal } }) => {
    if (isFirst) {
      signals.push(signal)
      await release.promise
    }
    files[`${brief.atom}.txt`] = 'done'
  }
  const made = world({ plan, options, scripts: Object.fromEntries(names.map((name) => [name, script])) })
  return {
    made,
    signals,
    release() {
      isFirst = false
      release.resolve()
    },
    goOn: () => {
      isFirst = false
    },
  }
}

describe('a change of course', () => {
  it('13: of a constraint calls off all that is under way, drops what comes late, and goes on', async () => {
    const { made, signals, release, goOn } = stubborn({ atoms: three }, ['A', 'B', 'C'])
    const result = made.run()
    await until(() => signals.length === 3)
    const before = await made.store.read()
    goOn()
    await made.loop.redirect({
      type: 'constraint_change',
      description: 'fewer at once',
      constraints: { max_parallel_agents: 1 },
    })
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    const after = await made.store.read()
    expect(after?.trail).toEqual(before?.trail)
    expect(after?.corrections).toMatchObject([{ type: 'constraint_change', trail_cleared: false }])
    expect(after?.control.status).toBe('running')
    release()
    const { state, status } = await result
    expect(status).toBe('completed')
    // The attempts that a person interrupted were none.
    expect(Object.values(state.atoms).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
    expect(made.launches).toEqual(['A', 'B', 'C', 'A', 'B', 'C'])
  })

  it('is written when it is reported as made, also when every write takes long', async () => {
    const store = memoryStateStore()
    const slowly = {
      ...store,
      async write(state: StateFile) {
        for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
        await store.write(state)
      },
    }
    const { loop, launches, run } = world({ scripts: { A: hangs }, options: { store: slowly } })
    const result = run()
    await until(() => launches.length > 0)
    for (const max_attempts of [7, 8]) {
      await loop.redirect({
        type: 'constraint_change',
        description: 'more',
        constraints: { max_attempts, grace_ms: 0 },
      })
      expect((await store.read())?.objective.constraints.max_attempts).toBe(max_attempts)
    }
    await loop.stop()
    await result
  })

  it('14: forces a choice: the other is not launched again', async () => {
    const plan = {
      atoms: atoms({ jwt: [], session: [] }),
      or_groups: { auth: { choices: ['jwt', 'session'] } },
      base_case: file('session.txt'),
    }
    const { made, signals, release, goOn } = stubborn(plan, ['jwt'])
    const result = made.run()
    await until(() => signals.length === 1)
    goOn()
    await made.loop.redirect({
      ...{ type: 'dag_adjustment', description: 'sessions it is' },
      operations: [{ op: 'force', group: 'auth', choice: 'session' }],
    })
    release()
    const { state, status } = await result
    expect(status).toBe('completed')
    expect(state.trail).toContainEqual(
      expect.objectContaining({ type: 'user_correction', description: 'sessions it is' }),
    )
    expect(state.or_groups.auth).toMatchObject({ forced: 'session', selected: 'session' })
    expect(made.launches).toEqual(['jwt', 'session'])
  })

  it('15: of the objective clears the trail, and nothing is launched before it is agreed on anew', async () => {
    const { made, signals, release, goOn } = stubborn(
      { atoms: atoms({ A: [], B: ['A'] }), constraints: { max_attempts: 3 } },
      ['B'],
    )
    const result = made.run()
    await until(() => signals.length === 1)
    goOn()
    await made.loop.redirect({ type: 'objective_change', description: 'another goal', objective: { goal: 'another' } })
    release()
    const { state, status, code } = await result
    expect({ status, code, trail: state.trail }).toEqual({ status: 'ready', code: 'alignment_missing', trail: [] })
    expect(state.corrections).toMatchObject([{ type: 'objective_change', trail_cleared: true }])
    expect(Object.keys(state.bindings)).toEqual(['A'])
    expect(await made.loop.start()).toMatchObject({ status: 'halted', code: 'alignment_missing' })
    expect(made.launches).toEqual(['A', 'B'])
    await made.loop.confirm()
    expect(await made.loop.start()).toMatchObject({ status: 'completed' })
  })

  it('16: of a binding makes all that builds on it pending, and nothing else', async () => {
    const made = world({
      plan: { atoms: atoms({ A: [], B: ['A'], C: ['B'], X: [], last: ['C', 'X'] }), constraints: { max_attempts: 1 } },
      scripts: { last: fails() },
    })
    const { state: before } = await made.run()
    expect(Object.keys(before.bindings)).toEqual(['A', 'X', 'B', 'C'])
    await made.loop.redirect({
      type: 'bindings_override',
      description: 'A was otherwise',
      atom: 'A',
      summary: 'so it was',
    })
    const after = await made.loop.state()
    expect(after?.bindings).toEqual({
      X: before.bindings.X,
      A: expect.objectContaining({ summary: 'so it was', origin: 'user' }),
    })
    expect(after?.atoms).toMatchObject({
      B: { status: 'pending' },
      C: { status: 'pending' },
      X: { status: 'resolved' },
    })
    expect(after?.corrections.at(-1)).toMatchObject({
      trail_cleared_scope: ['A', 'B', 'C', 'last'],
      trail_cleared: false,
    })
    expect(made.memory.tree).toEqual({ 'A.txt': 'A', 'X.txt': 'X' })
  })

  it('19: and a stop together: the change is made, then it stops, and nothing is launched between', async () => {
    const { made, signals, release, goOn } = stubborn({ atoms: three }, ['A', 'B', 'C'])
    const result = made.run()
    await until(() => signals.length === 3)
    goOn()
    const stopped = made.loop.stop('enough')
    await made.loop.redirect({ type: 'constraint_change', description: 'fewer', constraints: { max_attempts: 1 } })
    release()
    await stopped
    const { status, code, state } = await result
    expect({ status, code, reason: state.control.stop_reason }).toEqual({
      status: 'stopped',
      code: 'manual_stop',
      reason: 'enough',
    })
    expect(state.corrections).toHaveLength(1)
    expect(made.launches).toEqual(['A', 'B', 'C'])
  })

  /** Asks a question before it proposes a change. */
  function asksFirst() {
    const change = { type: 'constraint_change', description: 'one at a time', constraints: { max_parallel_agents: 1 } }
    return scriptedModel({ redirection: [{ json: { questions: ['how few?'] } }, { json: { change } }] })
  }

  it('13: in words is read by a model, shown, and made when the person says yes', async () => {
    const asked: (readonly string[])[] = []
    const model = asksFirst()
    const A = deferred()
    const made = world({
      plan: { atoms: three },
      scripts: { A: doneAfter(A.promise) },
      options: {
        model,
        async clarify(questions) {
          asked.push(questions.map(({ question }) => question))
          A.resolve()
          return asked.length === 1 ? 'one' : 'yes'
        },
      },
    })
    const result = made.run()
    await until(() => made.launches.length === 3)
    await made.loop.redirect('not so many at once')
    const { state, status } = await result
    expect(status).toBe('completed')
    expect(asked).toEqual([['how few?'], [expect.stringContaining('one at a time')]])
    expect(state.objective.constraints.max_parallel_agents).toBe(1)
  })

  it('is proposed without the answer to a question that a person leaves open', async () => {
    const model = asksFirst()
    const A = deferred()
    const made = world({
      plan: { atoms: three },
      scripts: { A: doneAfter(A.promise) },
      options: {
        model,
        clarify([first]) {
          A.resolve()
          return first?.question === 'how few?' ? '' : 'yes'
        },
      },
    })
    const result = made.run()
    await until(() => made.launches.length === 3)
    await made.loop.redirect('not so many at once')
    expect((await result).state.objective.constraints.max_parallel_agents).toBe(1)
  })

  it('that nobody confirms changes nothing, says so, and the loop goes on', async () => {
    const change = { type: 'constraint_change', description: 'x', constraints: {} }
    const model = scriptedModel({ redirection: { json: { change } } })
    let isFirst = true
    const script: Script = (folder) => {
      if (isFirst) return hangs(folder)
      folder.files['A.txt'] = 'done'
      return undefined
    }
    const made = world({ scripts: { A: script }, options: { model } })
    const result = made.run()
    await until(() => made.launches.length === 1)
    isFirst = false
    const refused = { code: 'change_refused', message: expect.stringMatching(/nobody confirmed/) }
    await expect(made.loop.redirect('otherwise')).rejects.toMatchObject(refused)
    const { state, status } = await result
    expect(status).toBe('completed')
    expect(state.corrections).toMatchObject([{ description: 'cancelled' }])
  })

  it('that its model never says soundly is refused with the reason, and no answer is asked for that is not read', async () => {
    const change = { type: 'constraint_change', description: 'x', constraints: { max_fun: 1 } }
    const model = scriptedModel({ redirection: Array(5).fill({ json: { change } }) })
    const { made, signals, release } = stubborn({ atoms: atoms({ A: [] }) }, ['A'], { model })
    const result = made.run()
    await until(() => signals.length === 1)
    const refused = {
      code: 'change_refused',
      message: expect.stringMatching(/^no change came of 5 rounds.*: .*max_fun/),
    }
    const redirected = expect(made.loop.redirect('more fun')).rejects.toMatchObject(refused)
    release()
    await redirected
    await result
    expect(model.requests).toHaveLength(5)
  })

  it('in a million characters is refused', async () => {
    const { made, signals, release } = stubborn({ atoms: atoms({ A: [] }) }, ['A'])
    const result = made.run()
    await until(() => signals.length === 1)
    await expect(made.loop.redirect('x'.repeat(1e6))).rejects.toMatchObject({ code: 'change_refused' })
    release()
    await result
  })

  const refusals: readonly (readonly [string, unknown])[] = [
    [
      'an atom that is not there',
      { type: 'dag_adjustment', description: 'x', operations: [{ op: 'remove', atom: 'nobody' }] },
    ],
    [
      'a choice of no group',
      { type: 'dag_adjustment', description: 'x', operations: [{ op: 'force', group: 'g', choice: 'A' }] },
    ],
    ['no operations', { type: 'dag_adjustment', description: 'x' }],
    ['a limit below one', { type: 'constraint_change', description: 'x', constraints: { max_attempts: 0 } }],
    ['a limit that does not exist', { type: 'constraint_change', description: 'x', constraints: { max_fun: 1 } }],
    ['a binding that is none', { type: 'bindings_override', description: 'x', atom: 'A', summary: 'y' }],
    ['a type that is none', { type: 'nonsense', description: 'x' }],
    ['a novel', { type: 'constraint_change', description: 'x'.repeat(1e6), constraints: {} }],
    ['a circle', { type: 'dag_adjustment', description: 'x', operations: [add('N', ['N'])] }],
    ['an atom twice', { type: 'dag_adjustment', description: 'x', operations: [add('N', []), add('N', [])] }],
    [
      'what is removed in the same breath',
      { type: 'dag_adjustment', description: 'x', operations: [{ op: 'remove', atom: 'A' }, add('N', ['A'])] },
    ],
  ]

  it.each(refusals)('with %s is refused, and interrupts nothing', async (_, change) => {
    const { made, signals, release } = stubborn({ atoms: atoms({ A: [], B: [] }) }, ['A', 'B'])
    const result = made.run()
    await until(() => signals.length === 2)
    await expect(made.loop.redirect(change as CourseChange)).rejects.toMatchObject({ code: 'change_refused' })
    expect(signals.some(({ aborted }) => aborted)).toBe(false)
    release()
    const { state, status } = await result
    expect(status).toBe('completed')
    expect(state.corrections).toEqual([])
  })

  it('is refused when the job is done, unless it is another job', async () => {
    const made = world()
    await made.run()
    const fewer: CourseChange = { type: 'constraint_change', description: 'x', constraints: { max_attempts: 1 } }
    await expect(made.loop.redirect(fewer)).rejects.toMatchObject({
      code: 'change_refused',
      message: expect.stringMatching(/the job is done/),
    })
    await made.loop.redirect({ type: 'objective_change', description: 'more', objective: { goal: 'more' } })
    expect((await made.loop.state())?.control.status).toBe('ready')
  })

  it('of a loop that a kill left running is only written', async () => {
    const first = world({ plan: { atoms: three } })
    const state = await first.align()
    const made = world({ state: { ...state, control: { ...state.control, status: 'running' } } })
    await made.loop.redirect({ type: 'constraint_change', description: 'x', constraints: { max_attempts: 1 } })
    expect(made.launches).toEqual([])
    expect((await made.loop.state())?.objective.constraints.max_attempts).toBe(1)
  })

  it('is made fifty times in a row, each in its turn', async () => {
    const { made, signals, release, goOn } = stubborn({ atoms: atoms({ A: [] }) }, ['A'])
    const result = made.run()
    await until(() => signals.length === 1)
    goOn()
    const changes = Array.from({ length: 50 }, (_, index) =>
      made.loop.redirect({
        type: 'constraint_change',
        description: `${index}`,
        constraints: { max_attempts: index + 1 },
      }),
    )
    await Promise.all(changes)
    release()
    const { state, status } = await result
    expect(status).toBe('completed')
    expect(state.corrections.map(({ description }) => description)).toEqual(changes.map((_, index) => `${index}`))
    expect(state.objective.constraints.max_attempts).toBe(50)
  })

  it('is answered to whoever asked for it, when several are asked for at once', async () => {
    const { made, signals, release, goOn } = stubborn({ atoms: atoms({ A: [] }) }, ['A'])
    const result = made.run()
    await until(() => signals.length === 1)
    goOn()
    const fewer = { type: 'constraint_change', description: 'fewer', constraints: { max_parallel_agents: 1 } } as const
    const wrong = { ...fewer, constraints: { max_attempts: 0 } }
    const settled = await Promise.allSettled([fewer, wrong, fewer].map((change) => made.loop.redirect(change)))
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    release()
    expect((await result).state.corrections).toHaveLength(2)
  })

  it('takes the last choice from a group, and what built on the group goes on without it', async () => {
    const made = world({
      plan: {
        atoms: atoms({ only: [], use: ['g'] }),
        or_groups: { g: { choices: ['only'] } },
        base_case: file('use.txt'),
      },
      scripts: { only: fails() },
    })
    expect(await made.run()).toMatchObject({ code: 'exhausted' })
    await made.loop.redirect({
      type: 'dag_adjustment',
      description: 'not needed',
      operations: [{ op: 'remove', atom: 'only' }],
    })
    expect((await made.loop.state())?.or_groups).toEqual({})
    expect(await made.loop.start()).toMatchObject({ status: 'completed' })
  })

  it('removes an atom that is under way', async () => {
    const { made, signals, release, goOn } = stubborn({ atoms: atoms({ A: [], B: [] }), base_case: file('B.txt') }, [
      'A',
    ])
    const result = made.run()
    await until(() => signals.length === 1)
    goOn()
    await made.loop.redirect({
      type: 'dag_adjustment',
      description: 'without A',
      operations: [{ op: 'remove', atom: 'A' }],
    })
    release()
    const { state, status } = await result
    expect(status).toBe('completed')
    expect(state.atoms.A?.status).toBe('abandoned')
    expect(Object.keys(made.memory.tree)).toEqual(['B.txt'])
  })
})

function add(id: string, deps: readonly string[]) {
  return {
    op: 'add',
    atom: { id, description: id, success_criteria: file('x'), deps, writes: [], resources: [], explore: false },
  }
}

describe('a change that a person leaves', () => {
  it('is cancelled while it is talked over, and the loop goes on', async () => {
    const asked = deferred()
    const model = scriptedModel({ redirection: [{ json: { questions: ['Which cookies?'] } }] })
    const clarify = () => {
      asked.resolve()
      return new Promise<never>(() => {})
    }
    const plan = { constraints: { grace_ms: 0 } }
    const made = world({ plan, scripts: { A: hangs }, options: { model, clarify } })
    await made.align()
    const run = made.loop.start()
    await until(() => made.launches.length === 1)
    const redirected = made.loop.redirect('no cookies')
    await asked.promise
    await made.loop.cancelRedirect()
    await expect(redirected).rejects.toMatchObject({ code: 'change_refused', message: 'cancelled' })
    await until(() => made.launches.length === 2)
    await made.loop.stop()
    expect((await run).state.corrections).toMatchObject([{ description: 'cancelled' }])
  })

  it('holds up a loop that was killed in the middle of it until it is cancelled', async () => {
    const { align } = world()
    const before = await align()
    const left = { ...before.control, status: 'redirecting' as const, redirect_requested: true }
    const made = world({ state: { ...before, control: left } })
    const run = made.loop.start()
    for await (const { type } of run) if (type === 'Prepared') break
    expect(made.launches).toEqual([])
    await made.loop.cancelRedirect()
    expect(await run).toMatchObject({ status: 'completed' })
  })

  it('can be cancelled only where the loop runs', async () => {
    const { align, loop } = world()
    await align()
    await expect(loop.cancelRedirect()).rejects.toMatchObject({ code: 'loop_not_running' })
  })
})
