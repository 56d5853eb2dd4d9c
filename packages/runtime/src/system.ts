import type { Contracts, MessageFrom, PayloadOf } from '@artoo/bus'
import type { ReportFailure } from './decider.js'
import type { RunContracts } from './run/run-contracts.js'

/** What is the same for all runs of a system: its messages, and who ends a run. */
export interface System<C extends Contracts, Controller extends string, Result extends keyof C & string> {
  /** Its own messages, those of its effects and `runContracts(controller)`. */
  readonly contracts: C & RunContracts<Controller>
  /** The decider that is told `TaskStarted`, `Waited` and `Interrupt`, and answers the last at once with the result. */
  readonly controller: Controller
  /** The type of the message to the host that is a run's result; the first one counts. */
  readonly result: Result
  /**
   * Of its deciders: stands in the journal, and a run that other deciders began is not gone on with. Another one whenever they
   * decide otherwise. @defaultValue '1'
   */
  readonly version?: string | undefined
  /** The text in a result that its user reads; null when there is none. @defaultValue there is none */
  readonly answerOf?: ((result: PayloadOf<C, Result>) => string | null) | undefined
  /** The user's own words in the message that begins a run. @defaultValue it has none */
  readonly wordsOf?: ((begin: MessageFrom<C, 'host'>) => readonly string[]) | undefined
  /**
   * Whether `resume` can go on with its runs. One of a system that keeps its state elsewhere ends with a result also when it is
   * closed or a part of the host fails. @defaultValue true
   */
  readonly resumes?: boolean | undefined
  /** What is sent when a decider throws. @defaultValue nothing: the run is interrupted with `role_failed` */
  readonly reportFailure?: ReportFailure | undefined
}
