import { join } from 'node:path'
import type { FamilyModel } from '@artoo/omega'
import type { LanguageModel, Price } from '@artoo/sdk'
import { fileJournal, stateFolder } from '@artoo/sdk/node'
import type { ChosenModels } from '../agent/models.js'
import { systemSetup } from '../agent/system-setup.js'
import { askTrustOf } from '../asking/ask-trust.js'
import type { Person } from '../asking/person.js'
import type { Call } from '../call/call.js'
import { newestTask } from '../records/newest.js'
import type { OmegaPackage } from './omega-package.js'

/** The panel of a folder. Its journal lies in the state folder, beside that of tasks. */
export async function openPanel(call: Call, { createOmega }: OmegaPackage) {
  const { root, config, models: chosen, limits, notes } = await systemSetup({ ...call, askTrust: askTrustOf(call) })
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
    /** The newest deliberation without a report; null when each has one. */
    unfinished: () => newestTask(omega, ({ state }) => state === 'died' || state === 'waiting'),
    close: () => omega.close(),
  }
}

type Voice = FamilyModel & { readonly model: LanguageModel }

/**
 * One model of each provider, the one that directs first: two of one provider are likely to be wrong together, so they are not counted as two
 * voices.
 */
function voices({ brain, tool }: ChosenModels): readonly Voice[] {
  const families = new Map<string, Voice>()
  for (const model of [...brain, ...tool]) {
    const [family = model.id] = model.id.split('/')
    if (!families.has(family)) families.set(family, { model, family })
  }
  return [...families.values()]
}

/** The most that any of the models takes; undefined unless all prices are known. */
function dearestPrice(prices: readonly (Price | undefined)[]): Price | undefined {
  const known = prices.filter((price) => price !== undefined)
  if (known.length < prices.length) return undefined
  const most = (kind: 'input' | 'output') => Math.max(...known.map((price) => price[kind]))
  return { input: most('input'), output: most('output') }
}
