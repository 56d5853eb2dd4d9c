import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkedLines } from '../src/journal/checked-lines.js'
import type { UncheckedLine } from '../src/journal/journal.js'

const event = fc
  .jsonValue()
  .map((payload) => ({ kind: 'event', epoch: 1, event: { payload } }) as unknown as UncheckedLine)
const blob = fc.string({ unit: 'binary' }).map((text): UncheckedLine => ({ kind: 'blob', epoch: 1, hash: 'a', text }))
const lease = fc
  .option(fc.string(), { nil: undefined })
  .map((follows): UncheckedLine => ({ kind: 'lease', epoch: 2, owner: 'me', at: 1, until: 2, follows }))

test('the text of a line is the JSON that anybody would make of it', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(event, blob, lease)), (given) => {
      const { lines, texts } = checkedLines(given)
      expect(texts).toEqual(lines.map((line) => JSON.stringify(line)))
    }),
  )
})
