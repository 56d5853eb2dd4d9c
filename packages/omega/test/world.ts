import { memoryJournal } from '@artoo/runtime'
import type { LanguageModel, ModelRequest } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import {
  type AgentCard,
  type AgentTask,
  type Classification,
  createOmega,
  type DeliberationEvent,
  foldLog,
  type LogEntry,
  type Omega,
  type OmegaOptions,
  roster,
  type SessionEvent,
  type SessionState,
} from '../src/index.js'
import { ownRoster } from '../src/roster/own-panel.js'

export type Written = Readonly<Record<string, unknown>>
/** What an agent was shown, and how often it was asked before. */
export interface Seen {
  readonly agent: number
  readonly family: string
  readonly times: number
  readonly claims: readonly { readonly id: string; readonly statement: string; readonly isAnswer: boolean }[]
  readonly contradictions: readonly string[]
  readonly prompt: string
}
/** What an agent says beside the usual: fields, or a function of what it was shown. `{ toolCalls }` calls tools. */
export type Line = Written | ((seen: Seen, usual: Written) => unknown)
/** By agent; 57 reads the problem. */
export type Script = Readonly<Record<number, Line>>

export interface WorldOptions extends Omit<OmegaOptions, 'agents'> {
  readonly script?: Script
  /** Of the panel's models. @defaultValue one */
  readonly families?: readonly string[]
  /** Agents are functions of the family `code`, and ask no model. @defaultValue false */
  readonly computing?: boolean
}

/** A problem whose kind is all known. */
export const plain: Classification = {
  ...{ type: 'EMPIRICAL', subtype: 'CAUSAL', characteristics: [], uncertainty: 'LOW' },
  ...{ stakes: 'LOW', wellDefined: true, trivial: false },
}
export const stakes = ['LOW', 'MEDIUM', 'HIGH'] as const

/** The answer that judges find right, and one that they find wrong. */
export const right = 'Change the pump.'
export const wrong = 'Change the valve.'
export const wrongly: Line = { answer: wrong }

/** A panel over manual time. Everybody gives the right answer and judges well unless the script says otherwise. */
export function world({ script = {}, families = ['one'], computing = false, ...options }: WorldOptions = {}) {
  const clock = manualClock(Date.parse('2026-01-01T00:00:00.000Z'))
  const journal = memoryJournal()
  const { panel = 'quick' } = options
  const cards = typeof panel === 'object' && panel.agents.length > 1 ? ownRoster(panel.agents) : roster
  const calls: Seen[] = []
  const say = (seen: Omit<Seen, 'times'>): unknown => {
    const { length: times } = calls.filter(({ agent }) => agent === seen.agent)
    const full = { ...seen, times }
    calls.push(full)
    const line = script[seen.agent] ?? {}
    const usual = seen.agent === 57 ? { ...plain, trivial: false } : usualOf(cards.card(seen.agent), seen)
    return typeof line === 'function' ? line(full, usual) : { ...usual, ...line }
  }
  const functions = roster.cards
    .filter(({ id }) => id <= 52)
    .map(({ id }) => [id, (task: AgentTask) => say({ agent: id, family: 'code', prompt: '', ...shownTo(task) })])
  const speaking = {
    models: families.map((family) => ({ model: modelOf(family, say), family })),
    ...(computing && { agents: Object.fromEntries(functions) }),
  }
  const omega = createOmega({ ...speaking, clock, journal, ids: sequentialIds(), ...options }) as Omega<never>
  return { omega, clock, journal, calls }
}

