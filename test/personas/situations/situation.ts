import type { Tool } from '@artoo/spec'
import type { Manner } from '../solver.js'
import type { Files } from '../task.js'

/** The people behind a host, and what they say. */
export interface Host {
  readonly name: string
  /** Answers a question, or grants an access with what it gives. @defaultValue nobody is there */
  readonly says?: (question: string) => string | Grant
  /** False: no `confirm`. @defaultValue everything is allowed */
  readonly confirms?: false
}

/** An access as it is granted, with what the context of the run is given; null refuses it. */
export interface Grant {
  readonly granted: Readonly<Record<string, unknown>> | null
}

/** Work in which only a person, another look or another round helps. */
export interface Situation {
  readonly name: string
  /** What the user says, turn by turn. The last one is measured. */
  readonly turns: readonly string[]
  readonly files: Files
  readonly hosts: readonly [Host, ...Host[]]
  readonly manner?: Manner
  /** Tools beside those for files. Each call that does something is written into `done`. */
  readonly tools?: (done: string[]) => readonly Tool[]
  /** What only a person can say or give, as the user has to get to read it where nobody answers. */
  readonly open?: string
  /** The best that this host's people let come of it. */
  readonly isRight: (end: End, host: Host) => boolean
}

/** How a situation ended. */
export interface End {
  readonly before: Files
  readonly after: Files
  /** Paths that the last turn changed. */
  readonly touched: readonly string[]
  /** What tools of the situation did. */
  readonly done: readonly string[]
  readonly status: 'complete' | 'partial' | 'failed'
  /** The code of the end; of a bare loop whether it answered. */
  readonly code: string
  /** What the user gets to read as the answer. */
  readonly answer: string
  /** The next moves, as the user gets to read them. */
  readonly moves: readonly string[]
  /** What is missing, and the summary. */
  readonly remarks: readonly string[]
  /** Questions that were put before a person. */
  readonly asked: readonly string[]
  readonly calls: number
  readonly tokens: number
}

/** Whether the user gets to read something, as the answer or as what to do next. */
export const tells = ({ answer, moves, remarks }: End, words: string): boolean =>
  [answer, ...moves, ...remarks].some((one) => one.includes(words))

/** Nothing was changed and nothing carried out. */
export const isUntouched = ({ touched, done }: End): boolean => touched.length === 0 && done.length === 0
