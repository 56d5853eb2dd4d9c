import { shuffled } from '../random.js'
import type { Scene } from './scene.js'
import { scenes } from './scenes/index.js'

export interface NumberedScene {
  /** Three digits, which say nothing of the cause. */
  readonly number: string
  readonly scene: Scene
}

const seed = 20251128

export const numberedScenes: readonly NumberedScene[] = shuffled(scenes, seed).map((scene, index) => ({
  number: String(index + 1).padStart(3, '0'),
  scene,
}))
