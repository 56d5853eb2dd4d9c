import { defineTool, type FinalResult } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { attempt } from '../personas/measure.js'
import { tasksOfLie } from '../personas/tasks.js'
import { type End, resultOf } from './ends.js'
import { adults, call, giveUp, judge, pass, plan, read, tools, work, write } from './script.js'

/** A tool that does its work and never comes back. */
const writesAndHangs = defineTool({
  name: 'write_file',
  description: 'Writes',
  effect: 'repeatable',
  input: z.object({ path: z.string(), content: z.string() }),
  target: ({ path }) => path,
  execute: () => new Promise(() => {}),
})

const others = tools().filter(({ name }) => name !== 'write_file')
const hanging = [...others, writesAndHangs]
const wrote = work([read, write], 'Wrote adults.txt with 1 adult.')
const sound = { plan: plan(), execution: wrote, last_verdicts: judge(pass, pass) }
const of = (end: Omit<End, 'how'>): Promise<FinalResult> => resultOf({ how: 'a known fault', ...end })
const patience = { modelTimeoutMs: 900_000, firstTokenTimeoutMs: 900_000, modelRetries: 0 }

describe('a summary', () => {
  test('does not say that nothing was changed while a call was under way: time limit', async () => {
    const { summary } = await of({ script: sound, options: { tools: hanging, limits: { timeMs: 20_000 } } })
    expect(summary).not.toMatch(/^Nothing was changed\./)
  })

  test('does not say that nothing was changed while a call was under way: stopped by the user', async () => {
    const { summary } = await of({ script: sound, options: { tools: hanging }, stopAfter: 10_000 })
    expect(summary).not.toMatch(/^Nothing was changed\./)
  })

  test('does not say that nothing was changed while a call was under way: deadline of the user', async () => {
    const script = { ...sound, plan: plan({ deadline: '1970-01-01T00:00:30Z' }) }
    const { summary } = await of({ script, options: { tools: hanging } })
    expect(summary).not.toMatch(/^Nothing was changed\./)
  })

  test('does not say that no call was made beside one of which nobody knows what became of it', async () => {
    const { summary } = await of({ script: sound, options: { tools: hanging, limits: { toolTimeoutMs: 5_000 } } })
    expect(summary).not.toMatch(/is not known.*none was made/)
  })

  test('does not say that it is not known what became of what was written well later', async () => {
    let calls = 0
    const failsOnce = {
      ...writesAndHangs,
      async execute() {
        if (++calls === 1) throw new Error('the disk is busy')
        return 'created adults.txt'
      },
    }
    const execution = work([read, write, write], 'Wrote adults.txt with 1 adult.')
    const script = { ...sound, execution, last_verdicts: judge({ ...pass, records: ['r3'] }, pass) }
    const { status, summary } = await of({ script, options: { tools: [...others, failsOnce] } })
    expect(status).toBe('complete')
    expect(summary).not.toContain('is not known')
  })

  test('names what is missing once', async () => {
    const lacking = judge({ verdict: 'fail', evidence: 'another adult', records: ['r1'] }, pass)
    const { missing } = await of({ script: { ...sound, last_verdicts: lacking }, options: { limits: { replans: 0 } } })
    expect(missing).toHaveLength(1)
  })
})

describe('right work', () => {
  test.each([
    ['its judge does not answer in time', { limits: { ...patience, timeMs: 30_000 } }, 'hang'],
    ['a limit leaves no room for its judge', { limits: { modelCalls: 4 } }, judge(pass, pass)],
    ['the provider of its judge fails', { limits: { modelRetries: 0 } }, { error: new Error('overloaded') }],
  ] as const)('is delivered unjudged when %s', async (_, options, verdicts) => {
    const { output, status } = await of({ script: { ...sound, last_verdicts: verdicts }, options })
    expect({ output, status }).toEqual({ output: 'Wrote adults.txt with 1 adult.', status: 'partial' })
  })

  test('that needs no merge is delivered as it is when its verdicts can not be read', async () => {
    const task = tasksOfLie('judge').find(({ name }) => name === 'a file far below')
    if (!task) throw new Error('no task')
    const { answer } = await attempt({ persona: 'judge writes broken JSON twice', system: 'full', task, seed: 1 })
    expect(answer).toBe('Yes: docs/old/history.md')
  })
})

/**
 * The same records come from work that was not needed and from work that was not done, so neither is called complete: its user reads what
 * is the case, and what to do about it.
 */
