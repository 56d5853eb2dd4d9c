import { createHash } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenMemoryOptions, openMemory } from '@artoo/mkct/node'
import { ArtooError } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { ClassicLevel } from 'classic-level'
import { expect, test } from 'vitest'
import { randomFrom } from './support/killed-store.js'
import { filesWith, temporaryDirectory } from './support/stores.js'

const secret = 'Jabberwocky-7431-Tulgey'

function options(path: string): OpenMemoryOptions {
  return { path, clock: manualClock(1_700_000_000_000), ids: sequentialIds(), compression: false }
}

/** Enough text that LevelDB keeps several tables and a log. */
async function fill(path: string, megrams: number, session = ''): Promise<void> {
  const memory = await openMemory({ ...options(path), ids: sequentialIds(`id${session}`) })
  for (let index = 0; index < megrams; index++) {
    const content = `attempt ${index} `.repeat(40)
    memory.write({ space: 'tool:shell', entity: `path:/${index % 50}`, state: 'abandon', content })
    if (index % 1000 === 999) await memory.flush()
  }
  await memory.close()
}

test('what was forgotten is in no file, nor is the rule distilled from it', async () => {
  const path = await temporaryDirectory()
  await fill(path, 100)
  let memory = await openMemory({ ...options(path), ids: sequentialIds('later') })
  const about = { space: `tool:${secret}`, entity: `path:${secret}`, subject: secret }
  for (let index = 0; index < 8; index++) {
    memory.write({ ...about, state: 'abandon', content: `${secret} failed`, key: `${secret}-${index}` })
  }
  const report = await memory.dream({
    distill: async ({ space }) => (space === about.space ? `never use ${secret}` : null),
  })
  expect(report.promoted).toHaveLength(1)
  await memory.feedback(report.promoted[0] ?? '', { content: `${secret} was fine today`, agrees: false })
  await memory.consult({ pairs: [], spaces: [about.space] })
  await memory.close()
  expect(await filesWith(path, secret)).not.toEqual([])
  memory = await openMemory({ ...options(path), ids: sequentialIds('again') })
  expect((await memory.forget({ subject: secret })).dependents).toBe(2)
  expect(await filesWith(path, secret)).toEqual([])
  expect((await memory.verify()).ok).toBe(true)
  memory.write({ space: 'tool:shell', entity: 'path:/0', state: 'success', content: 'still works' })
  expect((await memory.recent('tool:shell', 'path:/0', 1))[0]?.content).toBe('still works')
  await memory.close()
  expect(await filesWith(path, secret)).toEqual([])
  memory = await openMemory({ ...options(path), check: 'full', ids: sequentialIds('last') })
  expect((await memory.summary()).megrams).toBe(101)
  await memory.close()
})

test('an option that is refused leaves the path free', async () => {
  const path = await temporaryDirectory()
  await expect(openMemory({ ...options(path), queueLimit: 0 })).rejects.toMatchObject({ code: 'invalid_option' })
  const memory = await openMemory(options(path))
  await memory.close()
})

test('a swap of files that a crash cut short is finished on opening', async () => {
  const path = await temporaryDirectory()
  await fill(path, 200)
  const files = (await readdir(path)).filter((file) => /^(\d|MANIFEST|CURRENT)/.test(file))
  await mkdir(join(path, 'rewrite'))
  for (const file of files.slice(1)) await rename(join(path, file), join(path, 'rewrite', file))
  await writeFile(join(path, '000001.log'), `old ${secret}`)
  const mark = JSON.stringify({ files })
  await writeFile(join(path, 'artoo-rewrite.json'), createHash('sha256').update(mark).digest('hex') + mark)
  const memory = await openMemory({ ...options(path), check: 'full', ids: sequentialIds('more') })
  expect((await memory.verify()).damage).toEqual([])
  expect((await memory.summary()).megrams).toBe(200)
  expect(await filesWith(path, secret)).toEqual([])
  await memory.forget({ space: 'tool:shell', entity: 'path:/1' })
  await memory.close()
  const again = await openMemory({ ...options(path), check: 'full' })
  expect((await again.summary()).megrams).toBe(196)
  expect((await readdir(path)).filter((file) => file.includes('rewrite'))).toEqual([])
  await again.close()
})

test('a swap of files whose list was altered is refused, and goes no further', async () => {
  const path = await temporaryDirectory()
  await fill(path, 50)
  const before = await readdir(path)
  await writeFile(join(path, 'artoo-rewrite.json'), `${'0'.repeat(64)}{"files":[]}`)
  await expect(openMemory({ ...options(path), onDamage: 'report' })).rejects.toMatchObject({ code: 'damaged_store' })
  expect(await readdir(path)).toEqual([...before, 'artoo-rewrite.json'].sort())
})

test('a forgetting that a crash cut short before its copy leaves no text once the store is opened again', async () => {
  const path = await temporaryDirectory()
  await fill(path, 200)
  const level = new ClassicLevel<string, string>(path)
  await level.put('text', secret)
  await level.batch([
    { type: 'del', key: 'text' },
    { type: 'put', key: 'default f ', value: '' },
  ])
  await level.close()
  await rm(join(path, 'artoo-seal.json'))
  expect(await filesWith(path, secret)).not.toEqual([])
  const memory = await openMemory({ ...options(path), check: 'full' })
  expect(await filesWith(path, secret)).toEqual([])
  expect((await memory.verify()).damage).toEqual([])
  await memory.close()
})

test('readers wait for a forgetting only while the files are swapped', async () => {
  const path = await temporaryDirectory()
  await fill(path, 800)
  const memory = await openMemory({ ...options(path), ids: sequentialIds('more') })
  let ended = false
  const forgetting = memory.forget({ id: 'none' }).finally(() => {
    ended = true
  })
  let reads = 0
  for (; !ended; reads++) {
    await memory.potentials('tool:shell', 'path:/1')
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await forgetting).toMatchObject({ erased: 0, compacted: true })
  expect(reads).toBeGreaterThan(5)
  await memory.close()
})

