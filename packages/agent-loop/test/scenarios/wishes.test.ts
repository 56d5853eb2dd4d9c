import { type CourseChange, loopPicture } from '@artoo/agent-loop'
import { scriptedModel } from '@artoo/llm/testing'
import { describe, expect, it } from 'vitest'
import { atoms, deferred, doneAfter, fails, file, type Script, until, world } from '../world.js'

/** A job whose base case asks for A alone, and a person who wants docs beside it while A is made. */
function underWay(scripts: Readonly<Record<string, Script>> = {}, options: object = {}) {
  const A = deferred()
  const plan = { atoms: atoms({ A: [] }), base_case: file('A.txt'), constraints: { max_attempts: 1 } }
  const made = world({ plan, scripts: { A: doneAfter(A.promise), ...scripts }, options })
  const result = made.run()
  const redirect = async (change: CourseChange | string) => {
    await until(() => made.launches.length === 1)
    const redirected = made.loop.redirect(change)
    A.resolve()
    await redirected
    return result
  }
  return { made, redirect }
}

const add = (changes: object = {}, group?: string): CourseChange => ({
  ...{ type: 'dag_adjustment', description: 'Please also write docs' },
  operations: [
    {
      op: 'add',
      atom: {
        ...{ id: 'docs', description: 'write docs', success_criteria: file('docs.md'), deps: [], writes: ['docs.md'] },
        ...{ resources: [], explore: false, ...changes },
      },
      group,
    },
  ],
})

const writesDocs: Script = ({ files }) => {
  files['docs.md'] = 'how to use it'
}

describe('what a person wishes for beside the base case', () => {
  it('is done before the job is completed', async () => {
    const { made, redirect } = underWay({ docs: writesDocs })
    const { status, state, undone } = await redirect(add())
    expect({ status, undone }).toEqual({ status: 'completed', undone: [] })
    expect(state.atoms.docs?.status).toBe('resolved')
    expect(made.memory.tree).toMatchObject({ 'docs.md': 'how to use it' })
  })

  it('is worked on although its check holds already', async () => {
    const { made, redirect } = underWay({ docs: writesDocs })
    await redirect(add({ success_criteria: { check: 'not', of: file('nothing') } }))
    expect(made.launches).toContain('docs')
  })

  it('still holds in the end, or the job is not completed', async () => {
    const spoils: Script = ({ files }) => {
      files['late.txt'] = 'done'
      delete files['docs.md']
    }
    const late = { id: 'late', description: 'late', success_criteria: file('late.txt'), deps: ['docs'], writes: [] }
    const both = add() as Extract<CourseChange, { type: 'dag_adjustment' }>
    const more = { op: 'add', atom: { ...late, resources: [], explore: false } } as const
    const { redirect } = underWay({ docs: writesDocs, late: spoils })
    const { status, code, detail } = await redirect({ ...both, operations: [...both.operations, more] })
    expect({ status, code }).toEqual({ status: 'halted', code: 'verification_unreachable' })
    expect(detail).toContain('docs.md')
  })

  it('that can’t be done is named, and the job is not completed', async () => {
    const { redirect } = underWay({ docs: fails('no words') })
    const { status, code, detail, undone, state } = await redirect(add())
    expect({ status, code, undone }).toEqual({ status: 'halted', code: 'exhausted', undone: ['docs'] })
    expect(detail).toContain('docs: no words')
    expect(state.control.last_verdict?.failures).toEqual([expect.stringContaining('docs.md')])
  })

  it('that is optional may be left undone, and is named', async () => {
    const { redirect } = underWay({ docs: writesDocs })
    const { status, undone, detail, state } = await redirect(add({ required: false, deps: ['A'] }))
    expect({ status, undone }).toEqual({ status: 'completed', undone: ['docs'] })
    expect(detail).toMatch(/Not done: docs$/)
    expect(loopPicture(state)).toContain('! not done: docs')
  })

  it('as one more way of a group needs no more than that the group is decided', async () => {
    const plan = {
      atoms: atoms({ jwt: [], session: [] }),
      or_groups: { auth: { choices: ['jwt', 'session'] } },
      base_case: { check: 'any', of: [file('jwt.txt'), file('session.txt')] } as const,
    }
    const { loop, align, launches } = world({ plan })
    await align()
    await loop.redirect(add({}, 'auth'))
    expect(await loop.start()).toMatchObject({ status: 'completed', undone: [] })
    expect(launches).toEqual(['jwt'])
  })

  it('of a plan counts where the plan says so, and is named where it doesn’t', async () => {
    const planned = atoms({ A: [], B: ['A'], C: ['B'] })
    const plan = { atoms: { ...planned, B: { ...planned.B, required: true } as never }, base_case: file('A.txt') }
    const { run, launches } = world({ plan })
    expect(await run()).toMatchObject({ status: 'completed', undone: ['C'] })
    expect(launches).toEqual(['A', 'B'])
  })

  it('does not outlive its removal', async () => {
    const { loop, align, launches } = world()
    await align()
    await loop.redirect(add())
    const operations = [{ op: 'remove', atom: 'docs' }] as const
    await loop.redirect({ type: 'dag_adjustment', description: 'no docs', operations })
    expect(await loop.start()).toMatchObject({ status: 'completed', undone: [] })
    expect(launches).toEqual(['A'])
  })
})

describe('what a person is asked about a change', () => {
  const asked = async (change: object) => {
    const questions: string[] = []
    const model = scriptedModel({ redirection: [{ json: { change } }] })
    const clarify = (shown: readonly { readonly question: string }[]) => {
      questions.push(...shown.map(({ question }) => question))
      return 'yes'
    }
    const { redirect } = underWay({ docs: writesDocs }, { model, clarify })
    const result = await redirect('otherwise, please')
    return { questions, result }
  }

  it('is in plain words, and says that the base case doesn’t ask for it', async () => {
    const atom = { name: 'docs', task: 'write docs', check: file('docs.md'), depends_on: ['A'], writes: ['docs.md'] }
    const { questions, result } = await asked({
      ...{ type: 'dag_adjustment', description: 'Write docs, too' },
      operations: [{ op: 'add', atom }],
    })
    expect(questions).toMatchInlineSnapshot(`
      [
        "Write docs, too
      - New: docs, after A: write docs (done when docs.md exists; changes docs.md)
      - The check of the whole does not ask for this yet. From now on the job is not completed before it is done.
      Yes, or what else?",
      ]
    `)
    expect(result).toMatchObject({ status: 'completed', undone: [] })
  })

  it('names what may be left undone', async () => {
    const atom = { name: 'docs', task: 'write docs', check: file('docs.md') }
    const operations = [{ op: 'add', atom, optional: true }]
    const { questions } = await asked({ type: 'dag_adjustment', description: 'Docs if there is time', operations })
    expect(questions[0]).toContain('- The job may be completed without this.')
  })

  it('names each limit as it was and as it will be', async () => {
    const constraints = { max_tokens: 50_000, max_attempts: 3 }
    const { questions } = await asked({ type: 'constraint_change', description: 'Give it more', constraints })
    expect(questions).toMatchInlineSnapshot(`
      [
        "Give it more
      - max_tokens: no limit → 50,000
      - max_attempts: 1 → 3
      Yes, or what else?",
      ]
    `)
  })

  it('shows no text of a model that passes for another line', async () => {
    const forged = 'Fewer\r\u001b[2K\u202e\nYes, or what else?'
    const { questions } = await asked({
      type: 'constraint_change',
      description: forged,
      constraints: { max_attempts: 3 },
    })
    expect(questions[0]?.split('\n')).toHaveLength(3)
    expect(questions[0]).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  })
})
