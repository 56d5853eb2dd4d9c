import type { LanguageModel } from '@artoo/spec'

/** A model that answers by another function, and is otherwise the one that it wraps. */
export const wrappedModel = (model: LanguageModel, generate: LanguageModel['generate']): LanguageModel =>
  new Wrapped(model, generate)

// A class, since V8 keeps all that a getter of an object literal closes over until its next full collection.
class Wrapped implements LanguageModel {
  readonly id: string
  readonly #model: LanguageModel

  constructor(
    model: LanguageModel,
    readonly generate: LanguageModel['generate'],
  ) {
    this.id = model.id
    this.#model = model
  }

  /** False for a host's model whose getter throws. */
  get streams(): boolean {
    try {
      return this.#model.streams === true
    } catch {
      return false
    }
  }
}
