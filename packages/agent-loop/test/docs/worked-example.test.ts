import { readFileSync } from 'node:fs'
import { measureOf, measureText, type StateFile, weightsOf } from '@artoo/agent-loop'
import { expect, test } from 'vitest'
import { applied } from '../../src/state/applied.js'
import type { StateEvent } from '../../src/state/events.js'
import { atoms, fails, file, world } from '../world.js'

const document = readFileSync(new URL('../../../../docs/agent-loop.md', import.meta.url), 'utf8')

const measure = (state: StateFile) => measureText(measureOf(state, weightsOf(state)))

/** What happens to a thing, without its details. */
function inWords(event: StateEvent): readonly string[] {
  switch (event.type) {
    case 'chosen':
      return [`chosen: ${event.choice}`]
    case 'launched':
      return [`launched: ${event.atom}`]
    case 'attempt_failed':
    case 'atom_failed':
    case 'resolved':
      return [event.type]
    default:
      return []
  }
}

test('the worked example of docs/agent-loop.md has the numbers that the code has', async () => {
  const { loop, align } = world({
    plan: {
      atoms: atoms({ look: [], patch: ['look'], rewrite: ['look'], tell: ['mend'] }),
      or_groups: { mend: { choices: ['patch', 'rewrite'] } },
      base_case: file('tell.txt'),
      constraints: { max_attempts: 1 },
    },
    scripts: { patch: fails() },
  })
  let state = await align()
  const rows = [`| agreed | ${measure(state)} |`]
  for await (const event of loop.start()) {
    if (event.type !== 'Commit') continue
    const { events, at } = event.payload
    state = events.reduce((before, one) => applied(before, one, at), state)
    const words = events.flatMap(inWords).join(', ')
    if (words !== '') rows.push(`| ${words} | ${measure(state)} |`)
  }
  expect(state.control.status).toBe('completed')
  expect(document).toContain(rows.join('\n'))
})
