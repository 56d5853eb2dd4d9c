import type { ConfirmRequest as Asking } from '@artoo/tools'
import { firstDifference } from '../../journal/first-difference.js'
import { withResolvers } from '../../time/with-resolvers.js'

export type { Asking }

/** A call that may have to be asked about, as it is before its turn. */
export interface Prospect {
  readonly callId: string
  /** Returns the question that a person would be asked now; null for a call that nobody has to be asked about. */
  readonly question: () => Promise<Asking | null>
  /** Puts the question before a person and keeps the answer until the call's turn. */
  readonly put: (question: Asking) => Promise<void>
}

/** The place of a call among those of its turn. */
export interface TurnPlace {
  /** Resolves when the questions of the turn have been answered; at once for a call that nobody has to be asked about. */
  foresee(prospect: Prospect): Promise<void>
  /** To be called at the end in any case, so that nobody waits for a call whose effect never came to be known. */
  leave(): void
}

/** Calls that are asked about before the first of them is carried out. */
export interface TurnQuestions {
  /** To be called in the model's order. A turn is over when each of its calls has foreseen its question or left. */
  enter(): TurnPlace
}

type Asked = readonly [Prospect, Asking]

/** `askAll` puts several questions before a person. */
export function turnQuestions(askAll: (prospects: readonly Prospect[]) => Promise<void>): TurnQuestions {
  let turn = newTurn()

  function newTurn() {
    const places: symbol[] = []
    return { places, open: new Set<symbol>(), prospects: new Map<symbol, Prospect>(), ...withResolvers<void>() }
  }

  return {
    enter() {
      const place = Symbol()
      const own = turn
      own.places.push(place)
      own.open.add(place)
      const leave = () => {
        if (!own.open.delete(place) || own.open.size > 0) return
        turn = newTurn()
        const prospects = own.places.flatMap((one) => own.prospects.get(one) ?? [])
        own.resolve(prospects.length > 1 ? askAll(prospects) : undefined)
      }
      return {
        leave,
        async foresee(prospect) {
          const isAsked = (await prospect.question()) !== null
          if (isAsked) own.prospects.set(place, prospect)
          leave()
          if (isAsked) await own.promise
        },
      }
    },
  }
}

const dependsOn = (question: Asking, before: Asking) =>
  question.target === null
    ? firstDifference([question.tool, question.input], [before.tool, before.input]) === null
    : question.target === before.target

/** The questions that may be asked side by side: of calls on one target only the first, for the others depend on what it does. */
export async function sideBySide(prospects: readonly Prospect[]): Promise<readonly Asked[]> {
  const asked: Asked[] = []
  for (const prospect of prospects) {
    const question = await prospect.question()
    if (question && !asked.some(([, before]) => dependsOn(question, before))) asked.push([prospect, question])
  }
  return asked
}
