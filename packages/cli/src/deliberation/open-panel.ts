import { join } from 'node:path'
import type { FamilyModel, PanelSize } from '@artoo/omega'
import type { Journal, LanguageModel, Price } from '@artoo/sdk'
import { fileJournal, stateFolder } from '@artoo/sdk/node'
import type { ChosenModels } from '../agent/models.js'
import { systemSetup } from '../agent/system-setup.js'
import { askTrustOf } from '../asking/ask-trust.js'
import type { Person } from '../asking/person.js'
import type { Call, Flags } from '../call/call.js'
import { flagTable } from '../call/flags.js'
import { newestTask } from '../records/newest.js'
import type { OmegaPackage } from './omega-package.js'

/** The panel of a folder. Its journal lies in the state folder, beside that of tasks. */
export async function openPanel(call: Call, { createOmega }: OmegaPackage) {
  const { root, config, models: chosen, limits, notes } = await systemSetup({ ...call, askTrust: askTrustOf(call) })
  const models = voices(chosen)
  const { checks, prices } = config
  const journal = fileJournal(join(stateFolder({ root }), 'deliberations'))
  const size = sizeOf(call.flags.panel)
  const open = (panel: PanelSize) => createOmega({ panel, models, checks, prices, limits, journal })
  let omega = open(size)
  const known = { stakes: stakesOf(call.flags) }
  return {
    size,
    notes,
    price: dearestPrice(models.map(({ model }) => prices?.[model.id])),
    estimate: (question: string) => omega.estimate(question, known),
    begin: (question: string, { confirm, clarify }: Person) =>
      omega.deliberate(question, { ...known, confirm, clarify }),
    resume: (taskId: string, { confirm, clarify }: Person) => omega.resume(taskId, { confirm, clarify }),
    /** The newest deliberation without a report, for whose panel this one makes way; null when each has one. */
    async unfinished() {
      const task = await newestTask(omega, ({ state }) => state === 'died' || state === 'waiting')
      if (task) omega = open(await sizeOfTask(journal, task.taskId))
      return task
    },
    close: () => omega.close(),
  }
}

const sizeOf = (name: unknown): PanelSize => flagTable.panel.choices.find((choice) => choice === name) ?? 'quick'

function stakesOf({ stakes }: Flags) {
  const given = flagTable.stakes.choices.find((choice) => choice === stakes)
  return given && ({ low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const)[given]
}

/** The panel that a deliberation began with: no other can go on with it. */
async function sizeOfTask(journal: Journal, taskId: string): Promise<PanelSize> {
  for await (const line of journal.read(taskId)) {
    const settings = line.kind === 'start' ? line.run?.settings : undefined
    return sizeOf((settings as { readonly panel?: unknown } | undefined)?.panel)
  }
  return 'quick'
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
