import { join } from 'node:path'
import { replay } from '@artoo/insight'
import { type FinalResult, levelJournal, type RunEvent, readEvents } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { ClassicLevel } from 'classic-level'
import { sent, worldIn } from './invitation.js'
import { essenceOf, paidTwice } from './outcome.js'
import type { Ended } from './process.js'

/** What is wrong with a task that has ended after any number of crashes; nothing when all is as if there had been none. */
export async function problemsOf(
  directory: string,
  kind: string,
  { taskId, result }: Ended,
  undisturbed: FinalResult,
): Promise<readonly string[]> {
  const world = worldIn(directory)
  const store = kind === 'level' ? new ClassicLevel(join(directory, 'level')) : null
  const journal = store ? levelJournal(store) : fileJournal(directory)
  const events = await readEvents<RunEvent>(journal, taskId)
  const { parting } = await replay(journal, taskId)
  await store?.close()
  const [found, wanted] = [result, undisturbed].map((one) => JSON.stringify(essenceOf(one)))
  const paid = paidTwice(events, world.paid())
  const deeds = world.deeds().filter((deed) => !deed.startsWith('note'))
  const results = events.filter(({ type }) => type === 'FinalResult').length
  return [
    ...(found === wanted ? [] : [`the result is ${found}`]),
    ...paid.map((nonce) => `the model was paid for ${nonce}, which stood in the journal`),
    ...(deeds.join() === sent.join() ? [] : [`what can't be undone was done as ${deeds.join()}`]),
    ...(results === 1 ? [] : [`there are ${results} results`]),
    ...(parting ? [`its replay parts at event ${parting.seq}, ${parting.logged.type}`] : []),
  ]
}
