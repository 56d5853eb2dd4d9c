import type { Consultation } from '@artoo/mkct'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAgentValidator } from '../src/agent-validator/agent-validator.js'
import { createExecutor } from '../src/executor/executor.js'
import type { Criterion } from '../src/messages/plan.js'
import { longestList, longestText } from '../src/messages/plan.js'
import { createMetaValidator } from '../src/meta-validator/meta-validator.js'
import { createPerceiver } from '../src/perceiver/perceiver.js'
import { createPlanner } from '../src/planner/planner.js'
import {
  answered,
  blockOn,
  call,
  directive,
  failed,
  failing,
  manifest,
  manyCalls,
  matched,
  plausible,
  result,
  subTask,
  taskSpec,
  value,
  verdict,
} from './builders.js'
import { briefOf, drive, lastWordOf, payloadOf } from './drive.js'

fc.configureGlobal({ seed: 20260221 })

/** What a text is made of: some characters take more room in JSON or in UTF-8 than they count. */
const stuffs = ['x', '"', '\n', '\u0000', 'é', '漢', '🦊', '\ud800', 'word and word. ']

/** How large things are: a share of the most that a schema, or a host, lets them be. */
const meanness = fc.record({
  stuff: fc.constantFrom(...stuffs),
  /** Of texts. */
  size: fc.constantFrom(0.01, 0.1, 1),
  /** Of lists. */
  count: fc.constantFrom(0.01, 0.1, 1),
  room: fc.constantFrom(200_000, 400_000, 1_000_000),
})

type Meanness = ReturnType<typeof sizesOf>

function sizesOf({ stuff, size, count }: { stuff: string; size: number; count: number }) {
  const text = (most: number) => stuff.repeat(Math.ceil((most * size) / stuff.length))
  const list = <T>(most: number, make: (index: number) => T) =>
    Array.from({ length: Math.max(1, Math.floor(most * count)) }, (_, index) => make(index))
  return { text, list }
}

/** Characters of what a role's model is told of this request alone, beside the role's instruction. */
function toldIn(sent: Parameters<typeof payloadOf>[0]): number {
  const { messages } = payloadOf(sent, 'ModelRequest')
  return messages.reduce((sum, { role, content }) => sum + (role === 'system' ? 0 : content.length), 0)
}

const most = 3 / 4

function holds(request: (sizes: Meanness, room: number) => Parameters<typeof payloadOf>[0]) {
  fc.assert(
    fc.property(meanness, ({ room, ...given }) => {
      expect(toldIn(request(sizesOf(given), room))).toBeLessThanOrEqual(most * room)
    }),
    { numRuns: 3, endOnFailure: true, examples: [[{ stuff: '"', size: 1, count: 1, room: 200_000 }]] },
  )
}

const criteria = ({ text, list }: Meanness): Criterion[] =>
  list(longestList, (index) => plausible(`${index} ${text(longestText)}`))

const calls = ({ text, list }: Meanness, prefix: string) =>
  list(100, (index) => {
    const change = { bytesBefore: 2, bytesAfter: 1, diff: text(16_384) }
    const [target, input, output] = [`${index} ${text(10_000)}`, { path: text(10_000) }, text(4_096)]
    const effect = 'irreversible' as const
    return call({ id: `${prefix}_${index}`, tool: text(2_000), target, input, effect, output, change })
  })

const rawInput = (room: number) => 'word '.repeat(room / 20)

/** With what was asked back and answered: as much as the perceiver lets it be. */
const wholeRequest = (room: number) => `${rawInput(room)}${'word '.repeat(room / 40)}`

const change = { tool: 'write_file', what: 'changed', bytesBefore: 9, bytesAfter: 3, why: null, origin: null } as const

