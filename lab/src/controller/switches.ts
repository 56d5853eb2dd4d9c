import { type Profile, type ProfileRow, profiles } from '@artoo/ggs'

const { paper, measured } = profiles
const isAction = ({ macroState }: ProfileRow) => macroState !== 'abandon' && macroState !== 'success'

/** Rows that end a task, and rows that choose an action, may come from different profiles. */
function rowsOf(ends: Profile, actions: Profile): readonly ProfileRow[] {
  const chosen = actions.rows.filter(isAction)
  const fits = ends.settle === actions.settle ? chosen : chosen.map(ends.settle === 'at_once' ? beyondNear : anywhere)
  return [...ends.rows.filter((row) => !isAction(row)), ...fits]
}

/** Where what is near is delivered at once, actions are for what is not. */
function beyondNear({ when, macroState }: ProfileRow): ProfileRow {
  const distance = (when.distance ?? (['near', 'middle', 'far'] as const)).filter((band) => band !== 'near')
  return { when: { ...when, distance }, macroState }
}

function anywhere({ when: { distance: _, ...when }, macroState }: ProfileRow): ProfileRow {
  return { when, macroState }
}

interface Switch {
  readonly name: string
  /** The profile with this switch as the other has it. */
  readonly from: (one: Profile, other: Profile) => Profile
}

/** Where the two profiles differ, one by one. */
export const switches: readonly Switch[] = [
  {
    name: 'settle at the end, with the best round',
    from: (one, other) => ({ ...one, settle: other.settle, rows: rowsOf({ ...one, ...settling(other) }, one) }),
  },
  { name: 'evidence, then level, then slope', from: (one, other) => ({ ...one, rows: rowsOf(one, other) }) },
  { name: 'only failed calls block targets', from: (one, { blame }) => ({ ...one, blame }) },
  { name: 'targets blocked for the next plan', from: (one, { targetsFor }) => ({ ...one, targetsFor }) },
  { name: 'an order for each subtask', from: (one, { scope }) => ({ ...one, scope }) },
  { name: 'no tool set aside in round 1', from: (one, { setsAsideFrom }) => ({ ...one, setsAsideFrom }) },
  { name: 'slope without the cost', from: (one, { slope }) => ({ ...one, slope }) },
]

function settling({ settle, rows }: Profile): Pick<Profile, 'settle' | 'rows'> {
  return { settle, rows: rows.filter((row) => !isAction(row)) }
}

/** The paper with one switch as in `measured`. */
export const added = switches.map(({ name, from }) => ({ name, profile: { ...from(paper, measured), name } }))

/** `measured` with one switch as in the paper. */
export const removed = switches.map(({ name, from }) => ({ name, profile: { ...from(measured, paper), name } }))

/** What the gradient is good for: taken away, or exchanged. */
export const gradients: readonly {
  readonly name: string
  readonly of: 'paper' | 'measured'
  readonly profile: Profile
}[] = [
  {
    name: 'paper, its columns exchanged',
    of: 'paper',
    profile: withGradients(paper, { none: 'falling', flat: 'falling', falling: 'flat', rising: 'flat' }),
  },
  {
    name: 'paper, always flat',
    of: 'paper',
    profile: withGradients(paper, { none: 'flat', flat: 'flat', falling: 'flat', rising: 'flat' }),
  },
  {
    name: 'measured, always flat',
    of: 'measured',
    profile: withGradients(measured, { none: 'flat', flat: 'flat', falling: 'flat', rising: 'flat' }),
  },
  {
    name: 'measured, always as in a first round',
    of: 'measured',
    profile: withGradients(measured, { none: 'none', flat: 'none', falling: 'none', rising: 'none' }),
  },
]

type Seen = Readonly<Record<'none' | 'falling' | 'flat' | 'rising', 'none' | 'falling' | 'flat' | 'rising'>>

/** The profile as if it saw another band than there is: a row holds for the bands that are seen as one of its own. */
function withGradients(profile: Profile, seen: Seen): Profile {
  const bands = ['none', 'falling', 'flat', 'rising'] as const
  const rows = profile.rows.flatMap(({ when, macroState }): ProfileRow[] => {
    const asked: readonly string[] = when.gradient ?? bands
    const gradient = bands.filter((band) => asked.includes(seen[band]))
    return gradient.length > 0 ? [{ when: { ...when, gradient }, macroState }] : []
  })
  return { ...profile, name: `${profile.name} without its gradient`, rows }
}
