import { loopPicture, type StateFile } from '@artoo/agent-loop'
import { scriptedModel } from '@artoo/llm/testing'
import type { Clarify } from '@artoo/runtime'
import { describe, expect, test } from 'vitest'
import { isYes } from '../../src/messages/is-yes.js'
import { deferred, file, world } from '../world.js'

const plan = {
  goal: 'a greeting',
  background_intent: 'to be kind',
  deliverables: ['hello.txt'],
  definition_of_done: 'hello.txt is there',
  base_case: file('hello.txt'),
  atoms: [
    { name: 'by hand', task: 'write it by hand', check: file('hello.txt') },
    { name: 'by script', task: 'have a script write it', check: file('hello.txt') },
    { name: 'sign', task: 'sign it', check: file('signed.txt'), depends_on: ['by hand'] },
  ],
  alternatives: [['by hand', 'by script']],
}

test('a job in words is talked over, and begins with what the person said yes to', async () => {
  const questions: string[] = []
  const answers = ['In English.', 'sign it, too', 'yes']
  const model = scriptedModel({
    alignment: [
      { json: { questions: ['In which language?'] } },
      { json: { plan: { ...plan, atoms: plan.atoms.slice(0, 2) } } },
      { json: { plan } },
    ],
  })
  const { loop } = world({
    options: {
      model,
      clarify: (asked) => {
        questions.push(...asked.map(({ question }) => question))
        return { answer: answers[questions.length - 1] ?? '', by: 'ann' }
      },
    },
  })
  const state = await loop.align('greet them')
  expect(questions[0]).toBe('In which language?')
  expect(questions[2]).toMatchInlineSnapshot(`
    "Goal: a greeting
    Why: to be kind
    Delivered: hello.txt
    Done: hello.txt is there, which code decides by this: hello.txt exists
    Atoms:
    - a1: write it by hand (done when hello.txt exists)
    - a2: have a script write it (done when hello.txt exists)
    - a3, after g1: sign it (done when signed.txt exists)
    - g1: one of a1, a2 is done, the first that succeeds
    The loop may end with some of these not done: a3. Answer all to begin and have them done, too.
    Checks run the commands above without asking again, as long as the scripts, configuration and lock files that define them stay as they are; those that an atom names as changed are part of its work. Answer yes to begin; anything else is taken as a wish to change the plan."
  `)
  expect(state.objective.aligned?.by).toBe('ann')
  expect(state.control.status).toBe('ready')
  expect(state.atoms.a3?.deps).toEqual(['g1'])
  expect(await loop.start()).toMatchObject({ status: 'completed' })
})

test('a person who answers all has every atom done, not only what the base case asks for', async () => {
  const model = scriptedModel({ alignment: [{ json: { plan } }] })
  const { loop, launches } = world({ options: { model, clarify: () => 'yes, all' } })
  const state = await loop.align('greet them')
  expect(Object.values(state.atoms).every(({ required }) => required)).toBe(true)
  expect(await loop.start()).toMatchObject({ status: 'completed', undone: [] })
  expect(launches).toEqual(['a1', 'a3'])
})

test('a plan that can’t be decided by code is turned down before a person sees it', async () => {
  const model = scriptedModel({
    alignment: [{ json: { plan: { ...plan, base_case: { check: 'regex' } } } }, { json: { plan } }],
  })
  const { loop } = world({ options: { model, clarify: () => 'yes' } })
  await loop.align('greet them')
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain(
    "the base case can't be decided: no patterns here",
  )
})

test.each([
  ['nobody answers', () => ''],
  ['the person never has enough', () => 'no, otherwise'],
])('there is no loop when %s', async (_, clarify) => {
  const model = scriptedModel({ alignment: [{ json: { plan } }] }, { repeatLast: true })
  const { loop } = world({ options: { model, clarify } })
  await expect(loop.align('greet them')).rejects.toMatchObject({ code: 'not_agreed' })
  expect(await loop.state()).toBeNull()
})

test('a plan that is turned down each time ends the talk with the reason, and no answer is asked for that is not read', async () => {
  const proposed = { json: { plan: { ...plan, base_case: { check: 'regex' } } } }
  const model = scriptedModel({ alignment: Array(8).fill(proposed) })
  const { loop } = world({ options: { model, clarify: () => 'yes' } })
  await expect(loop.align('greet them')).rejects.toMatchObject({
    code: 'not_agreed',
    message: "no agreement in 8 rounds: the base case can't be decided: no patterns here",
  })
  expect(model.requests).toHaveLength(8)
})

test('a model that only asks ends the talk, and nobody is asked whose answer it would not be told', async () => {
  const model = scriptedModel({ alignment: Array(8).fill({ json: { questions: ['And then?'] } }) })
  const asked: string[] = []
  const clarify: Clarify = (questions) => {
    asked.push(...questions.map(({ question }) => question))
    return 'a greeting'
  }
  const { loop } = world({ options: { model, clarify } })
  await expect(loop.align('greet them')).rejects.toMatchObject({ code: 'not_agreed' })
  expect([model.requests.length, asked.length]).toEqual([8, 7])
})

test('words need a model and somebody to agree', async () => {
  await expect(world().loop.align('greet them')).rejects.toMatchObject({ code: 'invalid_option', field: 'model' })
  const { loop } = world({ options: { model: scriptedModel({}) } })
  await expect(loop.align('greet them')).rejects.toMatchObject({ code: 'invalid_option', field: 'clarify' })
})

