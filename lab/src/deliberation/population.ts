/** What an agent thinks that the answer is. */
export interface Opinion {
  /** The answer, in the words that all who mean it use; null when it names none. */
  readonly answer: string | null
  /** How sure it says that it is, 0 to 1; null when it doesn't say. */
  readonly confidence: number | null
}

/** A question with what each family of models would make of it. */
export interface Question {
  readonly right: string
  /** An agent of the family answers. Each call stands for a request of its own: it draws anew from what the family tends to. */
  answer(family: string, draw: () => number): Opinion
  /**
   * An agent of the family looks at one proposed answer: its probability, 0 to 1, that the answer is right. `seen`: all answers that were
   * proposed, as it was shown them.
   */
  judge(family: string, answer: string, seen: readonly string[], draw: () => number): number
  /** An agent of the family answers again after it has read what others said. */
  reconsider(family: string, seen: readonly Opinion[], draw: () => number): Opinion
  /** Code that decides whether an answer is right; null for a question for which there is none. */
  readonly check: ((answer: string) => boolean) | null
}

/** Questions of one kind, and the models that answer them. */
export interface Population {
  /** Short: it stands in a table. */
  readonly name: string
  /** In a sentence: what is special about it. */
  readonly about: string
  /** Families of models: members of one are likely to be wrong together. */
  readonly families: readonly string[]
  /** Whether the population is one in which judging is easier than answering. */
  readonly easyToJudge: boolean
  /** The question of that number: the same each time that it is asked for. */
  question(index: number, seed: number): Question
}
