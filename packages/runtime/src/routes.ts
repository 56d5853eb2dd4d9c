/** Distributes over the actors, so that a port knows which of them it is. */
type RouteFrom<Actor extends string, To extends string> = Actor extends string ? readonly [Actor, To] : never
type RouteTo<From extends string, Actor extends string> = Actor extends string ? readonly [From, Actor] : never

/** The routes by which each of the actors reaches `to`. */
export function routesFrom<Actor extends string, To extends string>(
  actors: readonly Actor[],
  to: To,
): readonly RouteFrom<Actor, To>[] {
  return actors.map((actor) => [actor, to] as const) as unknown as readonly RouteFrom<Actor, To>[]
}

/** The routes by which `from` reaches each of the actors. */
export function routesTo<From extends string, Actor extends string>(
  from: From,
  actors: readonly Actor[],
): readonly RouteTo<From, Actor>[] {
  return actors.map((actor) => [from, actor] as const) as unknown as readonly RouteTo<From, Actor>[]
}
