import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replay } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, defineTool } from '@artoo/sdk'
import { openMemory, standardTools } from '@artoo/sdk/node'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'
import {
  call,
  eachInItsPlace,
  shown as inEnv,
  journal,
  kept,
  key as ofEnv,
  place,
  read,
  root,
  shell,
  task,
  text,
  write,
} from './secret-world.js'

const key = ['glpat', 'q7Rw2Lx9Vb4Tn1Zk5Yh8'].join('-')
const file = 'config/settings.py'
const shown = `[secret API_KEY of ${file}]`

eachInItsPlace()
beforeEach(() => {
  mkdirSync(join(root, 'config'))
  writeFileSync(join(root, file), `DEBUG = False\nAPI_KEY = "${key}"\n`)
})

/** A tool of the host that returns what it is given. */
const echo = (name: string, result: (input: string) => unknown = (input) => input) =>
  defineTool({
    name,
    description: 'Echoes.',
    input: z.object({ url: z.string() }),
    target: ({ url }) => url,
    effect: 'read',
    execute: ({ url }) => result(url),
  })

const withTools = (...tools: ReturnType<typeof echo>[]) => ({
  tools: [...standardTools({ root, snapshots: false }), ...tools],
})

function expectNoKey({ events, prompts, asked }: Awaited<ReturnType<typeof task>>): void {
  for (const place of [events, prompts, JSON.stringify(asked), kept()]) expect(place).not.toContain(key)
}

describe('a key in a file of any name', () => {
  test('is a placeholder in prompts, events, journal and memory, whichever tool shows it', async () => {
    const search = call('search_text', { pattern: 'API_KEY' })
    for (const first of [read(file), shell(`cat ${file}`), shell('grep -rn API_KEY .'), search]) {
      const done = await task([[first]])
      expect(done.results[0]).toContain(`API_KEY = "${shown}"`)
      expectNoKey(done)
    }
    const memory = await openMemory({ path: join(place, 'memory') })
    const plan = planOf(subtask('look', ['read_file']))
    const execution = [{ toolCalls: [read(file)] }, answers.execution]
    const model = scriptedModel({ ...straightThrough, plan, execution } as never)
    const artoo = createArtoo({ model, ...withTools(), memory, journal: journal(), dreamer: false })
    await artoo.run('Look.')
    await artoo.close()
    await memory.close()
    expect(JSON.stringify(model.requests)).toContain(shown)
    expect(JSON.stringify(model.requests) + kept()).not.toContain(key)
  })

  test('is one of the tool where the file is not known', async () => {
    const results = [shell('cat $(ls -d con*)/set*'), call('fetch', { url: 'https://a.example' })]
    for (const [index, one] of results.entries()) {
      const done = await task([[one]], withTools(echo('fetch', () => ({ api_key: key }))))
      expect(done.results[0]).toContain(`[secret ${['API_KEY of shell', 'api_key of fetch'][index]}]`)
      expectNoKey(done)
    }
  })

  test('goes back to its own file unasked, and elsewhere after a yes, in that one call', async () => {
    const change = { path: file, oldText: `API_KEY = "${shown}"`, newText: `API_KEY = "${shown}"\nPORT = 80` }
    const done = await task([[read(file)], [call('edit_file', change)], [write('copy.txt', shown)], [read('copy.txt')]])
    expect(text(file)).toBe(`DEBUG = False\nAPI_KEY = "${key}"\nPORT = 80\n`)
    expect(text('copy.txt')).toBe(key)
    expect(done.asked.map(({ secrets }) => secrets)).toEqual([undefined, ['API_KEY of config/settings.py']])
    expect(done.results[3]).toContain(shown)
    expectNoKey(done)
  })

  test('is one of its file as soon as that is known', async () => {
    const done = await task([[shell('cat $(ls -d con*)/set*')], [read(file)], [shell('cat $(ls -d con*)/set*')]])
    expect(done.results[0]).toContain('[secret API_KEY of shell]')
    for (const result of done.results.slice(1)) expect(result).toContain(shown)
  })

  test('is the one that the file has now, and the one of before stays masked', async () => {
    const recent = ['glpat', 'm3Fy8Hd5Js6Pc0Ga9Ve2'].join('-')
    const other = `sed -i 's/${'q7Rw2Lx9Vb4Tn1Zk5Yh8'}/${'m3Fy8Hd5Js6Pc0Ga9Ve2'}/' ${file}`
    const done = await task([
      [read(file)],
      [shell(`sleep 0.1; ${other}`)],
      [shell(`cat ${file}; echo ${[...key].join(' ')} | tr -d ' '`)],
      [write('copy.txt', shown)],
    ])
    expect(done.results[2]).toContain(`API_KEY = "${shown}"\n[former secret API_KEY of ${file}]`)
    expect(text('copy.txt')).toBe(recent)
  })

  test('is not shown while its tool is at work', async () => {
    const slow = defineTool({
      ...{ name: 'slow', description: 'Tells.', input: z.object({}), effect: 'read' },
      execute: (_, { onProgress }) => {
        onProgress({ message: `using ${key}`, output: `${'. '.repeat(1_995)}${key}` })
        return 'done'
      },
    })
    const done = await task([[call('slow', {})]], { tools: [...standardTools({ root, snapshots: false }), slow] })
    expect(done.events).toContain('using [secret key of slow]')
    expectNoKey(done)
  })
})

