import { errorCode, errorMessage } from '@artoo/spec'
import type * as z from 'zod'
import { type Finding, missing, unseen } from './finding.js'

/** The circumstances of a check, beside files. */
export interface Scene {
  /** The output under test. */
  readonly output: string
  readonly signal: AbortSignal
}

/** A check with its arguments, ready to be asked. Rejects only when the signal aborts. */
export type Question = (scene: Scene) => Promise<Finding>

/** One kind of declarative check: a schema that makes a question of its arguments. */
export interface CheckKind {
  readonly name: CheckKindName
  readonly description: string
  readonly question: z.ZodType<Question>
}

type CheckKindName = 'file' | 'json' | 'regex' | 'command' | 'all' | 'any' | 'not' | 'assertion'

/** Makes a question of a look. An error while looking becomes a finding, with its message as evidence. */
export function question(look: (scene: Scene) => Finding | Promise<Finding>): Question {
  return async (scene) => {
    scene.signal.throwIfAborted()
    try {
      return await look(scene)
    } catch (error) {
      scene.signal.throwIfAborted()
      return errorCode(error) === 'path_not_found' ? missing(errorMessage(error)) : unseen(errorMessage(error))
    }
  }
}
