import { scriptedModel } from '@artoo/llm/testing'
import { describe, expect, it } from 'vitest'
import { atoms, deferred, doneAfter, fails, file, hangs, type Script, until, world } from '../world.js'

const login = (speculative = false) => ({
  atoms: atoms({ X: [], jwt: [], session: [], use: ['auth'] }),
  or_groups: { auth: { choices: ['jwt', 'session'], speculative } },
  base_case: file('use.txt'),
})
const types = (state: { trail: readonly { type: string }[] }) => state.trail.map(({ type }) => type)

describe('a group without haste', () => {
  it('8: tries one choice after the other, and leaves what has nothing to do with it as it is', async () => {
    const live: string[] = []
    const watched =
      (name: string, script?: Script): Script =>
      async (folder) => {
        live.push(name)
        expect(live.filter((each) => each !== 'X')).toHaveLength(1)
        await new Promise((resolve) => setImmediate(resolve))
        live.splice(live.indexOf(name), 1)
        if (!script) folder.files[`${name}.txt`] = 'done'
        return script?.(folder)
      }
    const made = world({ plan: login(), scripts: { jwt: watched('jwt', fails()), session: watched('session') } })
    const inner = made.store.write
    const bound: unknown[] = []
    made.store.write = async (state) => {
      bound.push(state.bindings.X)
      await inner(state)
    }
    const { state, status } = await made.run()
    expect(status).toBe('completed')
    expect(types(state).filter((type) => type.startsWith('or'))).toEqual(['or_select', 'or_fail', 'or_switch'])
    expect(Object.keys(state.bindings)).toEqual(['X', 'session', 'use'])
    expect(new Set(bound.filter((binding) => binding))).toEqual(new Set([state.bindings.X]))
  })

  it('12: launches one choice when nobody asked for more', async () => {
    const { run, launches } = world({ plan: login() })
    await run()
    expect(launches.filter((id) => id !== 'X' && id !== 'use')).toEqual(['jwt'])
  })

  it('8: asks its model which choice comes next, and takes its word only for one that is left', async () => {
    const model = scriptedModel({
      choice: [{ json: { choice: 'jwt', reason: 'again' } }, { json: { choice: 'key', reason: 'simple' } }],
    })
    const { run } = world({
      plan: {
        atoms: atoms({ jwt: [], session: [], key: [] }),
        or_groups: { auth: { choices: ['jwt', 'session', 'key'] } },
        base_case: file('key.txt'),
        constraints: { max_depth: 0 },
      },
      scripts: { jwt: fails() },
      options: { model },
    })
    const { state } = await run()
    expect(Object.keys(state.bindings)).toEqual(['key'])
    expect(state.trail.at(-1)).toMatchObject({ type: 'or_switch', selected: 'key', reason: 'simple' })
    expect(model.requests).toHaveLength(2)
  })

  it('8: is turned back to when what builds on its choice fails, and that work is taken back', async () => {
    const use: Script = ({ files }) => {
      if (files['jwt.txt']) return { success: false, summary: 'jwt does not do' }
      files['use.txt'] = 'done'
      return undefined
    }
    const { run, memory } = world({ plan: login(), scripts: { use } })
    const { state } = await run()
    expect(Object.keys(state.bindings)).toEqual(['X', 'session', 'use'])
    expect(Object.keys(memory.tree).sort()).toEqual(['X.txt', 'session.txt', 'use.txt'])
    expect(state.trail).toContainEqual(
      expect.objectContaining({ type: 'or_fail', choice: 'jwt', reason: expect.stringContaining('jwt does not do') }),
    )
  })
})

