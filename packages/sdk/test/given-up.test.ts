import { createArtoo, type LanguageModel, type RunEvent } from '@artoo/sdk'
import { expect, test } from 'vitest'
import { fixed, settle } from './script.js'

const parts = ['ask the oracle', 'write a greeting'] as const

interface Brief {
  readonly directive?: unknown
  readonly done?: readonly { readonly intent: string }[]
  readonly givenUp?: readonly string[]
  readonly failed?: readonly { readonly id: string; readonly intent: string }[]
  readonly intent?: string
  readonly criteria?: readonly { readonly criterion: number; readonly text: string }[]
}

/** The oracle never answers; the greeting is right once the oracle is given up. */
function model(onPlan: (brief: Brief) => void): LanguageModel {
  let round = 0
  let isGivenUp = false
  const bare = (intent: string) => intent.replace(/ \(.*/, '')
  function answer(name: string, brief: Brief): unknown {
    const judged = (isRight: (text: string) => boolean, cause: string) =>
      (brief.criteria ?? []).map(({ criterion, text }) => {
        const verdict = isRight(text) ? 'pass' : 'fail'
        return { criterion, verdict, evidence: `seen ${text}`, ...(verdict === 'fail' && { cause }) }
      })
    switch (name) {
      case 'plan': {
        onPlan(brief)
        round++
        isGivenUp = (brief.givenUp ?? []).length > 0
        const closed = [...(brief.done ?? []).map(({ intent }) => intent), ...(brief.givenUp ?? [])].map(bare)
        return {
          criteria: [{ text: 'all is there', mode: 'plausible' }],
          subtasks: parts
            .filter((part) => !closed.includes(part))
            .map((part) => ({
              intent: `${part} (${Array.from({ length: 12 }, (_, word) => `word${word}of${round}`).join(' ')})`,
              criteria: [{ text: part, mode: 'plausible' }],
              replaces: brief.failed?.find(({ intent }) => bare(intent) === part)?.id,
            })),
        }
      }
      case 'execution':
        return { status: 'completed', output: `${bare(brief.intent ?? '')}: hello` }
      case 'verification':
        return { output: 'hello to all', verdicts: judged(() => false, 'unknown') }
      default:
        return {
          verdicts: judged(
            (text) => text === parts[1] && isGivenUp,
            brief.intent?.startsWith(parts[0]) ? 'no_access' : 'wrong_method',
          ),
        }
    }
  }
  return {
    id: 'oracle',
    async generate({ output, messages }) {
      const brief = JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}') as Brief
      const text = JSON.stringify(answer(output?.name ?? '', brief))
      return { text, toolCalls: [], finishReason: 'stop' }
    },
  }
}

test('a part that is given up is not planned again, and is missing beside what is done', async () => {
  const { clock, ids } = fixed()
  const briefs: Brief[] = []
  const artoo = createArtoo({
    ...{ model: model((brief) => briefs.push(brief)), clock, ids, dreamer: false },
    limits: { replans: 30, timeMs: 3_600_000, modelCalls: 1_000 },
  })
  const run = artoo.run('Ask the oracle and greet')
  const result = await settle(run, clock)
  await artoo.close()
  const events: readonly RunEvent[] = run.events
  const plans = events.flatMap(({ type, payload }) => (type === 'DispatchManifest' ? [payload] : []))
  expect(briefs.at(-1)?.givenUp).toEqual([expect.stringContaining(parts[0])])
  expect(plans.at(-2)?.subtasks).toHaveLength(2)
  expect(plans.at(-1)).toMatchObject({ alone: false, subtasks: [{ intent: expect.stringContaining(parts[1]) }] })
  expect(result).toMatchObject({ status: 'partial', directive: 'deliver', reason: 'hopeless' })
  expect(result.output).toContain('write a greeting: hello')
  expect(result.missing.map(({ what }) => what)).toEqual(expect.arrayContaining([parts[0]]))
})
