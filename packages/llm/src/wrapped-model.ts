import type { LanguageModel } from '@artoo/spec'

/** A model that answers by another function, and is otherwise the one that it wraps. */
export const wrappedModel = (model: LanguageModel, generate: LanguageModel['generate']): LanguageModel => ({
  id: model.id,
  get streams() {
    return model.streams
  },
  generate,
})
