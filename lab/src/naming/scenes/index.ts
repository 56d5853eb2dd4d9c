import type { Scene } from '../scene.js'
import { needsAnswer } from './needs-answer.js'
import { noAccess } from './no-access.js'
import { notYet } from './not-yet.js'
import { outage } from './outage.js'
import { unknown } from './unknown.js'
import { wrongMethod } from './wrong-method.js'
import { wrongParameter } from './wrong-parameter.js'
import { wrongTarget } from './wrong-target.js'
import { wrongTool } from './wrong-tool.js'

export const scenes: readonly Scene[] = [
  ...[...wrongTool, ...wrongTarget, ...wrongParameter, ...wrongMethod],
  ...[...notYet, ...outage, ...noAccess, ...needsAnswer, ...unknown],
]
