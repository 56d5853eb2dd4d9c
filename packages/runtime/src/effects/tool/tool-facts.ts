import type { Tool } from '@artoo/spec'
import type { EffectFacts } from '../../effect.js'
import { digestOf } from '../../journal/chain.js'

/** Tells one text from another; nothing is hidden by it. */
const digestLength = 16

const shortDigest = (text: string) => digestOf(text).slice(0, digestLength)

/** Facts about tools under `tools.<name>`: the effect that is declared, digests of JSON Schema and description, and whether it is idempotent. */
export function toolFacts(tools: readonly Tool[]): EffectFacts {
  let known: Readonly<Record<string, unknown>> | undefined
  return {
    values() {
      known ??= { tools: Object.fromEntries(tools.map((tool) => [tool.name, factsOf(tool)])) }
      return known
    },
    isWeaker([, , part], was, is) {
      switch (part) {
        case undefined:
          return is === null
        case 'effect':
          return strictness(is) < strictness(was) || (is === 'by_input' && was !== 'by_input' && strictness(was) > 0)
        case 'idempotent':
          return is === true
        default:
          return part === 'schema'
      }
    },
  }
}

function factsOf({ declaredEffect, inputSchema, description, idempotent = false }: Tool) {
  const schema = shortDigest(JSON.stringify(inputSchema) ?? '')
  return { effect: declaredEffect ?? null, schema, description: shortDigest(description), idempotent }
}

/** 0 for an effect that runs unasked, 1 for one that asks about some targets, 2 for one that always may ask. */
const strictness = (effect: unknown) =>
  effect === 'read' || effect === 'repeatable' ? 0 : effect === 'outbound' ? 1 : 2
