import { missingCredential, nobodyConfirms } from './situations/access.js'
import { longLook, lookAtWorld, usedUpTurns, usedUpTurnsForDoubters } from './situations/long-look.js'
import { ambiguous, ambiguousForGuessers, clear, incomplete } from './situations/questions.js'
import type { Situation } from './situations/situation.js'
import { undoThat } from './situations/undo-that.js'

/** Work in which an agent has to look before it judges, to ask, or to go on where it stood. */
export const situations: readonly Situation[] = [
  longLook,
  lookAtWorld,
  ambiguous,
  ambiguousForGuessers,
  incomplete,
  clear,
  missingCredential,
  usedUpTurns,
  usedUpTurnsForDoubters,
  undoThat,
  nobodyConfirms,
]
