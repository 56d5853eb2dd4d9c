import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemory, type NewMegram } from '@artoo/mkct'
import { conformanceCases } from '@artoo/mkct/conformance'
import { manualClock } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findChromium, launch, untrustedHost } from './browser-level/chromium.js'
import { bundlePage, type Site, serveSite } from './browser-level/site.js'

/** In the page: the exports of its script. */
declare const harness: typeof import('./browser-level/page.js')

const chromium = findChromium() ?? ''
const missing = chromium ? '' : ' (skipped: no Chromium at a usual path; name one in CHROMIUM_PATH)'
if (missing) console.warn(`browser-level in Chromium${missing}`)

const day = 86_400_000
const start = Date.UTC(2026, 0, 1)
const etc = { space: 'tool:shell', entity: 'path:/etc' }
const megrams: readonly NewMegram[] = [
  { ...etc, state: 'abandon', content: 'Permission denied.' },
  { ...etc, state: 'success', content: 'Read it.', key: 'once' },
  { space: 'intent:見積り', entity: 'env:\u{1f600}', state: 'break_symmetry', content: 'é, e\u0301 and \u{10ffff}' },
]
const withoutKey = megrams.filter(({ key }) => key === undefined)
const dated = megrams.map((megram, index) => ({ ...megram, at: start - index * day }))

async function openPage(browser: BrowserContext, { port }: Site, host = '127.0.0.1'): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(`http://${host}:${port}/`)
  return page
}

describe.skipIf(missing)(`browser-level in Chromium${missing}`, { timeout: 120_000 }, () => {
  const opened: { close(): Promise<void> }[] = []
  let site: Site
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    site = await serveSite(await bundlePage())
    opened.push(site)
    browser = await launch(chromium)
    opened.push(browser)
    page = await openPage(browser, site)
  }, 120_000)

  afterAll(async () => {
    await Promise.all(opened.map((thing) => thing.close()))
  }, 120_000)

  test('the page has every conformance case', async () => {
    expect(await page.evaluate(() => harness.caseNames())).toEqual(conformanceCases.map(({ name }) => name))
  })

  for (const { name } of conformanceCases) {
    test(name, () => page.evaluate((name) => harness.runCase(name), name))
  }

  test('a memory opened again, after a reload and after a restart of the browser, is the same', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'mkct-chromium-'))
    onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 10 }))
    const first = await launch(chromium, profile)
    onTestFinished(() => first.close())
    const page = await openPage(first, site)
    const read = (page: Page) => page.evaluate((now) => harness.writeAt('kept', now), start)

    const written = await page.evaluate(({ now, dated }) => harness.writeAt('kept', now, dated), { now: start, dated })
    expect(written.records.map(({ space, entity }) => ({ space, entity }))).toEqual(
      megrams.map(({ space, entity }) => ({ space, entity })),
    )
    expect(written.verification).toEqual({ ok: true, megrams: 3, damage: [] })
    expect(await read(page)).toEqual(written)
    await page.reload()
    expect(await read(page)).toEqual(written)
    await first.close()

    const second = await launch(chromium, profile)
    onTestFinished(() => second.close())
    expect(await read(await openPage(second, site))).toEqual(written)
  })

  test.each([
    ['trusted', '127.0.0.1'],
    ['untrusted, over plain HTTP', untrustedHost],
  ])('defaults do on a page that is %s', async (_, host) => {
    const page = await openPage(browser, site, host)
    expect(await page.evaluate(() => isSecureContext)).toBe(host === '127.0.0.1')
    const { records, damage, verification } = await page.evaluate(
      (megrams) => harness.writeWithDefaults('defaults', megrams),
      megrams,
    )
    expect(damage).toEqual([])
    expect(verification).toEqual({ ok: true, megrams: 3, damage: [] })
    expect(records.map(({ potentials }) => potentials.action)).toEqual(['caution', 'caution', 'exploit'])
    expect(new Set(records.map(({ id }) => id)).size).toBe(3)
    for (const { id } of records)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('two pages that take turns by a Web Lock lose nothing to each other', async () => {
    const pages = [page, await openPage(browser, site)]
    const write = (page: Page) => page.evaluate((megrams) => harness.writeInTurn('shared', megrams), withoutKey)
    const found = await Promise.all([...pages, ...pages].map(write))
    expect(found.map(({ verification }) => verification.ok)).toEqual([true, true, true, true])
    expect(found.map(({ summary }) => summary.megrams).sort((a, b) => a - b)).toEqual([2, 4, 6, 8])
  })

  test('a read that fails is an error, not an empty memory', async () => {
    await page.evaluate((megrams) => harness.writeWithDefaults('unreadable', megrams), megrams)
    expect(await page.evaluate(() => harness.openUnreadable('unreadable'))).toContain('The disk gave up.')
    expect((await page.evaluate(() => harness.writeWithDefaults('unreadable', []))).summary.megrams).toBe(3)
  })

  test("what a page wrote opens in Node, where Node's own SHA-256 confirms the chain", async () => {
    const written = await page.evaluate(({ now, dated }) => harness.writeAt('moved', now, dated), { now: start, dated })
    const store = new MemoryLevel<string, string>()
    for (const [key, value] of await page.evaluate(() => harness.dump('moved'))) await store.put(key, value)
    const memory = createMemory({ store, clock: manualClock(start) })
    expect(await memory.summary()).toEqual(written.summary)
    expect(await memory.verify()).toEqual(written.verification)
    expect(await memory.potentials(etc.space, etc.entity)).toEqual(written.records[0]?.potentials)
    await memory.close()
  })
})
