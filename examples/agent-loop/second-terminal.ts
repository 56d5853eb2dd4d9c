import { loopPicture } from '@artoo/agent-loop'
import { stateFileStore } from '@artoo/agent-loop/node'
import { ArtooError } from '@artoo/sdk'

const usage = `Usage: npm start -- loop                          mends a small broken project, offline
       npm start -- loop status FILE             shows how a loop stands
       npm start -- loop stop FILE [REASON]      has it stop
       npm start -- loop redirect FILE WORDS     has it change its course`

/** Looks at a loop that another process runs, and asks something of it. */
export async function fromSecondTerminal([command = '', file = '', ...rest]: readonly string[]): Promise<void> {
  const words = rest.join(' ')
  if (file === '' || !['status', 'stop', 'redirect'].includes(command) || (command === 'redirect' && words === '')) {
    throw new ArtooError('usage', usage)
  }
  const store = stateFileStore(file)
  const state = await store.read()
  if (!state) throw new ArtooError('usage', `there is no loop in ${file}`)
  if (command === 'status') {
    console.log(loopPicture(state, { width: process.stdout.columns ?? 120 }))
    return
  }
  const { refusal } = await store.request(
    command === 'stop' ? { type: 'stop', reason: words || null } : { type: 'redirect', text: words, change: null },
  )
  console.log(refusal === null ? `done: ${command}` : `refused: ${refusal}`)
}
