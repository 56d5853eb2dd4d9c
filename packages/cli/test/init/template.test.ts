import { createArtoo } from '@artoo/sdk'
import { standardTools } from '@artoo/sdk/node'
import { scriptedModel } from '@artoo/sdk/testing'
import { expect, test, vi } from 'vitest'

vi.mock('node:test', () => ({ test }))

// The tests of a new project, with the packages of this checkout.
await import('../../template/main.test.ts')

test('the rules of a new project decide about commands', async () => {
  const { default: config } = await import('../../template/artoo.config.ts')
  const { permissions, tools = [] } = config
  const artoo = createArtoo({
    model: scriptedModel({}),
    tools: [...tools, ...standardTools({ root: '.' })],
    permissions,
  })
  const decide = async (command: string) => artoo.explainPermission({ tool: 'shell', input: { command } })
  const [allowed, denied] = await Promise.all([decide('npm test'), decide('git push origin main')])
  await artoo.close()
  expect([allowed.verdict, denied.verdict]).toEqual(['run', 'refuse'])
})