test.each([
  [
    'depends on what is not there',
    { ...plan, atoms: [{ ...plan.atoms[0], depends_on: ['thinking'] }], alternatives: [] },
    'thinking, which does not exist',
  ],
  [
    'writes what nobody may change',
    { ...plan, protected_paths: ['hello.txt'], atoms: plan.atoms.map((atom) => ({ ...atom, writes: ['hello.txt'] })) },
    'a1 would write hello.txt, which nobody may change: take it out of its writes, or out of protected_paths (a1 is \\"by hand\\")',
  ],
])('a plan that %s is turned down before a person sees it', async (_, proposed, why) => {
  const asked: string[] = []
  const model = scriptedModel({ alignment: [{ json: { plan: proposed } }, { json: { plan } }] })
  const clarify: Clarify = (questions) => {
    asked.push(...questions.map(({ question }) => question))
    return 'go ahead, please.'
  }
  const { loop } = world({ options: { model, clarify } })
  await loop.align('greet them')
  expect(asked).toHaveLength(1)
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain(why)
})

test('the model that plans is told of the folder', async () => {
  const model = scriptedModel({ alignment: [{ json: { plan } }] })
  const { loop } = world({ options: { model, clarify: () => 'yes', surroundings: () => '- "a.txt"' } })
  await loop.align('greet them')
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('- \\"a.txt\\"')
})

test.each(['yes', 'Yes!', 'Looks good, go ahead.', 'ok, thanks', 'ja bitte'])('%j is a yes', (answer) => {
  expect(isYes(answer)).toBe(true)
})

test.each(['', 'no', 'yes, but not the README', 'thanks', 'yesterday', 'ok?', 'go ahead with a1 only'])(
  '%j is none',
  (answer) => {
    expect(isYes(answer)).toBe(false)
  },
)

test('a person is shown no text of a model that a terminal would obey, or that passes for a line of the plan', async () => {
  const forged = '\r\u001b[2K\u202ebe kind\u2028Answer yes to begin'
  const questions: string[] = []
  const hostile = {
    ...plan,
    background_intent: `to ${forged}`,
    protected_paths: [`test/**${forged}`],
    base_case: { check: 'file', path: 'hello.txt', contains: `\u009b2K${forged}` },
    atoms: [{ ...plan.atoms[0], task: `write it${' '.repeat(1_500)}${forged}`, writes: [`a${forged}`] }],
    alternatives: [],
  }
  const model = scriptedModel({
    alignment: [{ json: { questions: [`In which language?\n${forged}`] } }, { json: { plan: hostile } }],
  })
  const clarify: Clarify = (asked) => {
    questions.push(...asked.map(({ question }) => question))
    return questions.length > 1 ? 'yes' : 'In English.'
  }
  const { loop } = world({ options: { model, clarify } })
  await loop.align('greet them')
  const [asked, shown = ''] = questions
  expect(asked).toBe('In which language? [2Kbe kind Answer yes to begin')
  expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u)
  expect(shown.split('\n').filter((line) => line.startsWith('Answer yes'))).toEqual([])
  expect(shown).toContain('- a1: write it […1,501 blanks…] [2Kbe kind')
  expect(shown).toContain('hello.txt contains "\\u009b2K\\r\\u001b[2K\\u202ebe kind\\u2028Answer')
  expect(loopPicture((await loop.state()) as StateFile)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u)
})

test('an answer to one question of several is read as the answer to that question', async () => {
  const model = scriptedModel({
    alignment: [
      { json: { questions: ['In English?', 'May files be overwritten?', 'Shall it be signed?'] } },
      { json: { plan } },
    ],
  })
  const clarify: Clarify = ([, second, third]) => (second && third ? { [second.id]: 'no', [third.id]: 'yes' } : 'yes')
  await world({ options: { model, clarify } }).loop.align('greet them')
  expect(model.requests[1]?.messages.at(-1)?.content).toBe(
    'The person answers: "(to question 2) no\\n(to question 3) yes"',
  )
})

describe('a person who is asked while no loop runs', () => {
  const unmatched = { ...plan, protected_paths: ['tset/**'] }
  const scripted = () => scriptedModel({ alignment: [{ json: { plan: unmatched } }] })
  const isLast = (questions: Parameters<Clarify>[0]) => questions.some(({ id }) => id === 'align.1')

  test('is asked once more after an answer that can’t be read, with the problem', async () => {
    const asked: string[] = []
    const clarify: Clarify = (questions) => {
      if (!isLast(questions)) return 'yes'
      asked.push(...questions.map(({ question }) => question))
      return asked.length === 1 ? { 'align.7': 'yes' } : 'yes'
    }
    const state = await world({ options: { model: scripted(), clarify } }).loop.align('greet them')
    expect(state.objective.protected_files.globs).toEqual(['tset/**'])
    expect(asked[1]).toMatch(/^\(it answers a question that was not asked.*\)\nNot to be changed is/)
  })

  test('holds up no loop that is closed, and no other process', async () => {
    const asked = deferred()
    const clarify: Clarify = (questions) => {
      if (!isLast(questions)) return 'yes'
      asked.resolve()
      return new Promise<never>(() => {})
    }
    const { loop, store } = world({ options: { model: scripted(), clarify } })
    const agreed = expect(loop.align('greet them')).rejects.toMatchObject({ code: 'closed' })
    await asked.promise
    await loop.close()
    await agreed
    await store.acquire('another')
  })
})
