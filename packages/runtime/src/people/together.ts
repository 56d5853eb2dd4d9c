import { withResolvers } from '../time/with-resolvers.js'

/** Questions that are put before people at once, in batches. */
export interface Together<Question> {
  /** Says that the questions with these ids come side by side. An id that is expected already keeps its batch. */
  expect(ids: readonly string[]): void
  /** Takes a question out of its batch. */
  leave(id: string): void
  /** Resolves when the last question of the batch has come; to undefined for one that was left out or belongs to no batch. */
  answerTo(id: string, question: Question): Promise<unknown>
}

type Answers = Readonly<Record<string, unknown>>

interface Batch<Question> extends ReturnType<typeof withResolvers<Answers>> {
  readonly open: Set<string>
  readonly questions: (readonly [id: string, Question])[]
}

/** `askAll` is called once for a batch. */
export function together<Question>(
  askAll: (questions: Batch<Question>['questions']) => Promise<Answers>,
): Together<Question> {
  const batches = new Map<string, Batch<Question>>()

  function close(id: string, { open, questions, resolve }: Batch<Question>): void {
    batches.delete(id)
    open.delete(id)
    if (open.size === 0) resolve(questions.length > 0 ? askAll(questions) : {})
  }

  return {
    expect(ids) {
      const open = new Set(ids.filter((id) => !batches.has(id)))
      const batch = { open, questions: [], ...withResolvers<Answers>() }
      for (const id of open) batches.set(id, batch)
    },
    leave(id) {
      const batch = batches.get(id)
      if (batch) close(id, batch)
    },
    async answerTo(id, question) {
      const batch = batches.get(id)
      if (!batch) return undefined
      batch.questions.push([id, question])
      close(id, batch)
      return (await batch.promise)[id]
    },
  }
}
