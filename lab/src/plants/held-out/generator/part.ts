import type { CriterionPlant, PartPlant } from '../../plant.js'
import { typicalLooks } from './looks.js'
import { never } from './never.js'
import { attempting, type Obstacle } from './obstacle.js'
import { type Ground, groundOf, misplaced, mistuned } from './places.js'
import { type Site, siteOf, stepsAt } from './site.js'
import type { Look, Place, Sketch, Trouble, TroubleKind } from './sketch.js'
import { access, after, answer, flaky, outage, unprepared, unworked } from './worlds.js'

interface PartRole {
  readonly number: number
  readonly isOneOfSeveral: boolean
  readonly isImpossible: boolean
  /** The part that has to be done before it. */
  readonly earlier: number | null
}

const places = ['tool', 'target', 'way'] as const
const typicalSizes = { tool: [2, 4], target: [2, 5], way: [2, 3] } as const
const typicalSpares = { tool: 0.2, target: 0.05, way: 0.2 } as const
const typicalOffsets = [0, 55, 30, 15]
const typicalFresh = [75, 20, 5]

export function partOf(sketch: Sketch, seed: number, role: PartRole): PartPlant {
  const site = siteOf(seed, 'part', role.number)
  const troubles = troublesOf(sketch, site, role)
  const looksOf = (kind: TroubleKind | 'after', trouble?: Trouble): Look =>
    site.weighted(trouble?.looks ?? sketch.looks?.[kind] ?? typicalLooks[kind], 'look', kind)
  const grounds = groundsOf(sketch, site)

  const standing = places.map((place) => {
    const trouble = troubles.find((one) => one.kind === place)
    const creeps = trouble !== undefined && 'creeps' in trouble && trouble.creeps === true
    return misplaced(place, grounds[place], looksOf(place, trouble), creeps, site)
  })
  const parameter = troubles.find((one) => one.kind === 'parameter')
  standing.push(mistuned(looksOf('parameter', parameter), parameter?.isFlat ?? false, site))
  if (role.earlier !== null) standing.push(after(role.earlier, looksOf('after'), site))
  standing.push(
    ...troubles.flatMap((trouble) => worldly(trouble, looksOf(trouble.kind, trouble), grounds.tool.right, site)),
  )

  const criteria = criteriaOf(sketch, site)
  const fresh = sketch.fresh ?? typicalFresh
  const isWrong = (place: Place) => troubles.some(({ kind }) => kind === place)
  const placeOf = (place: Place) => (isWrong(place) ? grounds[place].wrong : grounds[place].right)
  return {
    tools: grounds.tool.size,
    targets: grounds.target.size,
    ways: grounds.way.size,
    criteria,
    first: {
      tool: placeOf('tool'),
      target: placeOf('target'),
      way: placeOf('way'),
      offset: parameter
        ? stepsAt(sketch.offsets ?? typicalOffsets, site.roll('offset'))
        : places.some(isWrong)
          ? stepsAt(fresh, site.roll('offset'))
          : 0,
    },
    fresh: (at) => stepsAt(fresh, at),
    attempt: attempting(standing, criteria.length, seed, role.number),
  }
}

function troublesOf(
  { difficulties, rightAtOnce = 0.15 }: Sketch,
  site: Site,
  { isOneOfSeveral, isImpossible }: PartRole,
): readonly Trouble[] {
  const { troubles } = site.weighted(difficulties, 'difficulty')
  if (isImpossible) return site.roll('also') < 0.4 ? [...troubles, { kind: 'never' }] : [{ kind: 'never' }]
  return isOneOfSeveral && site.roll('right at once') < rightAtOnce ? [] : troubles
}

function groundsOf(sketch: Sketch, site: Site): Readonly<Record<Place, Ground>> {
  const ground = (place: Place) =>
    groundOf(
      place,
      {
        size: site.whole(sketch.sizes?.[place] ?? typicalSizes[place], 'size', place),
        spare: sketch.spares?.[place] ?? typicalSpares[place],
        others: place === 'way' ? (sketch.otherWays ?? 0) : 0,
        drifts: place === 'target' ? (sketch.drifts ?? []) : [],
      },
      site,
    )
  return { tool: ground('tool'), target: ground('target'), way: ground('way') }
}

function criteriaOf({ criteria = [1, 5], byCode = 1 / 3 }: Sketch, site: Site): readonly CriterionPlant[] {
  return Array.from({ length: site.whole(criteria, 'criteria') }, (_, index) => {
    if (site.roll('basis', index) < byCode) return { basis: 'code', mode: 'verifiable' }
    return { basis: 'judge', mode: site.roll('mode', index) < 0.5 ? 'verifiable' : 'plausible' }
  })
}

function worldly(trouble: Trouble, look: Look, rightTool: number, site: Site): readonly Obstacle[] {
  switch (trouble.kind) {
    case 'flaky':
      return [flaky(trouble, look, rightTool, site)]
    case 'outage':
      return [outage(trouble, look, rightTool, site)]
    case 'unprepared':
      return [unprepared(trouble, look, site)]
    case 'unworked':
      return [unworked(trouble, look, site)]
    case 'access':
      return [access(look, rightTool, site)]
    case 'answer':
      return [answer(look, site)]
    case 'never':
      return [never(trouble, look, site)]
    default:
      return []
  }
}
