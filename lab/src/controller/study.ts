import type { Family } from '../plants/plant.js'
import type { Delivered } from './calibration.js'
import { type Episode, runEpisode } from './episode.js'
import type { Naming } from './judge.js'
import type { Policy } from './policies/policy.js'

/** What became of the tasks of a family under a policy. Lists have a value for each task, in their order. */
export interface Result {
  readonly family: string
  readonly policy: string
  /** 1 for a task of which the whole was delivered and is truly right. */
  readonly solved: readonly number[]
  /** 1 for one that was accepted and is not right. */
  readonly wrong: readonly number[]
  /** 1 for one that was delivered as near enough, its unmet criteria named, and is not right. */
  readonly near: readonly number[]
  /** 1 for one of which every part that can be done was delivered and is right. */
  readonly possible: readonly number[]
  readonly calls: readonly number[]
  readonly rounds: readonly number[]
  readonly delivered: readonly Delivered[]
}

/** The first `count` tasks of a family. */
export function study(
  family: Family,
  policy: Policy,
  { count, naming }: { readonly count: number; readonly naming: Naming },
): Result {
  const episodes = Array.from({ length: count }, (_, number) =>
    runEpisode(family.plant(number), policy, { family: family.name, naming }),
  )
  const flags = (of: (episode: Episode) => boolean) => episodes.map((episode) => (of(episode) ? 1 : 0))
  const isWrong = ({ delivers, solved }: Episode) => delivers === 'result' && !solved
  return {
    family: family.name,
    policy: policy.name,
    solved: flags(({ solved }) => solved),
    wrong: flags((episode) => isWrong(episode) && episode.reason === 'accepted'),
    near: flags((episode) => isWrong(episode) && episode.reason !== 'accepted'),
    possible: flags(({ rightParts, possibleParts }) => possibleParts > 0 && rightParts === possibleParts),
    calls: episodes.map(({ calls }) => calls),
    rounds: episodes.map(({ rounds }) => rounds),
    delivered: episodes.flatMap(({ trust }) => trust ?? []),
  }
}
