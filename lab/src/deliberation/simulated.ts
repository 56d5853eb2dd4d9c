import { type FamilyModel, type OmegaOptions, roster } from '@artoo/omega'
import type { LanguageModel, ModelRequest } from '@artoo/spec'
import { hash } from '../random.js'
import type { Question } from './population.js'

/** Tokens that a model writes, as in the baselines' model of tokens: an answer with its reasons, and a judgement of an answer. */
const written = { answer: 250, judge: 60, judgement: 60, synthesis: 250 } as const

/** Xorshift: uniform numbers from 0 to below 1, the same for the same keys. */
export function drawsOf(...keys: readonly (number | string)[]): () => number {
  let state = hash(...keys) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Models, one of each family, that say what the question makes of them. They read the prompt as a model would. */
export function simulatedModels(question: Question, families: readonly string[], seed: number): readonly FamilyModel[] {
  return families.map((family) => {
    let calls = 0
    const model: LanguageModel = {
      id: family,
      generate: async (request) => {
        const draw = drawsOf(seed, family, calls++)
        const report = reportFor(request, question, family, draw)
        const value = { ...report.value, ...closingVerdict(request, report.value as Partial<Judgement>) }
        const schema = JSON.stringify(request.output?.schema ?? {}).length
        const read = request.messages.reduce((sum, { content }) => sum + content.length, schema)
        const usage = { inputTokens: Math.ceil(read / 4), outputTokens: report.tokens }
        return { text: JSON.stringify(value), toolCalls: [], finishReason: 'stop', usage }
      },
    }
    return { model, family }
  })
}

/** Answers with their ids, as the prompt lists them. */
const listed = /^- (c\d+): "([^"]*)"/gm

function reportFor({ messages }: ModelRequest, question: Question, family: string, draw: () => number) {
  const text = messages.map(({ content }) => content).join('\n')
  if (text.includes('Give your own answer')) {
    const { answer, confidence } = question.answer(family, draw)
    const check = question.check && answer !== null ? { name: 'decides', arguments: { answer, isRight: true } } : null
    const value = { answer, confidence, text: reasons, ...(check ? { check } : {}) }
    return { value, tokens: written.answer }
  }
  const [, proposed = ''] = /\nAnswers that were proposed:\n([\s\S]*?)(?:\n\n|$)/.exec(text) ?? []
  const answers = [...proposed.matchAll(listed)].map(([, id = '', answer = '']) => ({ id, answer }))
  if (text.includes('`synthesis`')) {
    const [first] = answers
    const synthesis = { answer: first?.answer ?? 'none', restsOn: first ? [first.id] : [] }
    return { value: { verdict: 'written', synthesis }, tokens: written.synthesis }
  }
  const isHostile = text.includes('Be hostile')
  if (!isHostile && !text.includes('Be neutral')) return { value: { verdict: 'noted' }, tokens: written.judge }
  const check = question.check
  const seen = answers.map(({ answer }) => answer)
  const references = answers.map(({ id, answer }) => {
    const likely = question.judge(family, answer, seen, draw)
    const factor = isHostile ? likely : 0.5 + likely
    if (!check) return { claim: id, factor, evidence: 'it was looked at' }
    const isRight = isHostile ? factor === 1 : factor > 1
    return { claim: id, factor, evidence: 'it was run', check: { name: 'decides', arguments: { answer, isRight } } }
  })
  const value = { references, same: [], text: '' }
  return { value, tokens: written.judge + written.judgement * answers.length }
}

/** The verdict of its card that fits what it says, where it is asked for one. */
function closingVerdict({ output }: ModelRequest, { references = [] }: Partial<Judgement>) {
  const asked = (output?.schema as { readonly properties?: object } | undefined)?.properties ?? {}
  if (!('native' in asked)) return {}
  const { verdicts, tier } = roster.card(Number(/^agent_(\d+)_/.exec(output?.name ?? '')?.[1]))
  const isLiked = ({ factor }: Judged) => factor >= (tier === 'ADVERSARY' ? 0.5 : 1)
  const wanted = references.length === 0 || references.some(isLiked) ? 'SUPPORTS' : 'CONTRADICTS'
  const names = Object.keys(verdicts)
  return { native: names.find((name) => verdicts[name] === wanted) ?? names[0] }
}

interface Judged {
  readonly factor: number
}

interface Judgement {
  readonly references: readonly Judged[]
}

/** Some eighty words: longer than the reasons that the baselines' judges are shown. */
const reasons = 'because '.repeat(40)

/** The check by which code decides a question, where there is one. */
export const checksOf = ({ check }: Question): Pick<OmegaOptions, 'checks'> =>
  check === null
    ? {}
    : {
        checks: [
          {
            name: 'decides',
            description: 'Passes when the answer is right, or wrong, as is said.',
            run: ({ arguments: given }) => {
              const { answer, isRight } = given as { answer: string; isRight: boolean }
              return { pass: check(answer) === isRight, evidence: 'code decided' }
            },
          },
        ],
      }
