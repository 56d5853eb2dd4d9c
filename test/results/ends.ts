import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, type FinalResult, isInterrupted } from '@artoo/sdk'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import {
  adults,
  both,
  call,
  freshPlans,
  giveUp,
  isAbout,
  judge,
  pass,
  plan,
  read,
  request,
  tools,
  wordings,
  work,
  write,
} from './script.js'

export interface End {
  /** The title of the page's part on it. */
  readonly how: string
  readonly script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>
  readonly words?: string
  readonly options?: Partial<ArtooOptions>
  /** Milliseconds after which the user stops it. */
  readonly stopAfter?: number
}

const wrote = work([read, write], 'Wrote adults.txt with 1 adult.')
const directly = [{ toolCalls: [write] }, { text: 'Wrote adults.txt with 1 adult.' }]
const down = { error: new Error('overloaded') }
const noRetries = { modelRetries: 0 } as const
const patience = { modelTimeoutMs: 900_000, firstTokenTimeoutMs: 900_000 } as const
const lacksTim = { verdict: 'fail', evidence: 'people.csv has another adult', records: ['r1'] } as const
const untouched = { toolCalls: [call('wait', {})] }
const rates = {
  intent: 'Find the rates',
  tools: ['find'],
  criteria: [{ ...adults, text: 'The rates are there', about: 'answer' }],
} as const
const ratesAreAway = work([call('find', { path: 'rates' })], 'No rates came.')
const noRates = judge({ verdict: 'fail', cause: 'no_access', evidence: 'the answer is empty' }, pass)
const waitThenGiveUp = giveUp([call('wait', {})], 'nothing answered')

