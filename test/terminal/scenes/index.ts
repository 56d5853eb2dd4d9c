import type { Story } from '../stage.js'
import { oneShot } from './one-shot.js'

export const stories: readonly Story[] = [oneShot]
