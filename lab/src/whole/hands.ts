import { defineTool, type Tool } from '@artoo/sdk'
import * as z from 'zod'
import { type Attempt, errors, type Finding, type Plant, reports } from './plant.js'

export interface World {
  /** The plant of the task under way. */
  readonly plant: () => Plant
  /** For a call that may fail for no reason. */
  readonly luck: (attempt: Attempt) => number
  /** Told of every call, after it took its time. */
  readonly onCall: (attempt: Attempt, finding: Finding) => void
  readonly wait: (ms: number) => void
}

/** The tools of a plant's world; they say of themselves where they can be pointed and how finely they can be set. */
export function handsFor({ tools, places, levels }: Pick<Plant, 'tools' | 'places' | 'levels'>, world: World): Tool[] {
  return tools.map((name) =>
    defineTool({
      name,
      description: `${name}s what is asked for; places: ${places.join(', ')}; levels: ${levels.join(', ')}; path is noun/place`,
      input: z.object({ path: z.string(), level: z.number() }),
      effect: 'read',
      target: ({ path }) => path,
      execute({ path, level }) {
        const attempt = { tool: name, place: path.split('/')[1] ?? '', level }
        const plant = world.plant()
        world.wait(plant.callMs ?? 0)
        const finding = plant.find(attempt, world.luck(attempt))
        world.onCall(attempt, finding)
        if (finding in errors) throw errors[finding as keyof typeof errors]
        return reports[finding as keyof typeof reports]
      },
    }),
  )
}