/** Every way in which a task ends, as a run of it. */
export const ends: readonly End[] = [
  {
    how: 'All criteria are met',
    script: { plan: plan(), execution: wrote, last_verdicts: judge(pass, pass) },
  },
  {
    how: 'The thing does not exist',
    words: 'When was orders.csv changed last?',
    script: {
      plan: plan({
        asks: 'answer',
        intent: 'Find orders.csv',
        tools: ['find'],
        criteria: [{ ...adults, text: 'The answer names the day of orders.csv', about: 'answer' }],
      }),
      execution: work([call('find', { path: '**/orders.csv' })], 'There is no orders.csv anywhere in the folder.'),
      last_verdicts: judge({ verdict: 'absent', evidence: 'no file of the name', records: ['r1'] }),
    },
  },
  {
    how: 'The answer needs no tool',
    words: 'What does CSV stand for?',
    script: { plan: { json: { asks: 'answer', criteria: [], subtasks: [], answer: 'Comma-separated values.' } } },
  },
  {
    how: 'A direct task is done',
    options: { depth: 'direct' },
    script: { text: directly },
  },
  {
    how: 'A direct task meets a refusal',
    words: 'Delete old.csv',
    options: { depth: 'direct', confirm: () => false },
    script: {
      text: [{ toolCalls: [call('delete_file', { path: 'old.csv' })] }, { text: 'I may not delete old.csv.' }],
    },
  },
  {
    how: 'The criteria are met, the change was not made',
    words: 'Write a list of the adults',
    script: {
      plan: plan({ criteria: [{ ...adults, text: 'The list holds the adults' }] }),
      execution: work([read], 'Wrote the list with 1 adult.'),
      last_verdicts: judge({ ...pass, records: ['r1'] }),
    },
  },
  {
    how: 'A judge leaves a criterion out',
    script: { plan: plan(), execution: wrote, last_verdicts: judge(pass) },
  },
  {
    how: 'Nearly all is met, and nothing is left to try',
    script: {
      plan: plan({ criteria: [adults, ...wordings] }),
      execution: wrote,
      last_verdicts: judge(
        pass,
        pass,
        { verdict: 'fail', evidence: 'it says nothing friendly' },
        pass,
        pass,
        pass,
        pass,
      ),
    },
    options: { limits: { replans: 0 } },
  },
  {
    how: 'A person refuses the only way',
    words: 'Delete people.csv',
    script: {
      plan: [
        plan({
          intent: 'Delete people.csv',
          tools: ['delete_file'],
          criteria: [{ ...adults, text: 'people.csv is gone' }],
        }),
        { json: { asks: 'change', criteria: [], subtasks: [], impossible: 'deleting was refused' } },
      ],
      execution: giveUp([call('delete_file', { path: 'people.csv' })], 'it was refused'),
    },
    options: { confirm: () => false },
  },
  {
    how: 'Only the user can tell',
    words: 'Delete the old list',
    script: {
      plan: plan({
        intent: 'Delete the old list',
        tools: ['find', 'delete_file'],
        criteria: [{ ...adults, text: 'The old list is gone' }],
      }),
      execution: [
        { toolCalls: [call('find', { path: '**/*' })] },
        {
          json: {
            status: 'needs',
            output: 'There are two lists, and nothing says which one is old.',
            needs: [{ question: 'Which list is the old one?', choices: ['people.csv', 'people-2025.csv'] }],
          },
        },
      ],
    },
  },
  {
    how: 'Nobody is there to allow the only way',
    words: 'Delete people.csv',
    script: {
      plan: [
        plan({
          intent: 'Delete people.csv',
          tools: ['delete_file'],
          criteria: [{ ...adults, text: 'people.csv is gone' }],
        }),
        plan({
          intent: 'Empty the folder',
          tools: ['delete_file'],
          criteria: [{ ...adults, text: 'people.csv is gone' }],
        }),
      ],
      execution: giveUp([call('delete_file', { path: 'people.csv' })], 'it was refused'),
    },
    options: { confirm: undefined },
  },
  {
    how: 'The time budget is used up',
    script: { plan: freshPlans({ tools: ['wait'] }), execution: waitThenGiveUp },
    options: { limits: { toolTimeoutMs: 60_000, replans: 4 } },
  },
  {
    how: 'A part is not worth another plan',
    words: `${request}, and note the rates`,
    script: {
      plan: [both(plan(), plan(rates)), freshPlans(rates)],
      execution: (given) => (isAbout('rates', given) ? ratesAreAway : wrote)(given),
      verdicts: (given) => (isAbout('rates', given) ? noRates : judge(pass)),
      last_verdicts: noRates,
    },
    options: { limits: { replans: 9 } },
  },
  {
    how: 'Each plan is worse than the one before',
    script: { plan: freshPlans({ tools: ['wait'] }), execution: waitThenGiveUp },
    options: { limits: { toolTimeoutMs: 45_000 }, profile: 'paper' },
  },
  {
    how: 'The plan was changed as often as it may be',
    script: { plan: freshPlans(), execution: wrote, last_verdicts: judge(lacksTim, pass) },
  },
  {
    how: 'Nothing new is left to try',
    script: { plan: plan(), execution: giveUp([read], 'people.csv has no ages') },
  },
  {
    how: 'Somebody stops it',
    script: { plan: plan({ tools: ['wait'] }), execution: untouched },
    stopAfter: 5_000,
  },
  {
    how: "The host's time limit passes",
    script: { plan: plan(), execution: work([read, write], ''), last_verdicts: 'hang' },
    options: { limits: { ...patience, ...noRetries, timeMs: 30_000 } },
  },
  {
    how: 'The time that the user named comes',
    words: `${request}, by one past midnight`,
    script: { plan: plan({ deadline: '1970-01-01T00:01:00Z' }), execution: wrote, last_verdicts: 'hang' },
    options: { limits: patience },
  },
  {
    how: 'A limit on model calls is reached',
    script: { plan: plan(), execution: wrote, last_verdicts: judge(pass, pass) },
    options: { limits: { modelCalls: 4 } },
  },
  {
    how: 'No plan can be carried out',
    script: {
      plan: { json: { asks: 'change', criteria: [], subtasks: [], answer: 'Done: adults.txt has been written.' } },
    },
  },
  {
    how: 'The tools can’t do it',
    words: 'Phone Ada',
    script: {
      plan: { json: { asks: 'change', criteria: [], subtasks: [], impossible: 'none of the tools can phone anybody' } },
    },
  },
  {
    how: 'The model does not answer',
    script: { plan: plan(), execution: down },
    options: { limits: noRetries },
  },
  {
    how: 'A part of the host fails',
    script: { plan: plan(), execution: wrote, last_verdicts: judge(pass, pass) },
    options: { ids: failingAt(20) },
  },
  {
    how: 'A model writes no plan',
    script: { plan: { text: 'First, I would read the file …' } },
  },
]

function failingAt(count: number): () => string {
  const ids = sequentialIds()
  let given = 0
  return () => {
    if (++given >= count) throw new Error('the database is gone')
    return ids()
  }
}

/** The result of a run to that end. Time passes a second a turn. */
export async function resultOf({ script, words = request, options = {}, stopAfter }: End): Promise<FinalResult> {
  const clock = manualClock(1_000)
  const model = scriptedModel(script, { repeatLast: true })
  const stop = new AbortController()
  const artoo = createArtoo({ model, tools: tools(), clock, ids: sequentialIds(), confirm: () => true, ...options })
  const run = artoo.run(words, { signal: stop.signal })
  let isOver = false
  const over = Promise.resolve(run).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isOver) break
    clock.advance(1_000)
    if (stopAfter !== undefined && clock.now() > stopAfter) stop.abort()
  }
  const outcome = await over
  await artoo.close()
  if (isInterrupted(outcome)) throw new Error(`it was interrupted: ${outcome.summary}`)
  return outcome as FinalResult
}