describe('a request stays within three quarters of the room, whatever the sizes: of', () => {
  it('the perceiver', () => {
    holds(({ text, list }, room) => {
      const { tell } = drive(createPerceiver({ room }))
      tell('UserInput', { text: rawInput(room) })
      const questions = list(longestList, (index) => `${index} ${text(longestText)}?`)
      const asking = value('task_spec', { intent: 'do it', questions })
      tell('ModelReply', asking)
      tell('ClarificationAnswer', answered(text(500_000), 'ann', longestList))
      tell('ModelReply', asking)
      return tell('ClarificationAnswer', answered(text(500_000), 'ann', longestList))
    })
  })

  it('the planner', () => {
    holds((sizes, room) => {
      const { text, list } = sizes
      const tools = list(40, (index) => ({ name: `tool_${index}`, description: text(5_000) }))
      const { tell } = drive(
        createPlanner({ tools, checks: [], surroundings: list(40, (index) => `${index} ${text(2_000)}`), room }),
      )
      const clarifications = list(2, () => ({ questions: list(20, () => text(600)), answer: text(10_000) }))
      const [intent, scope] = [`do it ${text(longestText)}`, text(longestText)]
      tell('TaskSpec', taskSpec({ intent, scope, clarifications, rawInput: rawInput(room), deadline: 8e15 }))
      const lesson = text(65_536)
      const consultation = {
        readings: list(500, (index) => {
          const of = { space: `tool:tool_${index % 40}`, entity: `path:${index} ${text(8_000)}` }
          return { ...of, action: 'avoid', lesson, origin: text(8_000), decision: -1, attention: 1 }
        }),
        rules: [],
      } as unknown as Consultation
      tell('MemoryReading', { consultation, error: null })
      const subtasks = list(20, (index) => ({
        intent: `${index} ${text(longestText)}`,
        sequence: 1,
        criteria: criteria(sizes),
        tools: list(longestList, () => 'tool_0'),
      }))
      tell('ModelReply', value('plan', { criteria: criteria(sizes), subtasks }))
      tell(
        'PlanDirective',
        directive({
          gapSummary: text(1_000_000),
          failedCriterion: text(longestText),
          blockedTargets: list(500, (index) => ({ tool: 'tool_1', target: `${index} ${text(30_000)}` })),
          done: list(300, (index) => ({ subtaskId: `${index}`, intent: text(longestText), output: text(200_000) })),
          changed: list(500, (index) => ({ ...change, id: `call_${index}`, target: `${index} ${text(30_000)}` })),
          left: list(300, (index) => ({ subtaskId: `${index}`, intent: text(longestText) })),
          rationale: text(longestText),
        }),
      )
      return tell('MemoryReading', { consultation, error: null })
    })
  })

  it.each([
    ['', false],
    [' that is given the whole task', true],
  ])('the executor%s', (_, isWhole) => {
    holds((sizes, room) => {
      const { text, list } = sizes
      const { tell } = drive(createExecutor({ surroundings: list(40, (index) => `${index} ${text(2_000)}`), room }))
      const blockedTargets = list(500, (index) => blockOn('a', `${index} ${text(30_000)}`))
      const given = { intent: `do ${text(longestText)}`, context: text(1_000_000), criteria: criteria(sizes) }
      return tell('SubTask', subTask({ ...given, blockedTargets, request: isWhole ? wholeRequest(room) : null }))
    })
  })

  it('the executor, when it is corrected', () => {
    holds(({ text }, room) => {
      const { tell } = drive(createExecutor({ room }))
      tell('SubTask', subTask())
      tell('ModelReply', value('execution', { status: 'completed', output: '2' }, '1.1'))
      const [whatWasWrong, failedCriterion, whatToDo] = [text(1_000_000), text(longestText), text(longestText)]
      const told = { whatWasWrong, failedCriterion, whatToDo }
      return tell('CorrectionSignal', { subtaskId: '1.1', attempt: 2, failureClass: null, ...told })
    })
  })

  it.each([
    ['', false],
    [' of the whole task', true],
  ])('the validator%s', (_, isWhole) => {
    holds((sizes, room) => {
      const { text } = sizes
      const { tell } = drive(createAgentValidator({ room }))
      const given = { intent: `do ${text(longestText)}`, context: text(1_000_000), criteria: criteria(sizes) }
      tell('SubTask', subTask({ ...given, request: isWhole ? wholeRequest(room) : null }))
      const verdicts = given.criteria.map((_, index) => {
        return { criterion: index + 1, verdict: 'fail' as const, evidence: text(longestText), records: [] }
      })
      for (const attempt of [1, 2]) {
        tell('ExecutionResult', result({ attempt }))
        tell('ModelReply', value('verdicts', { verdicts }, '1.1'))
      }
      return tell('ExecutionResult', result({ attempt: 3, output: text(1_000_000), toolCalls: calls(sizes, 'call') }))
    })
  })

  it('the meta-validator', () => {
    holds((sizes, room) => {
      const { text, list } = sizes
      const { tell } = drive(createMetaValidator({ room }))
      tell('DispatchManifest', manifest())
      tell('SubTaskOutcome', failed({ toolCalls: calls(sizes, 'lost') }))
      const subtasks = list(20, (index) => ({
        subtaskId: `${index}`,
        sequence: 1,
        intent: text(longestText) || 'do it',
        replaces: null,
      }))
      const clarifications = list(2, () => ({ questions: list(20, () => text(600)), answer: text(10_000) }))
      const spec = taskSpec({ rawInput: rawInput(room), intent: `do ${text(longestText)}`, clarifications })
      tell('DispatchManifest', manifest({ spec, criteria: criteria(sizes), subtasks }))
      const toolCalls = calls(sizes, 'call')
      const verdicts = list(longestList, (index) => {
        const records = list(longestList, (place) => `call_${place}`)
        return verdict({ criterion: `${index} ${text(longestText)}`, evidence: text(longestText), records })
      })
      const sent = subtasks.map(({ subtaskId, intent }) =>
        tell('SubTaskOutcome', matched({ subtaskId, intent, output: text(200_000), verdicts, toolCalls })),
      )
      const asked = sent.at(-1) ?? []
      expect(briefOf(asked)).toHaveProperty('earlierChanges')
      return asked
    })
  })
})

