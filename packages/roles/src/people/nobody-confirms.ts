import type { Tool } from '@artoo/spec'
import type { KnownPermissions } from '@artoo/tools'

/** The tools whose calls are refused where nobody is there to allow them, by name. As plain data: it stands in the journal. */
export interface NobodyConfirms {
  /** `no_confirm`: the host gave no `confirm`. `mode`: the mode `refuse` asks no person. */
  readonly because: 'no_confirm' | 'mode'
  /** Each call is refused. */
  readonly always: readonly string[]
  /** A call is refused unless its effect is known to be harmless, or a rule allows it. */
  readonly partly: readonly string[]
  /** The mode is `edits`: changes that can be taken back are carried out. */
  readonly edits?: true
}

/** The tools whose calls would be put before a person, by what they declare and by the rules; undefined when there are none. */
export function nobodyConfirmsOf(
  tools: readonly Pick<Tool, 'name' | 'declaredEffect'>[],
  permissions: KnownPermissions,
  because: NobodyConfirms['because'],
): NobodyConfirms | undefined {
  const named = (when: ReturnType<typeof whenAsked>) =>
    tools.filter((tool) => whenAsked(tool, permissions) === when).map(({ name }) => name)
  const [always, partly] = [named('always'), named('partly')]
  return always.length + partly.length > 0
    ? { because, always, partly, ...(permissions.mode === 'edits' && { edits: true as const }) }
    : undefined
}

function whenAsked(
  { name, declaredEffect }: Pick<Tool, 'name' | 'declaredEffect'>,
  { ask, allow }: KnownPermissions,
): 'always' | 'partly' | 'never' {
  const rulesIn = (rules: KnownPermissions['ask']) => rules.filter(({ tools }) => tools.has(name))
  const isForAll = (rules: KnownPermissions['ask']) => rulesIn(rules).some(({ target }) => target === null)
  if (isForAll(ask)) return 'always'
  const byRule = rulesIn(ask).length > 0 ? 'partly' : 'never'
  switch (declaredEffect) {
    case 'read':
    case 'repeatable':
      return byRule
    case 'outbound':
      return isForAll(allow) ? byRule : 'partly'
    case 'irreversible':
      return rulesIn(allow).length > 0 ? 'partly' : 'always'
    default:
      return 'partly'
  }
}
