import type { FamilyModel } from '@artoo/omega'
import type { LanguageModel } from '@artoo/sdk'
import type { ChosenModels } from '../agent/models.js'

type Voice = FamilyModel & { readonly model: LanguageModel }

/**
 * One model of each provider, the one that directs first: two of one provider are likely to be wrong together, so they are not counted as two
 * voices.
 */
export function voices({ brain, tool }: ChosenModels): readonly Voice[] {
  const families = new Map<string, Voice>()
  for (const model of [...brain, ...tool]) {
    const [family = model.id] = model.id.split('/')
    if (!families.has(family)) families.set(family, { model, family })
  }
  return [...families.values()]
}
