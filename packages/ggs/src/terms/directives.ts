/** The directives of the controller, each with its meaning. Those that end a task come first, then the others from the most drastic to the least. */
export const directiveMeanings = {
  accept: 'deliver what passed',
  abandon: 'give up',
  success: 'deliver what is near enough',
  deliver: 'deliver the parts that are done, and stop',
  ask: 'ask a person',
  break_symmetry: 'use another method',
  change_approach: 'use another class of tool',
  change_path: 'use another target',
  refine: 'use other parameters',
  again: 'bring about what is missing, then do the same again',
  wait: 'do the same again after a pause',
} as const

export type Directive = keyof typeof directiveMeanings

export const directives = Object.keys(directiveMeanings) as readonly Directive[]

/** The one that asks for the greater change. */
export function moreDrastic(one: Directive, other: Directive): Directive {
  return directives.indexOf(one) <= directives.indexOf(other) ? one : other
}

const terminal: readonly Directive[] = ['accept', 'abandon', 'success', 'deliver']

/** True for the directives that end a task. */
export const isTerminal = (directive: Directive): boolean => terminal.includes(directive)
