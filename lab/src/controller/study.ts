import { profiles } from '@artoo/ggs'
import { runEpisode } from './episode.js'
import type { Family } from './plants/family.js'
import { plantOf } from './plants/plant.js'
import type { Policy } from './policies/policy.js'
import { solver } from './policies/solver.js'

/** What became of the tasks of a family under a policy. Lists have a value for each task, in their order. */
export interface Result {
  readonly family: string
  readonly policy: string
  /** 1 for a task that was delivered and is truly right. */
  readonly solved: readonly number[]
  /** 1 for a task that was delivered and is not right. */
  readonly wrong: readonly number[]
  /** 1 for one of these that was delivered as near enough, its unmet criteria named. */
  readonly ownedUp: readonly number[]
  readonly rounds: readonly number[]
  /** Tasks delivered as near enough, and how many of them were right. */
  readonly near: { readonly delivered: number; readonly right: number }
  /** Tasks that Law 2 ended, and how many of them would have been solved without it. */
  readonly lawTwo: { readonly ended: number; readonly wrongly: number }
}

/** A policy, and the same without Law 2 if it has one. */
export interface Contender {
  readonly policy: Policy
  readonly lawless?: Policy
}

/** Without a law that ends what worsens. */
const lawless = { worseningLimit: 1_000 } as const

/** The real controller under a profile, also without Law 2. */
export function contender(
  name: string,
  profile: Parameters<typeof solver>[1]['profile'] = profiles.measured,
): Contender {
  return { policy: solver(name, { profile }), lawless: solver(name, { profile, hyperparameters: lawless }) }
}

/** The first `count` tasks of a family. */
export function study(family: Family, { policy, lawless: without }: Contender, count: number): Result {
  const plants = Array.from({ length: count }, (_, number) => plantOf(family, number))
  const episodes = plants.map((plant) => runEpisode(plant, policy))
  const near = episodes.filter(({ reason }) => reason === 'converged')
  const ended = plants.filter((_, index) => episodes[index]?.reason === 'diverging')
  const wrongly = without ? ended.filter((plant) => runEpisode(plant, without).solved) : []
  const flags = (of: (episode: (typeof episodes)[number]) => boolean) =>
    episodes.map((episode) => (of(episode) ? 1 : 0))
  return {
    family: family.name,
    policy: policy.name,
    solved: flags(({ solved }) => solved),
    wrong: flags(({ solved, delivered }) => delivered && !solved),
    ownedUp: flags(({ solved, delivered, reason }) => delivered && !solved && reason === 'converged'),
    rounds: episodes.map(({ rounds }) => rounds),
    near: { delivered: near.length, right: near.filter(({ solved }) => solved).length },
    lawTwo: { ended: ended.length, wrongly: wrongly.length },
  }
}