describe('the user’s own words are shown whole, however little room they leave:', () => {
  const request = wholeRequest(20_000)
  const told = subTask({ request, context: 'x'.repeat(100_000) })

  it('to the executor', () => {
    expect(briefOf(drive(createExecutor({ room: 20_000 })).tell('SubTask', told))).toHaveProperty('request', request)
  })

  it('to the last judge', () => {
    const { tell } = drive(createAgentValidator({ room: 20_000 }))
    tell('SubTask', told)
    const asked = tell('ExecutionResult', result({ output: 'x'.repeat(100_000), toolCalls: manyCalls(50) }))
    expect(briefOf(asked)).toHaveProperty('request', request)
  })
})

it('shows small requests whole, in a small room too', () => {
  const { tell } = drive(createAgentValidator({ room: 20_000 }))
  tell('SubTask', subTask({ context: 'known: two' }))
  const output = 'word '.repeat(700)
  expect(briefOf(tell('ExecutionResult', result({ output })))).toMatchObject({ context: 'known: two', output })
})

describe('what was shortened for a judge', () => {
  const long = `begin ${'word '.repeat(40_000)}end`
  const marked = expect.stringMatching(/^begin word [\s\S]*\[… \d+ bytes left out …\][\s\S]* end$/)

  it('is told apart from what an executor cut short', () => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask())
    const asked = tell('ExecutionResult', result({ output: long }))
    expect(briefOf(asked)).toMatchObject({ output: marked, outputCharacters: long.length })
    const [{ content: instruction = '' } = {}] = payloadOf(asked, 'ModelRequest').messages
    expect(instruction).toContain('An output that is cut for you has "outputCharacters"')
    const short = tell('ExecutionResult', result({ output: 'begin\n[… 9 bytes left out …]\nend' }))
    expect(briefOf(short)).not.toHaveProperty('outputCharacters')
  })

  it('is told apart in a merge too, and is no more than must be', () => {
    const { tell } = drive(createMetaValidator())
    const subtasks = ['a', 'b', 'c'].map((subtaskId) => ({ subtaskId, sequence: 1, intent: 'do it', replaces: null }))
    tell('DispatchManifest', manifest({ subtasks }))
    const short = 'word '.repeat(1_000)
    tell('SubTaskOutcome', matched({ subtaskId: 'a', output: short }))
    tell('SubTaskOutcome', matched({ subtaskId: 'b', output: long }))
    const asked = tell('SubTaskOutcome', matched({ subtaskId: 'c', output: short }))
    const [first, second, third] = briefOf(asked).outcomes as { output: string; outputCharacters?: number }[]
    for (const whole of [first, third]) {
      expect(whole).toHaveProperty('output', short)
      expect(whole).not.toHaveProperty('outputCharacters')
    }
    expect(second).toMatchObject({ output: marked, outputCharacters: long.length })
    // Of 60,000 the others leave 50,000.
    expect(second?.output.length).toBeGreaterThan(35_000)
    const [{ content: instruction = '' } = {}] = payloadOf(asked, 'ModelRequest').messages
    expect(instruction).toContain('An output that is cut for you has "outputCharacters"')
  })
})

