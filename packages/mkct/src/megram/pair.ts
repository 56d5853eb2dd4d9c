/** The space and entity that Megrams are about. */
export interface Pair {
  readonly space: string
  readonly entity: string
}