describe('a group in haste', () => {
  it('9: takes the first that succeeds, and of the other nothing', async () => {
    const session = deferred()
    let aborted = false
    const made = world({
      plan: login(true),
      scripts: {
        jwt: ({ files, task }) => {
          files['jwt.txt'] = 'half done'
          task.signal.addEventListener('abort', () => {
            aborted = true
          })
          return hangs({ files, task })
        },
        session: doneAfter(session.promise),
      },
    })
    const result = made.run()
    await until(() => made.launches.includes('session') && made.launches.includes('jwt'))
    session.resolve()
    const { state } = await result
    expect(aborted).toBe(true)
    expect(state.or_groups.auth).toMatchObject({ selected: 'session', failed: [] })
    expect(state.atoms.jwt?.status).toBe('superseded')
    expect(Object.keys(made.memory.tree)).not.toContain('jwt.txt')
  })

  it('10: binds exactly one of two that succeed in the same tick', async () => {
    const both = deferred()
    const tie: Script = async ({ files, task: { brief } }) => {
      await both.promise
      files[`${brief.atom}.txt`] = 'done'
    }
    const made = world({ plan: login(true), scripts: { jwt: tie, session: tie } })
    const result = made.run()
    await until(() => made.launches.length === 3)
    both.resolve()
    const { state } = await result
    const bound = ['jwt', 'session'].filter((id) => state.bindings[id])
    expect(bound).toHaveLength(1)
    expect(Object.keys(made.memory.tree).filter((path) => /jwt|session/.test(path))).toEqual([`${bound[0]}.txt`])
  })

  it('11: of which all fail, turns back to the group before it once, and what lies behind is open again', async () => {
    const plan = {
      atoms: atoms({ red: [], blue: [], mid: ['colour'], s1: ['mid'], s2: ['mid'], after: ['shape'] }),
      or_groups: { colour: { choices: ['red', 'blue'] }, shape: { choices: ['s1', 's2'], speculative: true } },
      base_case: file('after.txt'),
    }
    const withBlue: Script = ({ files, task: { brief } }) => {
      if (files['red.txt']) return { success: false, summary: `no ${brief.atom} in red` }
      files[`${brief.atom}.txt`] = 'done'
      return undefined
    }
    const { run, launches } = world({ plan, scripts: { s1: withBlue, s2: withBlue } })
    const { state, status } = await run()
    expect(status).toBe('completed')
    const ors = state.trail.flatMap((entry) => ('group' in entry ? [[entry.type, entry.group]] : []))
    const firstTurn = ors.findIndex(([type, group]) => type === 'or_switch' && group === 'colour')
    expect(ors.slice(0, firstTurn).filter(([type, group]) => type === 'or_fail' && group === 'shape')).toHaveLength(2)
    expect(ors.filter(([type, group]) => type === 'or_switch' && group === 'colour')).toHaveLength(1)
    expect(launches.filter((id) => id === 'mid')).toHaveLength(2)
  })

  it('11: a loser may be taken later', async () => {
    const use: Script = ({ files }) => {
      if (files['session.txt']) return { success: false, summary: 'no sessions' }
      files['use.txt'] = 'done'
      return undefined
    }
    const jwt = deferred()
    const made = world({
      plan: { ...login(true), constraints: { max_attempts: 1 } },
      scripts: {
        use,
        jwt: doneAfter(jwt.promise),
      },
    })
    const result = made.run()
    await until(() => made.launches.includes('use'))
    jwt.resolve()
    const { state } = await result
    expect(Object.keys(state.bindings)).toEqual(['X', 'jwt', 'use'])
  })
})

describe('a job of which every way failed', () => {
  const plan = {
    atoms: atoms({ jwt: [], session: [] }),
    or_groups: { auth: { choices: ['jwt', 'session'] } },
    base_case: file('key.txt'),
  }

  it('32: halts, its trail names the groups, and one more choice takes it up again', async () => {
    const made = world({ plan, scripts: { jwt: fails(), session: fails() } })
    const first = await made.run()
    expect(first).toMatchObject({ status: 'halted', code: 'exhausted', detail: expect.stringContaining('auth') })
    expect(first.state.trail.filter(({ type }) => type === 'or_fail')).toMatchObject([
      { group: 'auth', choice: 'jwt' },
      { group: 'auth', choice: 'session' },
    ])
    const key = {
      id: 'key',
      description: 'a key',
      success_criteria: file('key.txt'),
      deps: [],
      writes: [],
      resources: [],
      explore: false,
    }
    await made.loop.redirect({
      type: 'dag_adjustment',
      description: 'a key will do',
      operations: [{ op: 'add', atom: key, group: 'auth' }],
    })
    expect(await made.loop.start()).toMatchObject({ status: 'completed' })
    expect(made.launches.at(-1)).toBe('key')
  })
})
