import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findChromium, launch } from '../../test/browser-level/chromium.js'
import { after, before, serve } from './harness.js'

const chromium = findChromium() ?? ''
const missing = chromium ? '' : ' (skipped: no Chromium at a usual path; name one in CHROMIUM_PATH)'
if (missing) console.warn(`the page in Chromium${missing}`)

test('the page is one document that runs nothing but its own script', async () => {
  const { url } = await serve()
  const response = await fetch(url)
  const html = await response.text()
  expect(html.match(/(src|href)="(?!data:)/g)).toBeNull()
  expect(html).not.toContain('<!--')
  const policy = response.headers.get('content-security-policy')
  expect(policy).toMatch(/default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; /)
})

describe.skipIf(missing)(`the page in Chromium${missing}`, { timeout: 60_000 }, () => {
  let browser: BrowserContext
  beforeAll(async () => {
    browser = await launch(chromium)
  })
  afterAll(() => browser.close())

  async function open(url: string): Promise<Page> {
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => complaints.push(message.text()))
    onTestFinished(() => expect(complaints).toEqual([]))
    await page.goto(url)
    return page
  }

  test('takes a task, shows the change, and writes when allowed: all by keyboard', async () => {
    const { url, file, log } = await serve()
    const page = await open(url)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Bring notes.md up to date')
    await page.keyboard.press('Control+Enter')

    const question = page.getByRole('group', { name: 'May it overwrite notes.md?' })
    await question.waitFor()
    expect(await question.innerText()).toContain('40 bytes become 53.')
    expect(await question.locator('.good').allInnerTexts()).toEqual(['+- oat milk', '+- coffee'])
    expect(await question.locator('.bad').allInnerTexts()).toEqual(['-- milk'])
    expect(await page.locator('[aria-current=step]').innerText()).toBe('Work')
    expect(await file('notes.md')).toBe(before)

    // What was typed before it came decides nothing.
    await page.keyboard.press('Enter')
    expect(await question.isVisible()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Allow')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Done' }).waitFor()
    expect(await page.locator('#result .output').innerText()).toBe('notes.md is up to date.')
    expect(await page.getByRole('row', { name: /^Executor 3 / }).count()).toBe(1)
    expect(await page.locator('#log').innerText()).toMatch(/You\s+overwrite notes\.md\s*allowed/)
    expect(await file('notes.md')).toBe(after)
    expect(log.find(({ type }) => type === 'ConfirmationAnswer')).toMatchObject({
      payload: { by: expect.stringMatching(/^guest-[0-9a-f]{8}$/) },
    })
  })

  test('allows the repeats of a call for the task, as the question offers', async () => {
    const { url, file, log } = await serve()
    const page = await open(url)
    await page.getByLabel('Your task').fill('Bring notes.md up to date')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Allow write_file: ** for this task' }).click()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    expect(await file('notes.md')).toBe(after)
    expect(log.find(({ type }) => type === 'ConfirmationAnswer')).toMatchObject({ payload: { allow: 'task' } })
  })

  test('refuses, and says how it ended', async () => {
    const { url, file } = await serve({ limits: { replans: 0 } })
    const page = await open(url)
    await page.getByLabel('Your task').fill('Bring notes.md up to date')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('heading', { name: /^Not done: / }).waitFor()
    expect(await page.locator('#log').innerText()).toMatch(/write_file notes\.md\s*law1 refused/)
    expect(await file('notes.md')).toBe(before)
  })

  test('shows as text what looks like HTML', async () => {
    const html = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    const { url } = await serve({
      script: {
        task_spec: { json: { intent: html, scope: html } },
        plan: { json: { criteria: [], subtasks: [], impossible: html } },
      },
    })
    const page = await open(url)
    await page.getByLabel('Your task').fill(html)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('heading', { name: 'Not done: infeasible' }).waitFor()
    expect(await page.locator('#log').innerText()).toContain(html)
    expect(await page.locator('#result').innerText()).toContain(html)
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.title()).toBe('artoo')
  })

  test('stops the task on Stop, and can start another', async () => {
    const { url, log, file } = await serve()
    const page = await open(url)
    await page.getByLabel('Your task').fill('Bring notes.md up to date')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('heading', { name: 'Stopped' }).waitFor()
    expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0)
    await expect.poll(() => log.at(-1)).toMatchObject({ type: 'FinalResult', payload: { reason: 'aborted' } })
    expect(await file('notes.md')).toBe(before)

    await page.getByLabel('Your task').fill('Where?')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Refuse' }).waitFor()
  })
})
