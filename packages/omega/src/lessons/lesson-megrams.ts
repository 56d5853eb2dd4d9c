import { oneLine } from '@artoo/llm'
import type { MegramState, NewMegram } from '@artoo/mkct'
import type { EndStatus } from '../protocol/log-event.js'
import { agentEntity, intentOf, lessonSpace } from './places.js'

/** A deliberation as its memory needs it. Texts may be of any length and content. */
export interface LessonInput {
  /** The task's id. */
  readonly id: string
  readonly problem: string
  readonly status: EndStatus
  /** null: there is no answer. */
  readonly answer: string | null
  /** The reason of the end. */
  readonly why: string
  /** Statements that code or judges refuted, the newest last. */
  readonly refuted: readonly string[]
  /** `helped`: it holds what the answer rests on. Else it was removed after failing, or proposed what a check refuted. */
  readonly agents: readonly { readonly name: string; readonly helped: boolean; readonly why: string }[]
}

/** Characters of a lesson, of one quote in it, and of the problem. */
const longest = { lesson: 500, quote: 160, problem: 80 } as const
/** Refuted statements that a lesson quotes. */
const mostRefuted = 3
/**
 * Decay of a lesson per day, slower than that of an agent's service (0.05): a success is found by like words for 29
 * days, and by its own for 110.
 */
const lessonDecay = 0.02

/** The states of `@artoo/mkct` by which an outcome is stored. */
export const states: Record<EndStatus, MegramState> = { SUCCESS: 'accept', PARTIAL: 'success', FAILURE: 'abandon' }

/** The lesson, and one Megram for each agent, under keys by which each counts once. */
export function megramsOf(input: LessonInput): readonly NewMegram[] {
  const { id, problem, status, agents } = input
  const intent = intentOf(problem)
  const common = { subject: id, origin: `omega/${id}` }
  const lesson = { state: states[status], k: lessonDecay, content: lessonText(input), key: keyOf(id) }
  const services = agents.map(({ name, helped, why }): NewMegram => {
    const entity = agentEntity(name)
    const state = !helped ? 'abandon' : status === 'SUCCESS' ? 'accept' : 'success'
    const content = `${helped ? 'It served' : 'It did not serve'}: ${oneLine(why, longest.quote)}`
    return { ...common, space: intent, entity, state, content, key: keyOf(id, entity) }
  })
  return [{ ...common, space: lessonSpace, entity: intent, ...lesson }, ...services]
}

/** As JSON no id or name can pass for two. */
const keyOf = (...parts: readonly string[]): string => JSON.stringify(['omega', ...parts])

function lessonText({ problem, answer, why, refuted }: LessonInput): string {
  const parts = [
    part('Problem', [problem], longest.problem),
    part('Answer', [answer ?? '']),
    part('Refuted', refuted.slice(-mostRefuted)),
    part('Ended because', [why]),
  ]
  return oneLine(parts.filter((one) => one !== '').join(' '), longest.lesson)
}

function part(title: string, texts: readonly string[], most: number = longest.quote): string {
  const lines = texts.map((text) => oneLine(text, most)).filter((line) => line !== '')
  return lines.length === 0 ? '' : `${title}: ${lines.map(quoted).join(', ')}.`
}

/** No text can end its own quote. */
const quoted = (line: string) => `“${line.replaceAll(/[“”]/g, '"')}”`
