import { EdgeVM } from '@edge-runtime/vm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findChromium, launch } from './browser-level/chromium.js'
import { serveSite } from './browser-level/site.js'
import { bundle } from './web/bundle.js'
import { documentedEntries, everyEntry } from './web/entries.js'
import { findWorkerd, startWorkerd } from './web/workerd.js'

/** In the page: the exports of its script. */
declare const artoo: typeof import('./web/task.js')

const chromium = findChromium() ?? ''
const noChromium = chromium ? '' : ' (skipped: no Chromium at a usual path; name one in CHROMIUM_PATH)'
const workerd = findWorkerd()
const noWorkerd = workerd ? '' : ' (skipped: the package workerd has no program for this machine)'
for (const missing of [noChromium, noWorkerd]) if (missing) console.warn(`a task on the web${missing}`)

const { web, nodeAlone } = documentedEntries()
const answer = { directive: 'accept', output: 'apples: 7 in stock' }

describe('every entry for the web loads, and a task with an own tool runs to its end', () => {
  let script: string
  let worker: string

  beforeAll(async () => {
    script = await bundle(web, `export * from './task.js'`, 'iife')
    worker = await bundle(web, `export { default } from './worker.js'`, 'esm')
  }, 60_000)

  // As of 2024 a worker has neither MessageChannel nor FinalizationRegistry.
  const dates = ['2024-01-01', workerd?.date ?? 'today']
  test.skipIf(noWorkerd).each(dates)(`in workerd as of %s${noWorkerd}`, async (date) => {
    const { url, close } = await startWorkerd(workerd?.path ?? '', worker, date)
    onTestFinished(close)
    expect(await (await fetch(url)).json()).toEqual(answer)
  })

  test("in Next.js' edge runtime", async () => {
    const runtime = new EdgeVM({ codeGeneration: { strings: false, wasm: false } })
    runtime.evaluate(script)
    expect(JSON.parse(await runtime.evaluate('artoo.runTask().then(JSON.stringify)'))).toEqual(answer)
  })

  test.skipIf(noChromium)(`on a page in Chromium${noChromium}`, async () => {
    const [site, browser] = await Promise.all([serveSite(script), launch(chromium)])
    onTestFinished(() => Promise.all([site.close(), browser.close()]).then(() => {}))
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${site.port}/`)
    expect(await page.evaluate(() => artoo.runTask())).toEqual(answer)
  })
})

test.each(nodeAlone)('%s needs Node', async (name) => {
  await expect(bundle([name], '', 'esm')).rejects.toThrow(/Could not resolve "(node:)?(fs|path|os)\b/)
})

test('docs/bundle-size.md has every entry', () => {
  expect([...web, ...nodeAlone].sort()).toEqual([...everyEntry()].sort())
})