describe('what the last judge is shown of a subtask', () => {
  interface Shown {
    readonly id?: string
    readonly input?: string
    readonly notShown?: string
  }
  interface ShownOutcome {
    readonly verdicts: readonly { readonly records?: readonly unknown[]; readonly notShown?: string }[]
    readonly records: readonly Shown[]
  }
  const shownOf = (given: Parameters<typeof matched>[0], room: number): ShownOutcome => {
    const { tell } = drive(createMetaValidator({ room }))
    tell('DispatchManifest', manifest())
    const { outcomes } = briefOf(tell('SubTaskOutcome', matched(given)))
    return (outcomes as ShownOutcome[])[0] as ShownOutcome
  }

  it('holds every record that a verdict rests on, the oldest too, and counts the others', () => {
    const toolCalls = manyCalls(100)
    const { verdicts, records } = shownOf(
      { toolCalls, verdicts: [verdict({ records: ['call_0', 'call_50'] })] },
      200_000,
    )
    expect(verdicts[0]?.records).toEqual(['r1', 'r51'])
    expect(records.filter(({ input }) => input).map(({ id }) => id)).toEqual(['r1', 'r51', 'r98', 'r99', 'r100'])
    const [note, ...shown] = records
    expect(note).toEqual({ notShown: `${100 - shown.length} other tool calls` })
  })

  it('holds them also where a later call tells the same', () => {
    const toolCalls = ['1', '2', '3'].map((id) => call({ id }))
    const { records } = shownOf({ toolCalls, verdicts: [verdict({ records: ['1'] })] }, 200_000)
    expect(records).toMatchObject([{ notShown: '1 other tool calls' }, { id: 'r1' }, { id: 'r3' }])
  })

  it('names no record that there is no room for, and says how many those are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000, max: 100_000 }), fc.integer({ min: 1, max: 100 }), (room, count) => {
        const toolCalls = manyCalls(count)
        const all = [...Array(5)].map(() => verdict({ records: toolCalls.map(({ id }) => id) }))
        const { verdicts, records } = shownOf({ toolCalls, verdicts: all }, room)
        const ids = new Set(records.flatMap(({ id }) => id ?? []))
        const told = verdicts.filter(({ notShown }) => notShown === undefined)
        for (const { records: cited = [] } of told) {
          const named = cited.filter((one) => typeof one === 'string')
          expect(named.every((id) => ids.has(id))).toBe(true)
          const rest = count - named.length
          expect(cited.slice(named.length)).toEqual(rest > 0 ? [{ notShown: `${rest} more` }] : [])
        }
        expect(verdicts.slice(told.length)).toEqual(told.length < 5 ? [{ notShown: `${5 - told.length} more` }] : [])
      }),
      { numRuns: 30 },
    )
  })
})

describe('what is turned down', () => {
  it('is told to the planner in bounded words', () => {
    const { tell } = drive(createPlanner({ tools: [], checks: [] }))
    tell('TaskSpec', taskSpec())
    tell('MemoryReading', { consultation: { readings: [], rules: [] }, error: null })
    const check = { name: 'none', arguments: {} }
    const wrong = Array.from({ length: 100 }, (_, index) => ({ ...plausible(`${index} ${'x'.repeat(3_000)}`), check }))
    const plan = { criteria: wrong, subtasks: [{ intent: 'do it', sequence: 1, criteria: wrong, tools: [] }] }
    const again = lastWordOf(tell('ModelReply', value('plan', plan)))
    expect(again).toContain("This plan can't be dispatched")
    expect(again.length).toBeLessThan(9_000)
  })

  it('is told to a judge in bounded words', () => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask({ criteria: Array.from({ length: 100 }, (_, index) => plausible(`${index}`)) }))
    tell('ExecutionResult', result())
    const records = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(60))
    const verdicts = Array.from({ length: 50 }, (_, index) => ({
      criterion: index + 1,
      verdict: 'pass' as const,
      evidence: 'so',
      records,
    }))
    expect(lastWordOf(tell('ModelReply', value('verdicts', { verdicts }, '1.1'))).length).toBeLessThan(5_000)
  })
})

it('takes no more criteria over the rounds than a judge can answer, and drops none that stands', () => {
  const { tell } = drive(createPlanner({ tools: [], checks: [] }))
  const nothing = { consultation: { readings: [], rules: [] }, error: null }
  const planned = (round: number) => {
    const some = Array.from({ length: 60 }, (_, index) => plausible(`${round}.${index}`))
    return value('plan', {
      criteria: some,
      subtasks: [{ intent: `way ${round}`, sequence: 1, criteria: [plausible('done')], tools: [] }],
    })
  }
  tell('TaskSpec', taskSpec())
  tell('MemoryReading', nothing)
  const { criteria: first } = payloadOf(tell('ModelReply', planned(1)), 'DispatchManifest')
  tell('PlanDirective', directive())
  tell('MemoryReading', nothing)
  const { criteria: both } = payloadOf(tell('ModelReply', planned(2)), 'DispatchManifest')
  expect(both).toHaveLength(100)
  expect(both.slice(0, 60)).toEqual(first)
})

it('failing verdicts are still told whole where there is room', () => {
  const { tell } = drive(createMetaValidator())
  tell('DispatchManifest', manifest())
  const verdicts = [failing({ verdict: 'pass', evidence: 'it was seen in the third line' })]
  expect(briefOf(tell('SubTaskOutcome', matched({ verdicts })))).toMatchObject({
    outcomes: [{ verdicts: [{ evidence: 'it was seen in the third line' }] }],
  })
})
