/** A process that lands a loop's work: it is killed while it does. `process.js FOLDER HEAD land|undo` */
import { writeSync } from 'node:fs'
import { workspacesFor } from '../../src/node.js'

const { signal } = new AbortController()
const [directory = '', head = '', what] = process.argv.slice(2)
const workspaces = workspacesFor(directory)
await workspaces.prepare('loop', head, signal)
writeSync(1, 'began\n')
const outcome = what === 'undo' ? await workspaces.undoLanding() : await workspaces.land({ signal })
writeSync(1, `${JSON.stringify(outcome)}\n`)
await workspaces.close()
