import type { Tool } from '@artoo/spec'
import {
  compareModes,
  type DecidedCall,
  type Decision,
  decide,
  type Grant,
  isSameGrant,
  joinedPermissions,
  type KnownPermissions,
  knownPermissions,
  type PermissionMode,
  type Standing,
} from '@artoo/tools'
import type { RunScope } from '../../scope/run-scope.js'
import type { Answer, Question } from './answered-before.js'

/** A rule that a person allowed for good. */
export interface KeptRule {
  /** `edit_file: **` */
  readonly rule: string
  /** Name of the person; null when the answer has none. */
  readonly by: string | null
  readonly taskId: string
}

/**
 * Called when a person answers `always`. Keep the rule where no tool reaches it, and give it in `permissions.allow` from then on: this instance
 * knows it already. A throw is reported to nobody, and the rule holds for this instance.
 */
export interface OnAlways {
  (kept: KeptRule): void | Promise<void>
  /** The file in which rules are kept: `createArtoo` refuses one that a tool reaches. @defaultValue unknown */
  readonly path?: string | undefined
}

/** The rules of an instance and what people added to them, shared by its runs. */
export interface InstancePermissions {
  readonly permissions: KnownPermissions
  readonly onAlways: OnAlways | undefined
  readonly always: Grant[]
}

/** A call that is not like any other. */
interface Peculiar {
  /** Words for a person about a call that may have been carried out already, which no rule covers; null for any other. */
  readonly doubt: string | null
  /** A person has answered about this very call: neither a rule nor a mode lets it run against a no. */
  readonly isAnswered: boolean
}

/** Decides about the calls of one run. */
export interface RunPermissions {
  readonly keepsRules: boolean
  decide(call: DecidedCall, peculiar: Peculiar): Promise<Decision>
  /** Whether a person's yes for the task covers a call that would be asked about. */
  isGranted(question: Pick<Question, 'offers'>): boolean
  /** Takes in a person's answer: one that covers repeats is a rule from then on. */
  answered(question: Pick<Question, 'offers'>, answer: Answer): void
}

const strictest = (modes: readonly (PermissionMode | undefined)[]) =>
  modes.filter((mode) => mode !== undefined).sort(compareModes)[0]

/** Asks about each call that would be asked about without rules and modes that allow something. */
const withoutYes = (standing: Standing): Standing => ({
  ...standing,
  permissions: { ...standing.permissions, allow: [] },
  mode: standing.mode === 'edits' ? 'ask' : standing.mode,
  grants: [],
})

/** @throws {ArtooError} as `knownPermissions` does. */
export function runPermissions(
  scope: Pick<RunScope, 'history' | 'permissions' | 'modes' | 'isNamed' | 'taskId'>,
  tools: readonly Tool[],
  { permissions: ofInstance, onAlways, always }: InstancePermissions,
): RunPermissions {
  const permissions = scope.permissions
    .map((given, index) => knownPermissions(given, tools, index > 0))
    .reduce(joinedPermissions, ofInstance)
  const grants: Grant[] = []

  /** The offer that an answer takes up. */
  const taken = ({ offers = [] }: Pick<Question, 'offers'>, { allowed, allow }: Answer) =>
    allowed && allow ? offers.find((offer) => offer.allow === allow) : undefined

  const questions = new Map<string, Question>()
  for (const { type, payload } of scope.history) {
    if (type === 'ConfirmationRequest') questions.set((payload as Question).callId, payload as Question)
    if (type !== 'ConfirmationAnswer') continue
    const offer = taken(questions.get((payload as Answer).callId) ?? {}, payload as Answer)
    if (offer) grants.push(offer)
  }

  /** The strictest of the run and those that it is a part of. The mode of the instance is one that the run began with. */
  function mode(): PermissionMode {
    const [own, ...above] = scope.modes()
    const first = own?.given ?? strictest([own?.begun, ofInstance.mode])
    return strictest([first, ...above.map(({ begun, given }) => given ?? begun)]) ?? 'ask'
  }

  return {
    keepsRules: onAlways !== undefined,
    async decide(call, { doubt, isAnswered }) {
      const standing = { permissions, mode: mode(), grants: [...grants, ...always], isNamed: scope.isNamed }
      const decision = await decide(call, isAnswered ? withoutYes(standing) : standing)
      const { effect } = call
      const isSure = doubt === null || effect.kind !== 'irreversible' || effect.undo === 'snapshot'
      if (decision.verdict !== 'run' || isSure) return decision
      const reason = `${effect.reason}; ${doubt}`
      if (mode() === 'refuse') return { verdict: 'refuse', by: 'refuse', rule: null, reason }
      return { verdict: 'ask', by: 'gate', rule: null, question: { ...effect, reason }, repeat: null }
    },
    isGranted: ({ offers = [] }) =>
      offers.some((offer) => [...grants, ...always].some((grant) => isSameGrant(grant, offer))),
    answered(question, answer) {
      const offer = taken(question, answer)
      if (!offer) return
      grants.push(offer)
      if (offer.allow !== 'always') return
      always.push(offer)
      const keep = async () => onAlways?.({ rule: offer.rule, by: answer.by, taskId: scope.taskId })
      keep().catch(() => undefined)
    },
  }
}
