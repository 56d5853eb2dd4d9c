import { onlyReads, type Tool } from '@artoo/spec'

/** The tool, but whatever it would change has to be allowed, and nobody is there to allow it. */
export function readOnly(tool: Tool): Tool {
  return {
    ...tool,
    parse: (input) => tool.parse(input),
    target: (input) => tool.target(input),
    async effect(input, context) {
      const effect = await tool.effect(input, context)
      if (onlyReads(effect.kind)) return effect
      const action = effect.kind === 'irreversible' ? effect.action : `call ${tool.name}, which changes something`
      return { kind: 'irreversible', action, reason: 'a probe changes nothing' }
    },
    execute: (input, context) => tool.execute(input, context),
  }
}
