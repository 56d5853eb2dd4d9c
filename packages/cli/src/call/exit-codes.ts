/** The exit codes of `artoo`, with their meanings for `artoo help exit-codes`. */
export const exitCodes = {
  complete: [0, 'the task is complete, or the command did what it was asked to'],
  failed: [1, 'the task failed, or a check found a problem (`doctor`, `replay`, `audit`)'],
  usage: [2, 'the command line, the configuration or an id is wrong; the message says which'],
  partial: [3, 'there is a result, but part of it is missing'],
  waiting: [4, 'the task waits for a person: `artoo resume ID`'],
  interrupted: [5, 'the task was interrupted and can be resumed: `artoo resume ID`'],
  hangup: [129, 'the terminal was closed; the task under way can be resumed'],
  sigint: [130, 'Ctrl+C; the task under way can be resumed'],
  pipe: [141, 'the output was closed; the task under way can be resumed'],
  sigterm: [143, 'SIGTERM; the task under way can be resumed'],
} as const satisfies Readonly<Record<string, readonly [code: number, meaning: string]>>

/** The exit code for a task. */
export const exitCodeOf = ({ status }: { readonly status: TaskEnd }): number => exitCodes[status][0]

export type TaskEnd = 'complete' | 'failed' | 'partial' | 'waiting' | 'interrupted'
