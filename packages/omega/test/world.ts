import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { memoryJournal } from '@artoo/runtime'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import {
  type Agent,
  type AgentContext,
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
import { minimalReport } from './roster/support.js'

export type Written = Readonly<Record<string, unknown>>
/** What an agent says in place of the usual, or beside it: fields, a function, or one of these for each time that it is asked, the last of them again and again. */
export type Line = Written | ((task: AgentTask, usual: Written, context: AgentContext) => unknown)
export type Script = Readonly<Record<number, Line | readonly Line[]>>

export interface WorldOptions extends Omit<OmegaOptions, 'agents' | 'model'> {
  readonly script?: Script
  /** What the model says in place of the usual, by output: `reading`, `agent_2`. */
  readonly speech?: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>
  /** Whether agents are functions, or ask the model. @defaultValue 'functions' */
  readonly panel?: 'functions' | 'model'
  /** Of an agent. @defaultValue `code`, as of any function */
  readonly family?: (agent: number) => string
}

/** A problem whose kind is all known: small stakes, little uncertainty. */
export const plain: Classification = {
  type: 'EMPIRICAL',
  subtype: 'CAUSAL',
  characteristics: [],
  uncertainty: 'LOW',
  stakes: 'LOW',
  wellDefined: true,
  trivial: false,
}
/** The least of a panel: 48 and 52 look at what PHI says itself. */
export const trivial: Classification = { ...plain, trivial: true }
export const itself: ScriptedTurn = { json: { answer: 'Four.', confidence: 0.95, caveats: [] } }

/** Memory is code, and PHI directs. */
const panelists = roster.cards.filter(({ id }) => id <= 52)

/** A panel over manual time. Everybody is content unless the script says otherwise. */
export function world({ script = {}, speech = {}, panel = 'functions', family, ...options }: WorldOptions = {}) {
  const clock = manualClock(Date.parse('2026-01-01T00:00:00.000Z'))
  const said = Object.fromEntries(panelists.map(({ id }) => [`agent_${id}`, spoken(id)]))
  const model = scriptedModel({ answer: itself, ...said, ...speech }, { repeatLast: true })
  const journal = memoryJournal()
  const asked: AgentTask[] = []
  const functions = panelists.map(({ id }) => [id, agentOf(script[id], asked, family?.(id))])
  const agents = panel === 'model' ? {} : Object.fromEntries(functions)
  const omega = createOmega({ ...{ model, agents, clock, journal, ids: sequentialIds() }, ...options }) as Omega<never>
  return { omega, clock, journal, model, asked }
}

function agentOf(lines: Script[number] = {}, asked: AgentTask[], family?: string): Agent {
  const all = Array.isArray(lines) ? (lines as readonly Line[]) : [lines as Line]
  let times = 0
  const run = (task: AgentTask, context: AgentContext) => {
    asked.push(task)
    const line = all[Math.min(times++, all.length - 1)] as Line
    const usual = usually(task.agent, standing(task))
    return typeof line === 'function' ? line(task, usual, context) : { ...usual, ...line }
  }
  return family === undefined ? run : { family, run }
}

/** What two explorers of three hold, and all others. */
const statements = ['The pump is worn', 'The valve is tight'] as const

const standing = ({ claims }: AgentTask) => claims.filter(({ status }) => status !== 'rejected').map(({ id }) => id)

const least = new Map<number, Written>()
function leastOf(agent: number): Written {
  const known = least.get(agent) ?? minimalReport(roster.card(agent))
  least.set(agent, known)
  return known
}

/** Explorers hold two claims, verifiers and attackers find nothing against any, and the answer rests on all. */
export function usually(agent: number, claims: readonly string[]): Written {
  const card = roster.card(agent)
  const [native] = Object.entries(card.verdicts).find(([, tag]) => tag === 'SUPPORTS') ?? []
  const says = {
    ...leastOf(agent),
    ...{ verdict: `${card.name} is content`, confidence: 0.9 },
    ...(native === undefined ? {} : { native }),
  }
  if (card.tier === 'GENESIS') {
    const own = agent % 3 === 0 ? statements.slice(1) : statements
    return { ...says, claims: own.map((statement) => ({ statement, confidence: 0.9, critical: true })) }
  }
  if (agent === 51) return { ...says, synthesis: { answer: 'Change the pump.', restsOn: claims } }
  const factor = { VERIFICATION: 1.1, ADVERSARY: 1 }[card.tier as string]
  if (factor === undefined || agent === 46) return says
  return { ...says, references: claims.map((claim) => about(claim, { factor })) }
}

/** The usual, of a model that reads its prompt. */
const spoken =
  (agent: number): ScriptedTurn =>
  ({ messages }) => {
    const text = messages.map(({ content }) => content).join('\n')
    const claims = [...text.matchAll(/^- (c\d+)/gm)].map(([, id = '']) => id)
    return { json: usually(agent, [...new Set(claims)]) }
  }

/** What is said of a claim. */
export const about = (claim: string, more: Written = {}): Written => ({
  ...{ type: 'SUPPORTS', claim, relationship: 'looked at it' },
  ...more,
})
export const against = (claim: string, more: Written = {}): Written => about(claim, { type: 'CONTRADICTS', ...more })

/** Stops a run in the iteration: what comes after it is no matter of the test. */
export function stoppedIn(iteration: number) {
  const host = new AbortController()
  const stop: Line = (task, usual) => {
    if (task.iteration >= iteration) host.abort()
    return usual
  }
  return { signal: host.signal, script: { 48: stop } as Script }
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

/** The lines of the audit trail that hold the text. */
export const trail = ({ auditTrail }: { readonly auditTrail: readonly { readonly event: string }[] }, text: string) =>
  auditTrail.filter(({ event }) => event.includes(text)).map(({ event }) => event)

/** Some turns of the event loop: all that doesn't wait for time has happened by then. */
export async function turns(count = 10): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
