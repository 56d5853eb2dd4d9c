import { readFile } from 'node:fs/promises'
import { ClassicLevel } from 'classic-level'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLog } from '../src/node/level/log-records.js'
import { fileOf } from './support/killed-store.js'
import { temporaryDirectory } from './support/stores.js'

/** LevelDB's log of some batches, one larger than a block. */
async function someLog(): Promise<Buffer> {
  const path = await temporaryDirectory()
  const level = new ClassicLevel<string, string>(path)
  for (const length of [10, 300, 40_000, 0, 5000]) await level.put(`key ${length}`, 'value'.repeat(length / 5))
  const bytes = await readFile(await fileOf(path, '.log'))
  await level.close()
  return bytes
}

test('a log that ends anywhere is no damage, with or without room kept after it', async () => {
  const log = await someLog()
  expect(readLog(log).records).toHaveLength(5)
  fc.assert(
    fc.property(fc.nat(log.length), fc.integer({ min: 7, max: 50_000 }), (length, room) => {
      expect(readLog(log.subarray(0, length)).end).not.toBe('altered')
      const { end, records } = readLog(Buffer.concat([log, Buffer.alloc(room)]))
      expect([end, records.length]).toEqual(['whole', 5])
    }),
    { seed: 20260221, numRuns: 200 },
  )
})

test('a byte flipped anywhere in a log is damage, never an end', async () => {
  const log = await someLog()
  const edges = fc.oneof(fc.nat(100), fc.integer({ min: log.length - 5100, max: log.length - 4900 }))
  fc.assert(
    fc.property(fc.oneof(edges, fc.nat(log.length - 1)), fc.integer({ min: 1, max: 255 }), (offset, mask) => {
      const flipped = Buffer.from(log)
      flipped.writeUInt8(flipped.readUInt8(offset) ^ mask, offset)
      expect(readLog(flipped).end).toBe('altered')
    }),
    { seed: 20260221, numRuns: 1500 },
  )
})
