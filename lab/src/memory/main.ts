import { renderMemoryLab } from './render.js'
import { runMemoryLab } from './run-memory-lab.js'

/** For each setting and system: more make narrower intervals. */
const sequences = Number(process.argv[2] ?? 4)

console.log(renderMemoryLab(await runMemoryLab({ sequences })))
