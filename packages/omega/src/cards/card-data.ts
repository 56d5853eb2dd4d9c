/** The parts that a report may have beside the fields that its tier has. */
export type Part = 'same' | 'clarified' | 'resolutions' | 'synthesis'

export interface CardData {
  readonly id: number
  readonly name: string
  /** The purpose in a few words. */
  readonly purpose: string
  /** Agents whose reports it reads in full, beside those that its tier reads. Left out: none. */
  readonly reads?: readonly number[]
  /** The closed set of closing verdicts, and what each says to the others. Left out: it gives none. */
  readonly verdicts?: Readonly<Record<string, 'SUPPORTS' | 'CONTRADICTS' | 'UNCERTAIN'>>
  readonly parts?: readonly Part[]
  /** One step or rule a line. */
  readonly instruction: readonly string[]
}
