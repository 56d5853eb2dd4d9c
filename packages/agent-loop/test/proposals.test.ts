import { expect, it } from 'vitest'
import { admitted } from '../src/coordinator/proposals.js'
import { noPins } from '../src/state/agreed.js'
import { atoms, file, world } from './world.js'

const part = { name: 'a', task: 'do it', check: file('a.txt'), depends_on: [], writes: [], unknown: false }
const argv = ['npm', 'run', 'deploy']
const plan = { atoms: atoms({ A: [], B: ['A'] }), protected_paths: ['test.js'] }

it.each([
  ['has nothing in it', [], 'propose 1 to 5, or none and say why as `impossible`'],
  ['has two of one name', [part, part], 'give each a name of its own'],
  ['builds on what is not there', [{ ...part, depends_on: ['C'] }], 'what it may depend on is a, A, B'],
  ['changes what nobody may', [{ ...part, writes: ['test.js'] }], 'change others, or say why'],
  ['wants a person to decide', [{ ...part, check: { check: 'assertion', text: 'nice' } }], 'take a command, file'],
  [
    'runs what nobody agreed to',
    [{ ...part, check: { check: 'command', argv } }],
    'exactly as written: ["npm","test"]',
  ],
] as const)('a proposal that %s is told what would be admitted', async (_, proposed, told) => {
  const { objective, ...rest } = await world({ plan, tree: { 'test.js': 'x' } }).align()
  const state = { ...rest, objective: { ...objective, allowed_commands: [{ argv: ['npm', 'test'], pins: noPins }] } }
  const review = ({ check }: { readonly check: string }) => (check === 'command' ? 'nobody agreed to it' : null)
  const proposal = { atoms: proposed as never, alternatives: [] }
  expect(admitted(state, proposal, { parent: null, review })).toEqual({ refusal: expect.stringContaining(told) })
})
