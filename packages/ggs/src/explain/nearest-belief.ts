import { rounded } from '../belief/belief.js'
import type { BeliefOrder } from '../belief/order.js'
import type { Action, BeliefProfile } from '../belief/profile.js'
import { chanceOf, continuing, expected } from '../belief/worth.js'
import { type Cause, causeNames, causes } from '../terms/causes.js'
import type { Alternative } from './nearest.js'

/**
 * The other directive that the smallest shift of belief would have brought to an order, or `deliver` where nothing would have been worth a
 * round any more. The belief is taken from the cause that speaks most for the present directive.
 */
export function nearestBelief(order: BeliefOrder, profile: BeliefProfile): Alternative | null {
  const from = mainGround(order, profile)
  const [nearest] = destinations
    .filter((to) => to !== from)
    .flatMap((to) => turnsTowards(to, from, order, profile))
    .sort((one, other) => one.shift - other.shift)
  if (nearest === undefined) return null
  const { directive, to, shift } = nearest
  const present = order.belief[to]
  const change = { quantity: `belief in ${to}`, from: present, relation: '>', limit: rounded(present + shift) } as const
  return { directive, changes: [change], distance: rounded(shift) }
}

/** Causes from which the parts are right as they are come first: of equal shifts they say best why one is left. */
const destinations = [...causeNames].sort((one, other) => Number(isRight(other)) - Number(isRight(one)))

function isRight(cause: Cause): boolean {
  return causes[cause].mendedBy === 'deliver'
}

function mainGround({ belief, tries, directive }: BeliefOrder, profile: BeliefProfile): Cause {
  const share = (cause: Cause) => belief[cause] * chanceOf(directive, cause, { tries, profile })
  return causeNames.reduce((most, cause) => (share(cause) > share(most) ? cause : most))
}

/**
 * The shifts from one cause to another at which another directive overtakes the present one, or the present one falls below the worth of a
 * round. What each is worth is a straight line over the shift.
 */
function turnsTowards(
  to: Cause,
  from: Cause,
  { belief, tries, directive }: BeliefOrder,
  profile: BeliefProfile,
): readonly { readonly directive: Action; readonly to: Cause; readonly shift: number }[] {
  const given = { tries, profile }
  const worthOf = (action: Action) => expected(action, belief, given) / profile.cost[action]
  const slopeOf = (action: Action) =>
    (chanceOf(action, to, given) - chanceOf(action, from, given)) / profile.cost[action]
  const worth = worthOf(directive)
  const slope = slopeOf(directive)
  const lines = continuing
    .filter((action) => action !== directive)
    .map((action) => ({ action, gap: worth - worthOf(action), closing: slopeOf(action) - slope }))
  return [...lines, { action: 'deliver' as const, gap: worth - profile.worth, closing: -slope }]
    .filter(({ gap, closing }) => closing > 0 && gap / closing <= belief[from])
    .map(({ action, gap, closing }) => ({ directive: action, to, shift: Math.max(0, gap / closing) }))
}
