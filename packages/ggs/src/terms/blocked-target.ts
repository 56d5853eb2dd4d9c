/** A tool that the environment refused on one particular target. */
export interface BlockedTarget {
  readonly tool: string
  readonly target: string
}
