import type { PlanDirective } from '../messages/control.js'

type Order = PlanDirective['orders'][number]
type Orders = Pick<PlanDirective, 'orders' | 'directive' | 'blockedTools'>

/** The order that a subtask answers: the one that it names, or the only one that there is. */
export function orderFor({ orders }: Orders, replaces: string | null | undefined): Order | null {
  return orders.find(({ subtaskId }) => subtaskId === replaces) ?? (orders.length === 1 ? (orders[0] ?? null) : null)
}

/** The directive for a subtask: that of its order, or else the general one. */
export function directiveFor(given: Orders, replaces: string | null | undefined): Order['directive'] {
  return orderFor(given, replaces)?.directive ?? given.directive
}

/** Tools that a subtask must not use. For one that replaces no failed subtask, all tools that are set aside count. */
export function toolsSetAsideFor(
  given: Orders | null,
  replaces: string | null | undefined,
  toolNames: readonly string[],
): readonly string[] {
  if (given === null) return []
  return unlessAll(orderFor(given, replaces)?.blockedTools ?? given.blockedTools, toolNames)
}

/** Tools that no subtask may use. */
export function toolsSetAside(given: Orders | null, toolNames: readonly string[]): readonly string[] {
  if (given === null) return []
  const { orders, blockedTools } = given
  return unlessAll(
    blockedTools.filter((tool) => orders.every((order) => order.blockedTools.includes(tool))),
    toolNames,
  )
}

/** The tools to set aside; none when no tool would be left. */
function unlessAll(setAside: readonly string[], toolNames: readonly string[]): readonly string[] {
  return toolNames.every((name) => setAside.includes(name)) ? [] : setAside
}