describe('a secret that a hook puts into a call', () => {
  const hook = (content: string): Partial<ArtooOptions> => ({
    onToolCall: {
      before: ({ tool }) => (tool === 'write_file' ? { input: { path: 'copy.txt', content } } : undefined),
    },
  })

  test.each<[string, () => string]>([
    ['as a placeholder', () => inEnv],
    ['as it is', () => ofEnv],
  ])('%s is asked about, and kept nowhere', async (_, content) => {
    const done = await task([[write('copy.txt', 'nothing')], [read('copy.txt')]], hook(content()))
    expect(done.asked).toMatchObject([{ input: { content: inEnv }, secrets: ['API_KEY of .env'] }])
    expect(text('copy.txt')).toBe(ofEnv)
    expect(done.results[1]).toContain(inEnv)
    for (const one of [done.events, done.prompts, kept()]) expect(one).not.toContain(ofEnv)
  })

  test('is the placeholder itself where nobody can be asked', async () => {
    const done = await task([[write('copy.txt', 'nothing')]], { ...hook(inEnv), confirm: undefined })
    expect(text('copy.txt')).toBe(inEnv)
    expect(done.results[0]).toContain('the tool got the placeholder of API_KEY of .env')
  })
})

describe('a later process', () => {
  /** A task that has seen both keys, and the same or its fork in a process that has not. */
  async function goOn(how: 'resume' | 'fork', confirm: ArtooOptions['confirm']) {
    const asked: unknown[] = []
    const instance = (turns: readonly ScriptedTurn[]) => {
      const model = scriptedModel({ text: turns })
      const asking: ArtooOptions['confirm'] = (request, options) => {
        asked.push(request.secrets)
        return confirm?.(request, options) ?? false
      }
      const people = confirm && { confirm: asking }
      return createArtoo({ model, ...withTools(), journal: journal(), depth: 'direct', dreamer: false, ...people })
    }
    const hangs = new Promise<never>(() => {})
    const first = instance([
      { toolCalls: [read(file)] as never },
      ...(how === 'resume' ? [hangs as never] : [{ text: 'Seen.' }]),
    ])
    const run = first.run('Copy it.')
    let at = ''
    for await (const event of run) {
      if (event.type !== 'ToolResult') continue
      at = event.id
      if (how === 'resume') break
    }
    await first.close()
    const copies = ['a.txt', 'b.txt'].map((name, index) => write(name, index === 0 ? shown : inEnv))
    const second = instance([{ toolCalls: copies as never }, { text: 'Copied.' }])
    const again = how === 'resume' ? second.resume(run.taskId) : second.fork(run.taskId, { at })
    await again
    await second.close()
    for (const value of [key, ofEnv]) expect(kept()).not.toContain(value)
    expect((await replay(journal(), again.taskId)).parting).toBeNull()
    return { asked, copies: [text('a.txt'), text('b.txt')] }
  }

  test.each(['resume', 'fork'] as const)(
    '%s: a yes gives the call the values of the files, and the task replays',
    async (how) => {
      const { asked, copies } = await goOn(how, () => true)
      expect(asked).toEqual([['API_KEY of config/settings.py'], ['API_KEY of .env']])
      expect(copies).toEqual([key, ofEnv])
    },
  )

  test.each(['resume', 'fork'] as const)('%s: without a yes the call gets the placeholders', async (how) => {
    expect(await goOn(how, undefined)).toEqual({ asked: [], copies: [shown, inEnv] })
  })
})