/** A model whose every reply is what `say` gives for what its prompt shows. */
export function modelOf(family: string, say: (seen: Omit<Seen, 'times'>) => unknown): LanguageModel {
  return {
    id: family,
    async generate({ messages, output }: ModelRequest) {
      const prompt = messages.map(({ content }) => content).join('\n')
      const agent = Number(/^agent_(\d+)_/.exec(output?.name ?? '')?.[1] ?? 57)
      const said = (await say({ agent, family, prompt, ...shownIn(prompt) })) as Written | undefined
      const toolCalls = (said?.toolCalls ?? []) as never[]
      const text = toolCalls.length > 0 ? '' : (JSON.stringify(said) ?? '')
      const usage = { inputTokens: Math.ceil(prompt.length / 4), outputTokens: Math.ceil(text.length / 4) }
      return { text, toolCalls, usage, finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop' }
    },
  }
}

type Shown = Pick<Seen, 'claims' | 'contradictions'>

const shownTo = ({ claims, contradictions }: AgentTask): Shown => ({
  claims: claims.filter(({ status }) => status !== 'rejected'),
  contradictions: contradictions.map(({ id }) => id),
})

function shownIn(prompt: string): Shown {
  const [before = '', claims = ''] = prompt.split('\nClaims so far:\n')
  return {
    claims: [before.slice(before.indexOf('\nAnswers that were proposed:\n')), claims].flatMap((part, index) =>
      [...part.matchAll(/^- (c\d+)(?: \(critical\))?: ("(?:[^"\\]|\\.)*")(?!.*, rejected)/gm)].map(
        ([, id = '', text = '']) => ({
          ...{ id, statement: JSON.parse(text) as string, isAnswer: index === 0 },
        }),
      ),
    ),
    contradictions: [...prompt.matchAll(/^- (k\d+):/gm)].map(([, id = '']) => id),
  }
}

/** The usual report of an agent of the protocol. */
export const usually = (agent: number, claims: Seen['claims'] = []): Written => usualOf(roster.card(agent), { claims })

function usualOf({ id, tier, parts, verdicts, name }: AgentCard, { claims }: Pick<Seen, 'claims'>): Written {
  const [native] = Object.entries(verdicts).find(([, tag]) => tag === 'SUPPORTS') ?? []
  const closing = native === undefined ? {} : { native }
  const about = (sure: number, doubted: number) =>
    claims.map(({ id: claim, statement, isAnswer }) => {
      return { claim, factor: isAnswer && statement !== right ? doubted : sure, evidence: 'a measurement' }
    })
  if (tier === 'GENESIS' && id !== 4 && id !== 14) return { answer: right, confidence: 0.9, text: 'It is worn.' }
  if (tier === 'VERIFICATION' && id !== 34) return { ...closing, references: about(1.4, 0.6), same: [] }
  if (tier === 'ADVERSARY' && id !== 46) return { ...closing, references: about(1, 0.5) }
  const restsOn = claims.filter(({ statement }) => statement === right).map((claim) => claim.id)
  const synthesis = { answer: `${right} It is worn.`, restsOn, caveats: ['Unless it is new.'] }
  return { ...closing, verdict: `${name} is content`, ...(parts.includes('synthesis') && { synthesis }) }
}

interface Run {
  readonly events: readonly DeliberationEvent[]
}

export const logOf = ({ events }: Run): readonly LogEntry[] =>
  events.flatMap((event) => (event.type === 'SessionEntry' ? [event.payload as LogEntry] : []))

/** The session as anybody with the log can fold it. */
export const stateOf = (run: Run): SessionState => foldLog(logOf(run))

export function happened<Type extends SessionEvent['type']>(
  run: Run,
  type: Type,
): readonly Extract<SessionEvent, { type: Type }>[] {
  return logOf(run).flatMap(({ event }) => (event.type === type ? [event as never] : []))
}

/** The batches, in the order in which they were sent. */
export const launches = (run: Run): readonly (readonly number[])[] =>
  happened(run, 'launched').map(({ agents }) => agents)

/** Some turns of the event loop: all that doesn't wait for time has happened by then. */
export async function turns(count = 10): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** What is thrown, or rejected with. */
export async function refusal(act: () => unknown): Promise<unknown> {
  try {
    await act()
  } catch (error) {
    return error
  }
  return 'it was taken'
}
