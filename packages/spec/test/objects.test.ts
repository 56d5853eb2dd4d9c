import { runInNewContext } from 'node:vm'
import { isObject, isPlainObject, isRecord, withoutUndefined } from '@artoo/spec'
import { expect, test } from 'vitest'

test('a list is an object and no record', () => {
  expect([{}, [], null, 'a', () => 1].map(isObject)).toEqual([true, true, false, false, false])
  expect([{}, [], null].map(isRecord)).toEqual([true, false, false])
})

test('an object is plain in whatever realm it was made', () => {
  const foreign = runInNewContext('({})')
  expect([{}, foreign, Object.create(null), new Date(), new Map()].map(isPlainObject)).toEqual([
    ...[true, true, true],
    ...[false, false],
  ])
})

test('fields that are undefined are left out, and null is kept', () => {
  expect(Object.keys(withoutUndefined({ a: undefined, b: null, c: 0 }))).toEqual(['b', 'c'])
})
