import { task } from './task.js'

globalThis.finished = task()