test('text that faded and was erased long ago is gone after any forgetting', async () => {
  const path = await temporaryDirectory()
  const clock = manualClock(1_700_000_000_000)
  const memory = await openMemory({ ...options(path), clock })
  const pair = { space: 'tool:shell', entity: 'path:/a' }
  for (let index = 0; index < 100; index++) {
    memory.write({ ...pair, state: 'refine', content: `${index % 10 === 0 ? secret : 'x'.repeat(60_000)}` })
  }
  memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'x' })
  clock.advance(86_400_000)
  expect((await memory.dream()).forgotten).toBe(100)
  await memory.forget({ space: 's' })
  expect(await filesWith(path, secret)).toEqual([])
  await memory.close()
})

test('one flipped or cut byte in any file is detected on opening or by verify()', async () => {
  const original = await temporaryDirectory()
  await fill(original, 30)
  await fill(original, 30, 'again')
  const files = (await readdir(original)).filter((file) => !['LOCK', 'artoo-lock'].includes(file))
  expect(files.filter((file) => file.endsWith('.ldb')).length).toBeGreaterThan(0)
  const random = randomFrom(20260221)
  const path = await temporaryDirectory()
  for (const file of files) {
    const bytes = await readFile(join(original, file))
    if (bytes.length === 0) continue
    const offset = Math.floor(random() * bytes.length)
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(offset) ^ 0x10, offset)
    for (const damaged of [flipped, bytes.subarray(0, offset)]) {
      await rm(path, { recursive: true, force: true })
      await mkdir(path)
      // The others may be links, since only the mark is written in place, and a closed store has none.
      for (const other of files) if (other !== file) await link(join(original, other), join(path, other))
      await writeFile(join(path, file), damaged)
      expect(await isDetected(path), `${damaged.length} bytes of ${file}, damaged at ${offset}`).toBe(true)
    }
  }
  expect(await isDetected(original)).toBe(false)
})

async function isDetected(path: string): Promise<boolean> {
  try {
    const memory = await openMemory({ ...options(path) })
    const onOpening = await memory.opened()
    const { damage } = await memory.verify()
    await memory.close()
    return onOpening.length + damage.length > 0
  } catch (error) {
    return ArtooError.isInstance(error) && error.code === 'damaged_store'
  }
}

test('a sealed store that was damaged is refused and left as it was; reported, read and repaired, it opens again', async () => {
  const path = await temporaryDirectory()
  await fill(path, 300)
  const [log] = (await readdir(path)).filter((file) => file.endsWith('.log'))
  const bytes = await readFile(join(path, log ?? ''))
  await writeFile(join(path, log ?? ''), bytes.subarray(0, bytes.length - 1000))
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(openMemory(options(path))).rejects.toMatchObject({ code: 'damaged_store' })
  }
  const memory = await openMemory({ ...options(path), onDamage: 'report' })
  expect((await memory.opened()).map(({ type }) => type)).toEqual(['file', 'behind', 'missing'])
  await expect(memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' }).settled).rejects.toMatchObject(
    { code: 'damaged_store' },
  )
  expect((await memory.explain('tool:shell', 'path:/0')).attention).toBeDefined()
  await memory.repair()
  await memory.close()
  const repaired = await openMemory({ ...options(path), check: 'full' })
  expect((await repaired.verify()).ok).toBe(true)
  await repaired.close()
})

test.each(['nonsense', 'MANIFEST-000099\n'])('a CURRENT that says %j is a damaged store', async (text) => {
  const path = await temporaryDirectory()
  await fill(path, 50)
  await rm(join(path, 'artoo-seal.json'))
  await writeFile(join(path, 'CURRENT'), text)
  await expect(openMemory({ ...options(path), onDamage: 'report' })).rejects.toMatchObject({
    code: 'damaged_store',
    message: expect.stringContaining('ClassicLevel.repair'),
  })
})

test('a second memory on the path is told who holds it', async () => {
  const path = await temporaryDirectory()
  const memory = await openMemory(options(path))
  await expect(openMemory(options(path))).rejects.toMatchObject({
    code: 'store_locked',
    message: expect.stringMatching(`process ${process.pid} on .*this process`),
  })
  await memory.close()
  await (await openMemory(options(path))).close()
})

test('a store that is being written to is taken for held, not for damaged', async () => {
  const path = await temporaryDirectory()
  const memory = await openMemory(options(path))
  const current = await readFile(join(path, 'CURRENT'))
  await writeFile(join(path, 'CURRENT'), 'as if half written')
  for (const onDamage of ['refuse', 'report'] as const) {
    await expect(openMemory({ ...options(path), onDamage })).rejects.toMatchObject({ code: 'store_locked' })
  }
  await writeFile(join(path, 'CURRENT'), current)
  await memory.close()
  const again = await openMemory(options(path))
  expect(await again.opened()).toEqual([])
  await again.close()
})

test('of two that open a store at once one gets it, and the other harms nothing', async () => {
  const path = await temporaryDirectory()
  for (let round = 0; round < 3; round++) {
    const both = await Promise.allSettled([openMemory(options(path)), openMemory(options(path))])
    const failed = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(failed).toMatchObject([{ code: 'store_locked' }])
    for (const one of both) {
      if (one.status === 'rejected') continue
      expect(await one.value.opened()).toEqual([])
      await one.value.remember({ space: 's', entity: 'e', content: `${round}` }).settled.catch(() => undefined)
      await one.value.close()
    }
  }
})
