import type { Scene } from '../scene.js'
import { wrongTarget } from './wrong-target.js'
import { wrongTool } from './wrong-tool.js'

export const scenes: readonly Scene[] = [...wrongTool, ...wrongTarget]
