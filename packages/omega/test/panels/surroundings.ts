import type { Clarify, Confirm } from '@artoo/runtime'
import type { Check, Clock, Tool } from '@artoo/spec'
import type { OmegaMemory } from '../../src/lessons/omega-memory.js'
import type { OmegaOptions } from '../../src/omega/options.js'
import type { Chance } from './chance.js'
import type { Climate } from './climate.js'

const never = () => new Promise<never>(() => {})
const broken = () => Promise.reject(new Error('out of order'))

/** What is around a panel: tools, checks, people, memory. */
export function surroundings(chance: Chance, climate: Climate, clock: Clock): Partial<OmegaOptions> {
  return {
    clock,
    ...(climate.toolCalls > 0 && { tools: [toolOf(climate.tools)] }),
    ...(climate.checked > 0 && { checks: [checkOf(chance.of('checks'), climate.checks)] }),
    ...(climate.memory !== 'none' && { memory: memoryOf(climate.memory) }),
    ...people[climate.people],
    ...{ limits: climate.limits, concurrency: climate.concurrency },
  }
}

function toolOf(kind: Climate['tools']): Tool {
  const execute = { work: () => 'nothing to see '.repeat(50), throw: broken, hang: never, irreversible: () => 'gone' }
  return {
    ...{ name: 'look', description: 'Looks at it.', inputSchema: { type: 'object' } },
    parse: async (input) => input,
    target: () => null,
    effect: async () =>
      kind === 'irreversible' ? { kind, action: 'look at it', reason: 'it is gone then' } : { kind: 'read' },
    execute: async () => execute[kind](),
  }
}

function checkOf(chance: Chance, kind: Climate['checks']): Check {
  const verdicts = {
    hold: () => ({ pass: true, evidence: 'it is so' }),
    fail: () => ({ pass: false, evidence: 'it is not so' }),
    throw: () => {
      throw new Error('out of order')
    },
    any: () => chance.pick([verdicts.hold, verdicts.fail, verdicts.throw])(),
  }
  return { name: 'look', description: 'Looks whether it is so.', run: () => verdicts[kind]() }
}

const people: Readonly<Record<Climate['people'], { readonly clarify?: Clarify; readonly confirm?: Confirm }>> = {
  none: {},
  yes: { clarify: () => 'The latter.', confirm: () => true },
  no: { clarify: () => '', confirm: () => false },
  choose: { clarify: (asked) => Object.fromEntries(asked.map(({ id, choices = ['Do 1'] }) => [id, choices[0] ?? ''])) },
  never: { clarify: never, confirm: never },
  throw: { clarify: broken, confirm: broken },
}

function memoryOf(kind: Exclude<Climate['memory'], 'none'>): OmegaMemory {
  const lesson = { strength: 0.9, outcome: 'SUCCESS', lesson: 'look twice' } as const
  const recalled = { lessons: [lesson], repelled: ['Intuition Engine', 'nobody'] }
  return {
    lessons: { recall: async () => recalled, remember: async () => {} },
    broken: { recall: broken, remember: broken },
    never: { recall: never, remember: never },
  }[kind]
}
