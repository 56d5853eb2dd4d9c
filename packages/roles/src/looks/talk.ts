import { type ToolCallRecord, turnedDown } from '@artoo/runtime'
import type { Message } from '@artoo/spec'
import { recordNames, viewOf } from '../evidence/evidence.js'
import { type Judgements, mostAsked, readVerdicts, type Unseen } from '../evidence/verdicts.js'
import type { ModelVerdict } from '../messages/outputs.js'
import type { Criterion } from '../messages/plan.js'
import { recordTools } from '../records/record-tools.js'
import { type Looking, mostCalls, mostTurns, notLooking } from './looking.js'
import { bearsOn, rankedFor } from './ranked.js'

/** The share of the room for a conversation that is shown to a judge that has not seen enough. */
const shareOfMore = 0.06

export const recordToolNames: readonly string[] = recordTools.map(({ name }) => name)

/** For a judge that is offered tools on records. */
export const lookInstruction = `Not everything is shown: read_record and search_records give the rest, compute works out sums, orders and comparisons. Calls may be made in ${mostTurns} turns, ${mostCalls} in each.`

/** The conversation with a judge about one attempt or merge. */
export interface Talk {
  readonly judgements: Judgements
  /** Requests for verdicts, those for looks not counted. */
  readonly asked: number
  /** It was shown what it had not seen. */
  readonly wasShown: boolean
  /** Ids of the records that it was shown in full. */
  readonly full: readonly string[]
  readonly looking: Looking
}

export const newTalk: Talk = { judgements: {}, asked: 1, wasShown: false, full: [], looking: notLooking }

/** For a judge whose verdicts can't stand. */
const remedy = 'Where a verdict can’t stand, let the criterion fail, or answer "unseen".'

export interface TalkScene {
  readonly criteria: readonly Criterion[]
  /** The records of the work and the looks: all that a verdict may rest on. */
  readonly records: readonly ToolCallRecord[]
  /** Characters of a conversation. */
  readonly room: number
  /** Names of the tools by which it may look at the world. */
  readonly readTools: readonly string[]
  /** The way in which it is to answer once more. */
  readonly form: string
  /** Words that the user added, which may have taken the place of a criterion. @defaultValue none */
  readonly added?: readonly string[]
  /** There is another judge to be asked for what the first owes. @defaultValue false */
  readonly hasOther?: boolean
}

/** `judged`: every criterion has its verdict. `again`: the judge is asked once more. `open`: it still owes verdicts. */
export type Heard =
  | { readonly kind: 'judged' }
  | { readonly kind: 'again'; readonly message: Message }
  | { readonly kind: 'open'; readonly why: string }

/**
 * Takes in a judge's verdicts. What it has not seen it is shown once, and may then look for; what is unseen after that is unjudged. Verdicts
 * that are owed it is asked for once more.
 */
export function hearVerdicts(talk: Talk, verdicts: readonly ModelVerdict[], scene: TalkScene): readonly [Talk, Heard] {
  const { criteria, records, form, hasOther = false, added = [] } = scene
  const {
    problems,
    isUnfit,
    unseen,
    judgements: given,
  } = readVerdicts(criteria, verdicts, { records, added, judged: talk.judgements })
  const more = unseen.length > 0 && !talk.wasShown ? moreFor(unseen, talk, scene) : null
  const judgements = { ...talk.judgements, ...given, ...(!more && unjudged(unseen)) }
  const owes = problems.length > 0
  const { why, asked } = turnedDown(problems, talk.asked, hasOther ? mostAsked + 1 : mostAsked)
  const next = { ...talk, judgements, ...(owes && asked !== null && { asked }) }
  if (!more && !owes) return [next, { kind: 'judged' }]
  if (!more && asked === null) return [next, { kind: 'open', why }]
  const owed = owes ? [`${why}.`, ...(isUnfit ? [remedy] : [])] : []
  const content = [[...owed, ...(more ? [more.words] : []), form].join(' '), ...(more?.data ?? [])].join('\n')
  const looking = more ? { ...talk.looking, offered: more.tools } : talk.looking
  const shown = { ...next, wasShown: talk.wasShown || more !== null, looking }
  return [shown, { kind: 'again', message: { role: 'user', content } }]
}

function unjudged(unseen: readonly Unseen[]): Judgements {
  const judgement = {
    verdict: 'unjudged',
    basis: 'nobody',
    because: 'unseen',
    failureClass: null,
    cause: null,
    records: [],
  } as const
  return Object.fromEntries(
    unseen.map(({ criterion, needs }) => [
      criterion - 1,
      { ...judgement, evidence: `not seen by its judge: ${needs}` },
    ]),
  )
}

interface More {
  readonly words: string
  /** The shown records as JSON; empty without records. */
  readonly data: readonly string[]
  readonly tools: readonly string[]
}

/** The message to a judge that has not seen enough: the records that it names or that share words with its need, and tools; null when there are neither. */
function moreFor(
  unseen: readonly Unseen[],
  { full, looking }: Talk,
  { records, room, readTools }: TalkScene,
): More | null {
  const needs = unseen.map((one) => one.needs).join('\n')
  const names = recordNames(records)
  const given = new Set([...unseen.flatMap((one) => one.records), ...(needs.match(/\br\d+\b/g) ?? [])])
  const seen = new Set(full)
  const hidden = records.filter(({ id }) => !seen.has(id))
  const isNamed = ({ id }: ToolCallRecord) => given.has(names.get(id) ?? id)
  const near = rankedFor(hidden, { criteria: [needs] }).filter((record) => !isNamed(record) && bearsOn(record, needs))
  const ranked = [...hidden.filter(isNamed), ...near]
  const chosen = new Set(ranked)
  const view = viewOf(
    hidden.filter((record) => chosen.has(record)),
    room * shareOfMore,
    { names, ranked, forMentions: 0 },
  )
  const mayLook = looking.turns < mostTurns && records.length + readTools.length > 0
  const tools = mayLook ? [...recordToolNames, ...readTools] : []
  const hasMore = view.shown.some((shown) => 'id' in shown)
  if (!hasMore && tools.length === 0) return null
  const which = `criteri${unseen.length === 1 ? 'on' : 'a'} ${unseen.map(({ criterion }) => criterion).join(', ')}`
  const words = [
    `On ${which} you answered "unseen".`,
    hasMore && '"toolCalls" has more of what you need.',
    tools.length > 0 &&
      `Tools show records${readTools.length > 0 ? ' and the world' : ''}, and work out sums: in ${mostTurns - looking.turns} turns, ${mostCalls} calls in each.`,
    'What is unseen after that is left without a verdict.',
  ]
  const data = hasMore ? [JSON.stringify({ toolCalls: view.shown }, null, 1)] : []
  return { words: words.filter(Boolean).join(' '), data, tools }
}
