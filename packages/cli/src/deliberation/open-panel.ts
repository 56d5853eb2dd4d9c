import { join } from 'node:path'
import type { Price, Task } from '@artoo/sdk'
import { fileJournal, stateFolder } from '@artoo/sdk/node'
import { systemSetup } from '../agent/system-setup.js'
import { askTrust } from '../asking/ask-trust.js'
import type { Person } from '../asking/person.js'
import type { Call } from '../call/call.js'
import type { OmegaPackage } from './omega-package.js'
import { voices } from './voices.js'

/** The panel of a folder. Its journal lies in the state folder, beside that of tasks. */
export async function openPanel(call: Call, { createOmega }: OmegaPackage) {
  const {
    root,
    config,
    models: chosen,
    limits,
    notes,
  } = await systemSetup({ ...call, askTrust: call.stdin.isTTY && !call.flags.json ? askTrust(call) : null })
  const models = voices(chosen)
  const { checks, prices } = config
  const journal = fileJournal(join(stateFolder({ root }), 'deliberations'))
  const omega = createOmega({ models, checks, prices, limits, journal })
  return {
    notes,
    price: dearestPrice(models.map(({ model }) => prices?.[model.id])),
    estimate: (question: string) => omega.estimate(question),
    begin: (question: string, { confirm, clarify }: Person) => omega.deliberate(question, { confirm, clarify }),
    resume: (taskId: string, { confirm, clarify }: Person) => omega.resume(taskId, { confirm, clarify }),
    /** The id of the newest deliberation without a report; null when each has one. */
    async unfinished(): Promise<string | null> {
      let newest: Task | null = null
      for await (const task of omega.tasks()) {
        const isOpen = task.state === 'died' || task.state === 'waiting'
        if (isOpen && task.startedAt > (newest?.startedAt ?? 0)) newest = task
      }
      return newest?.taskId ?? null
    },
    close: () => omega.close(),
  }
}

/** The most that any of the models takes; undefined unless all prices are known. */
function dearestPrice(prices: readonly (Price | undefined)[]): Price | undefined {
  const known = prices.filter((price) => price !== undefined)
  if (known.length < prices.length) return undefined
  const most = (kind: 'input' | 'output') => Math.max(...known.map((price) => price[kind]))
  return { input: most('input'), output: most('output') }
}
