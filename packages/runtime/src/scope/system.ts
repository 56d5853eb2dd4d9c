import type { Contracts, MessageFrom, PayloadOf } from '@artoo/bus'
import type { ReportFailure } from './decider.js'
import type { RunContracts } from './run-contracts.js'

/** The parts of a system that are the same for all its runs: the messages, and the actor that ends a run. */
export interface System<C extends Contracts, Controller extends string, Result extends keyof C & string> {
  /** Its own messages, those of its effects, `runContracts(controller)`, and `userWordsContract(controller)` if it hears words. */
  readonly contracts: C & RunContracts<Controller>
  /**
   * The decider that receives `TaskStarted`, `Waited` and `Interrupt`, and answers the last at once with the result.
   */
  readonly controller: Controller
  /** The type of the message to the host that is a run's result; the first one counts. */
  readonly result: Result
  /**
   * The version of its deciders. It is kept in the journal, and a run of another version is not resumed: change it
   * whenever they decide otherwise.
   *
   * @defaultValue '1'
   */
  readonly version?: string | undefined
  /** Returns the text in a result that its user reads; null when there is none. @defaultValue there is none */
  readonly answerOf?: ((result: PayloadOf<C, Result>) => string | null) | undefined
  /** Returns the user's own words in the message that begins a run. @defaultValue no words */
  readonly wordsOf?: ((begin: MessageFrom<C, 'host'>) => readonly string[]) | undefined
  /**
   * Whether `resume` can continue its runs. A run of a system that keeps its state elsewhere ends with a result also
   * when it is closed or a part of the host fails.
   *
   * @defaultValue true
   */
  readonly resumes?: boolean | undefined
  /**
   * Returns the message that is sent when a decider throws.
   *
   * @defaultValue no message: the run is interrupted with `role_failed`
   */
  readonly reportFailure?: ReportFailure | undefined
}
