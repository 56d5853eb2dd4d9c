import { contract, type MessageFrom, type PayloadOf } from '@artoo/bus'
import { type Decider, type Incoming, modelContracts, type Outputs, runContracts, toolContracts } from '@artoo/runtime'
import { expectTypeOf, test } from 'vitest'
import * as z from 'zod'

const outputs = { draft: z.object({ text: z.string() }), vote: z.object({ yes: z.boolean() }) } satisfies Outputs
const contracts = {
  ...runContracts('critic'),
  ...modelContracts(outputs, ['writer', 'critic']),
  ...toolContracts(['writer']),
  Verdict: contract(z.object({ text: z.string() }), [['critic', 'host']]),
}
type Contracts = typeof contracts

test('a reply is typed by what was asked for', () => {
  type Reply = PayloadOf<Contracts, 'ModelReply'>
  type ValueOf<Name> = Extract<Reply, { kind: 'value'; output: Name }> extends { value: infer Value } ? Value : never
  expectTypeOf<ValueOf<'draft'>>().toEqualTypeOf<{ text: string }>()
  expectTypeOf<ValueOf<'vote'>>().toEqualTypeOf<{ yes: boolean }>()
  expectTypeOf<PayloadOf<Contracts, 'ModelRequest'>['output']>().toEqualTypeOf<'draft' | 'vote'>()
})

test('a decider hears and says what its contracts let it', () => {
  expectTypeOf<Incoming<Contracts, 'critic'>['type']>().toEqualTypeOf<
    'TaskStarted' | 'Interrupt' | 'Waited' | 'ModelReply' | 'ModelFailure'
  >()
  expectTypeOf<Incoming<Contracts, 'writer'>['type']>().toEqualTypeOf<'ModelReply' | 'ModelFailure' | 'ToolResult'>()
  expectTypeOf<MessageFrom<Contracts, 'writer'>['type']>().toEqualTypeOf<'ModelRequest' | 'ToolRequest'>()
  expectTypeOf<MessageFrom<Contracts, 'critic'>['type']>().toEqualTypeOf<'ModelRequest' | 'Verdict'>()
})

test('a decider is an object of three parts', () => {
  expectTypeOf<keyof Decider<Contracts, 'writer', null>>().toEqualTypeOf<'actor' | 'initial' | 'decide'>()
})
