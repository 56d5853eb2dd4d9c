import type { Story } from '../stage.js'
import { oneShot } from './one-shot.js'
import { replan } from './replan.js'

export const stories: readonly Story[] = [oneShot, replan]
