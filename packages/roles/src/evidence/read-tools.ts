import type { Tool } from '@artoo/spec'

/** Facts by which it is known whether calls of a tool may be looks. */
export interface ReadFacts extends Partial<Pick<Tool, 'declaredEffect' | 'history'>> {
  /** The answer, where it is known already. @defaultValue it follows from the others */
  readonly mayRead?: boolean
}

/** Whether calls of a tool may read and nothing else: those of one that keeps a file history write, or run commands. */
export const mayRead = ({ mayRead: known, declaredEffect, history }: ReadFacts): boolean =>
  known ?? (declaredEffect === 'read' || (declaredEffect === 'by_input' && history === undefined))

export const readToolsOf = (tools: readonly (Pick<Tool, 'name'> & ReadFacts)[]): readonly string[] =>
  tools.filter(mayRead).map(({ name }) => name)
