import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

const programs = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && name !== 'main.test.ts')

const printed: Readonly<Record<string, readonly unknown[]>> = {
  'agent-tool.ts': ['In French it is “Bonjour”.', 3],
  'ai-sdk-tools.ts': ['It is 4 °C.', '4 °C in Oslo'],
  'chat-history.ts': ['39 °F.'],
  'deferred-tools.ts': ['1, 2, 2', 'Store 42 has three.'],
  'fallback.ts': ['primary is down, backup is asked', 'It is 4 °C.'],
  'hooks.ts': ['c-7: (address)', 'phone: no numbers.'],
  'json-schema.ts': ['7 euros.', expect.stringContaining('sku'), 'A-7 costs 7 euros'],
  'mcp-tools.ts': ['It is 7.', '{"sum":7}'],
  'steering.ts': ['To Milan, please.', 'To Milan at 9.'],
  'progress.ts': ['copying: 1', 'copying: 3'],
  'settings.ts': [[0.2, 1]],
  'streamed-data.ts': ['A novel by Jane Austen.', '{"title":"Em"}', '{"title":"Emma"}', '{"title":"Emma","year":1815}'],
  'use-chat.ts': ['text/event-stream', 'It is 4 °C.'],
}

test.each(programs)('%s has at most 25 lines and does what it says', async (name) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import(new URL(name, import.meta.url).href)
  const lines = log.mock.calls.map(([first]) => first)
  log.mockRestore()
  expect(lines).toEqual(printed[name])
  expect(
    readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
      .trimEnd()
      .split('\n').length,
  ).toBeLessThanOrEqual(25)
})
