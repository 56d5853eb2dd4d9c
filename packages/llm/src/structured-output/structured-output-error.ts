import { ArtooError } from '@artoo/spec'

/**
 * The model's text didn't fit the schema, not even after one repair round. The message says where it fails but
 * never quotes the text, so that it is safe to hand to another role; `rawText` keeps it for the log.
 */
export class StructuredOutputError extends ArtooError<'invalid_output'> {
  readonly #rawText: string

  constructor(outputName: string, problem: string, rawText: string) {
    super('invalid_output', `the model's ${outputName} is not valid: ${problem}`, { field: outputName })
    this.name = 'StructuredOutputError'
    this.#rawText = rawText
  }

  /**
   * The last text of the model. It is a private field behind a method, so that no spread, JSON or inspection shows it.
   */
  rawText(): string {
    return this.#rawText
  }
}
