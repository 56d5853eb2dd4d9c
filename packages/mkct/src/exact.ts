import type { Engine } from './engine.js'
import { type Contribution, directSum, type Potentials } from './potentials.js'
import { decodeContribution } from './record-index.js'

export interface Member extends Contribution {
  readonly sequence: number
  readonly at: number
}

/** All that contributes to a pair, oldest first. Costs as many reads as the pair has Megrams. */
export async function membersOf(
  { access, keys }: Engine,
  { space, entity }: { readonly space: string; readonly entity: string },
): Promise<readonly Member[]> {
  const members: Member[] = []
  for await (const page of access.pages(keys.members(space, entity))) {
    for (const [key, value] of page) {
      members.push({ ...decodeContribution(value), sequence: keys.lastNumber(key), at: keys.memberTime(key) })
    }
  }
  return members
}

/** A pair's potentials by the direct sum. */
export async function exactPotentials(
  engine: Engine,
  pair: { readonly space: string; readonly entity: string },
  now: number,
): Promise<Potentials> {
  return directSum(await membersOf(engine, pair), now)
}
