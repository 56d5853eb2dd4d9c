import { expect, it } from 'vitest'
import { initialState, step } from '../src/index.js'
import { outcome } from './builders.js'

it('the reason for a part that was not judged names no id of it', () => {
  const calls = [{ tool: 'fetch', target: 'rates', failed: true, error: 'passing' as const, lifted: true }]
  const part = outcome('01a2235f', { status: 'failed', failureClass: 'environmental', calls })
  const [, { directive, rationale }] = step(initialState, { outcomes: [part], elapsedMs: 0, accepted: false })
  expect(directive).toBe('wait')
  expect(rationale).toMatch(
    /^[\d.]+ : 1 that a service that should be there did not answer, and may do so later, so do the same again after a pause\.$/,
  )
})
