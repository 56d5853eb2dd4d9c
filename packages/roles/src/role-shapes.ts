import { profileNames } from '@artoo/ggs'
import * as z from 'zod'
import { memoryProfileNames } from './memory/memory-profiles.js'
import { depths } from './role/depth.js'

/** Shapes of the roles' options that a host gives, as a schema's fields. */
export const roleShapes = {
  depth: z.enum(depths).optional(),
  profile: z.enum(profileNames).optional(),
  memoryProfile: z.enum(memoryProfileNames, `give one of ${memoryProfileNames.join(', ')}`).optional(),
  environment: z.string().min(1).optional(),
  instructions: z.string().optional(),
} as const