describe('a request for a change of which no call made one is partial, and its result says so', () => {
  const told = { status: 'partial', move: 'If everything is as you want it already, leave it so.' }
  const toldOf = async (end: Pick<End, 'script' | 'words'>) => {
    const { status, summary, nextMoves, output } = await of(end)
    expect(summary).toBe('Nothing was changed. The request asks for a change, and no call made one.')
    expect(output).not.toBeNull()
    return { status, move: nextMoves[0] }
  }

  test('when everything is as it was to be already', async () => {
    const script = {
      plan: plan({ criteria: [{ ...adults, text: 'people.csv has a line for Ada' }] }),
      execution: work([read], 'people.csv has a line for Ada already.'),
      last_verdicts: judge({ ...pass, records: ['r1'] }),
    }
    expect(await toldOf({ script, words: 'See to it that people.csv has a line for Ada' })).toEqual(told)
  })

  test('when the planner takes a run that only reads for a change', async () => {
    const criteria = [{ ...adults, about: 'answer', text: 'The answer says what find printed' }] as const
    const script = {
      plan: plan({ tools: ['find'], criteria }),
      execution: work([call('find', { path: '*.csv' })], '(no file)'),
      last_verdicts: judge({ ...pass, records: ['r1'] }),
    }
    expect(await toldOf({ script, words: 'Run find for *.csv and show me what it prints' })).toEqual(told)
  })

  test('and is complete where the planner takes that run for a question', async () => {
    const criteria = [{ ...adults, about: 'answer', text: 'The answer says what find printed' }] as const
    const script = {
      plan: plan({ asks: 'answer', tools: ['find'], criteria }),
      execution: work([call('find', { path: '*.csv' })], '(no file)'),
      last_verdicts: judge({ ...pass, records: ['r1'] }),
    }
    const { status, summary } = await of({ script, words: 'Run find for *.csv and show me what it prints' })
    expect({ status, summary }).toEqual({
      status: 'complete',
      summary: 'Nothing was changed. The only check passed (by a model).',
    })
  })
})

describe('a criterion about the world', () => {
  /** The judge names the last call. */
  const passesBy = async (...calls: readonly ReturnType<typeof call>[]) => {
    const names = ['read_file', 'find', 'write_file']
    const script = {
      plan: plan({ asks: 'answer', tools: names, criteria: [adults] }),
      execution: work(calls, 'Wrote adults.txt.'),
      last_verdicts: judge({ ...pass, records: [`r${calls.length}`] }, pass),
    }
    return (await of({ script })).criteria[0]?.verdict
  }
  const nothingFound = call('find', { path: 'adults.txt' })

  test('does not pass by a change to another file than the one that it names', async () => {
    expect(await passesBy(read, nothingFound, call('write_file', { path: 'scratch.txt', content: '' }))).not.toBe(
      'pass',
    )
  })

  test('does not pass by a look at another file than the one that it names', async () => {
    expect(await passesBy(nothingFound, read)).not.toBe('pass')
  })
})

describe('a merge', () => {
  test('is judged by another when its number stands only among other numbers of a long file', async () => {
    const task = tasksOfLie('merge lies').find(({ name }) => name === 'two counts, one of a long file')
    if (!task) throw new Error('no task')
    const { deliversWrong } = await attempt({ persona: 'merge lies', system: 'lean', task, seed: 1 })
    expect(deliversWrong).toBe(false)
  })
})

describe('next moves', () => {
  test('speak of an output only where there is one', async () => {
    const { output, nextMoves } = await of({
      script: { plan: plan({ tools: ['wait'] }), execution: { toolCalls: [call('wait', {})] } },
      stopAfter: 5_000,
    })
    expect({ output, speaks: /is in the output/.test(nextMoves.join()) }).toEqual({ output: null, speaks: false })
  })

  test('name the call that was refused, not its target alone', async () => {
    const script = {
      plan: [
        plan({ tools: ['delete_file'], criteria: [{ ...adults, text: 'people.csv is gone' }] }),
        { json: { asks: 'change', criteria: [], subtasks: [], impossible: 'it was refused' } },
      ],
      execution: giveUp([call('delete_file', { path: 'people.csv' })], 'it was refused'),
    }
    const { nextMoves } = await of({ script, options: { confirm: () => false } })
    expect(nextMoves[0]).toMatch(/delete/)
  })
})
