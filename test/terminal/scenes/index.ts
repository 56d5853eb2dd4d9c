import type { Story } from '../stage.js'
import { always, answers, confirm } from './confirmations.js'
import { hungUp, killed, left } from './crash.js'
import { looking } from './looking.js'
import { loop } from './loop.js'
import { oneShot } from './one-shot.js'
import { parallel } from './parallel.js'
import { replan } from './replan.js'
import { rewind } from './rewind.js'
import { steering } from './steering.js'
import { typing } from './typing.js'

export const stories: readonly Story[] = [
  oneShot,
  replan,
  confirm,
  always,
  answers,
  steering,
  rewind,
  killed,
  hungUp,
  left,
  typing,
  parallel,
  looking,
  loop,
]
