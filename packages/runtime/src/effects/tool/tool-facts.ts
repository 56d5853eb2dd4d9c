import type { Tool } from '@artoo/spec'
import { sha256 } from '@artoo/spec'
import { compareModes, isPermissionMode, type KnownPermissions } from '@artoo/tools'
import type { EffectFacts } from '../../scope/effect.js'

/** Tells one text from another; nothing is hidden by it. */
const digestLength = 16

const shortDigest = (text: string) => sha256(text).slice(0, digestLength)

/** Facts about tools under `tools.<name>`: the effect that is declared, digests of JSON Schema and description, and whether it is idempotent. */
export function toolFacts(tools: readonly Tool[], permissions: KnownPermissions): EffectFacts {
  let known: Readonly<Record<string, unknown>> | undefined
  return {
    values() {
      known ??= {
        tools: Object.fromEntries(tools.map((tool) => [tool.name, factsOf(tool)])),
        ...permissionFacts(permissions),
      }
      return known
    },
    isWeaker([group, list, part], was, is) {
      if (group === 'permissions') return isFreer(list, was, is)
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

/** Rules by their text under `permissions`; nothing without rules and mode. */
function permissionFacts({ allow, ask, deny, mode }: KnownPermissions) {
  const lists = Object.entries({ allow, ask, deny }).filter(([, rules]) => rules.length > 0)
  const facts = lists.map(([name, rules]) => [name, Object.fromEntries(rules.map(({ text }) => [text, true]))])
  const permissions = { ...Object.fromEntries(facts), ...(mode && { mode }) }
  return Object.keys(permissions).length > 0 ? { permissions } : {}
}

const parts = ['allow', 'ask', 'deny', 'mode'] as const

/** An allow that is new, an ask or deny that is gone, a mode that is freer. */
function isFreer(list: string | undefined, was: unknown, is: unknown): boolean {
  if (list === undefined) {
    const [before, now] = [was, is].map((value) => (value ?? {}) as Readonly<Record<string, unknown>>)
    return parts.some(
      (part) =>
        (before?.[part] ?? now?.[part]) !== undefined && isFreer(part, before?.[part] ?? null, now?.[part] ?? null),
    )
  }
  if (list === 'mode') return compareModes(modeOf(is), modeOf(was)) > 0
  return list === 'allow' ? is !== null : is === null
}

const modeOf = (value: unknown) => (isPermissionMode(value) ? value : 'ask')

function factsOf({ declaredEffect, inputSchema, description, idempotent = false }: Tool) {
  const schema = shortDigest(JSON.stringify(inputSchema) ?? '')
  return { effect: declaredEffect ?? null, schema, description: shortDigest(description), idempotent }
}

/** 0 for an effect that runs unasked, 1 for one that asks about some targets, 2 for one that always may ask. */
const strictness = (effect: unknown) =>
  effect === 'read' || effect === 'repeatable' ? 0 : effect === 'outbound' ? 1 : 2
