import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, defineTool } from '@artoo/sdk'
import { openMemory, standardTools } from '@artoo/sdk/node'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'
import {
  call,
  eachInItsPlace,
  expectNoValue,
  journal,
  kept,
  key,
  password,
  place,
  read,
  root,
  shell,
  shown,
  task,
  text,
  write,
} from './secret-world.js'

eachInItsPlace()

describe('the values of a file that is secret by name', () => {
  test('are placeholders in prompts, events and journal, however they are read', async () => {
    const inJson = "console.log(JSON.stringify(require('fs').readFileSync('.env','utf8')))"
    const loop = 'for f in $(ls -A); do cat "$f"; done'
    const lines = ['cat .env', 'grep -R "" .', loop, 'cat .env; exit 3', `node -e "${inJson}"`]
    const done = await task([[read('.env'), ...lines.map(shell)]])
    expect(done.results).toHaveLength(6)
    for (const result of done.results) {
      expect(result).toContain(`API_KEY=${shown}`)
      expect(result).toContain('postgres://app:[secret DATABASE_URL password of .env]@localhost:5432/app')
      expect(result).toContain('NODE_ENV=production')
    }
    expectNoValue(done)
  })

  test('are recognised in base64, whatever stands before them', async () => {
    const done = await task([
      ['', 'a', 'ab'].map((before) =>
        shell(`printf '${before}${'%s'}' "$(sed -n 's/^API_KEY=//p' .env)" | base64 -w0`),
      ),
    ])
    for (const result of done.results) expect(result).toContain('[secret API_KEY of .env in base64]')
    expect(done.prompts).not.toContain(Buffer.from(key).toString('base64').slice(4, 20))
  })

  test('are placeholders in what every role is told, and in the memory', async () => {
    const memory = await openMemory({ path: join(place, 'memory') })
    const model = scriptedModel({
      ...straightThrough,
      plan: planOf(subtask('look', ['read_file', 'shell'])),
      execution: [{ toolCalls: [read('.env'), shell(`test ${key} = "$(cat .env)"`)] }, answers.execution],
    } as never)
    const tools = standardTools({ root, snapshots: false })
    const artoo = createArtoo({ model, tools, memory, journal: journal(), confirm: () => true, dreamer: false })
    await artoo.run(`Is ${key} the key in .env?`)
    await artoo.close()
    await memory.close()
    expect(JSON.stringify(model.requests)).toContain(`Is ${shown} the key`)
    expect(JSON.stringify(model.requests)).not.toContain(key)
    expect(kept()).not.toContain(key)
  })

  test('leave no half where a command cuts its output', async () => {
    const before = `printf '%0255985d' 0; printf '%s' "$(sed -n 's/^API_KEY=//p' .env)"; printf '%0600000d' 0`
    const done = await task([[shell(before)]])
    expect(kept()).toContain('bytes left out')
    expect(kept()).not.toContain(key.slice(0, 6))
    expectNoValue(done)
  })

  test('are not recognised in parts of two results', async () => {
    const done = await task([[shell('cut -c1-16 .env'), shell('cut -c17- .env')]])
    expect(done.results.join()).toContain(`API_KEY=${key.slice(0, 8)}`)
  })

  test('are known of files that appear meanwhile, and after a change both the old and the new one', async () => {
    const [old, recent] = ['q7Rw2Lx9Vb4Tn1Zk', 'm3Fy8Hd5Js6Pc0Ga']
    const done = await task([
      [shell(`mkdir -p deep/er && echo SECRET_TOKEN=$(echo ${[...old].join(' ')} | tr -d ' ') > deep/er/.env.local`)],
      [shell('cat deep/er/.env.local')],
      [shell(`echo SECRET_TOKEN=$(echo ${[...recent].join(' ')} | tr -d ' ') > deep/er/.env.local; cat deep/er/.env*`)],
      [shell(`echo ${[...old].join(' ')} | tr -d ' '`)],
    ])
    expect(text('deep/er/.env.local')).toBe(`SECRET_TOKEN=${recent}\n`)
    expect(done.results.slice(1)).toEqual([
      'SECRET_TOKEN=[secret SECRET_TOKEN of deep/er/.env.local]\n[exit 0]',
      'SECRET_TOKEN=[secret SECRET_TOKEN of deep/er/.env.local]\n[exit 0]',
      '[former secret SECRET_TOKEN of deep/er/.env.local]\n[exit 0]',
    ])
  })

  test('of a place outside the root are recognised in the result of the call that shows them', async () => {
    writeFileSync(join(place, 'credentials'), 'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n')
    const done = await task([[shell(`cat ${join(place, 'credentials')}`)]])
    expect(done.results).toEqual(['aws_secret_access_key = [secret aws_secret_access_key of credentials]\n[exit 0]'])
  })

  test('stay in the open where the host says so', async () => {
    const done = await task([[read('.env')]], { tools: standardTools({ root, snapshots: false, secrets: false }) })
    expect(done.prompts).toContain(key)
  })
})

describe('a call that carries a placeholder', () => {
  test('writes a secret back to its own file as it was, without a further word', async () => {
    const change = { path: '.env', oldText: `production\nAPI_KEY=${shown}`, newText: `test\nAPI_KEY=${shown}\nPORT=80` }
    const done = await task([[read('.env')], [call('edit_file', change)]])
    expect(text('.env')).toMatch(`NODE_ENV=test\nAPI_KEY=${key}\nPORT=80\nDATABASE_URL=postgres://app:${password}@`)
    expect(done.asked.at(-1)).toMatchObject({
      tool: 'edit_file',
      reason: 'the file exists and a part of it would be changed; a shell obeys such a file',
    })
    expect(done.asked.at(-1)?.change?.diff).toContain(` API_KEY=${shown}`)
    expectNoValue(done)
  })

  test('asks before another file gets the value, says so, and the record keeps the placeholder', async () => {
    const done = await task([[write('copy.txt', `key: ${shown}\n`)], [read('copy.txt')]], {
      permissions: { mode: 'edits', allow: ['write_file', 'write_file: **'] },
    })
    expect(text('copy.txt')).toBe(`key: ${key}\n`)
    expect(done.asked).toMatchObject([
      { target: 'copy.txt', input: { content: `key: ${shown}\n` }, secrets: ['API_KEY of .env'] },
    ])
    expect(done.asked[0]?.reason).toBe('it carries the secret API_KEY of .env')
    expect(done.asked[0]).not.toHaveProperty('offers')
    expect(done.results[1]).toContain(`key: ${shown}`)
    expectNoValue(done)
  })

  test('is refused by a no', async () => {
    const done = await task([[write('copy.txt', shown)]], { confirm: () => false })
    expect(done.results[0]).toMatch(/\[LAW1\] refused: .*it carries the secret API_KEY of \.env.*not allowed/)
    expect(() => text('copy.txt')).toThrow('ENOENT')
  })

  test.each<[string, Partial<ArtooOptions>]>([
    ['in mode refuse', { permissions: { mode: 'refuse' } }],
    ['where nobody can be asked', { confirm: undefined }],
  ])('is made with the placeholder itself %s', async (_, options) => {
    const done = await task([[write('copy.txt', shown)]], options)
    expect([text('copy.txt'), done.asked.length]).toEqual([shown, 0])
    expect(done.results[0]).toBe(
      '(the tool got the placeholder of API_KEY of .env and not its value, which nobody is here to allow)\ncreated copy.txt (24 bytes)',
    )
  })

  test('gives a command the value in that one call, and the history of files the placeholder', async () => {
    const tools = standardTools({ root, snapshots: { folder: join(place, 'history') } })
    const done = await task([[shell(`printf '%s' '${shown}' | wc -c`)], [shell(`printf '%s' '${shown}'`)]], { tools })
    expect(kept()).toContain(`printf '%s' '${shown}'`)
    expect(done.results).toEqual([`${key.length}\n[exit 0]`, `${shown}\n[exit 0]`])
    expect(done.asked.map(({ secrets }) => secrets)).toEqual([['API_KEY of .env'], ['API_KEY of .env']])
    expectNoValue(done)
  })

  test('is the same when the model writes the value that it has from elsewhere', async () => {
    const done = await task([[write('copy.txt', key)]])
    expect(done.asked).toMatchObject([{ secrets: ['API_KEY of .env'], input: { content: shown } }])
    expect(text('copy.txt')).toBe(key)
    expectNoValue(done)
  })

  test('gives a tool of the host the value, and its hooks the placeholder', async () => {
    const got: unknown[] = []
    const heard: unknown[] = []
    const pay = defineTool({
      name: 'look_up',
      description: 'Looks up a user.',
      input: z.object({ token: z.string().startsWith('sk_'), note: z.string() }),
      effect: 'read',
      execute: (input) => {
        got.push(input)
        return { echo: input.token }
      },
    })
    const tools = [...standardTools({ root, snapshots: false }), pay]
    const input = { token: shown, note: 'hi' }
    const done = await task([[call('look_up', input)]], {
      tools,
      onToolCall: { before: ({ input }) => void heard.push(input), after: ({ output }) => void heard.push(output) },
    })
    expect(got).toEqual([{ token: key, note: 'hi' }])
    expect(heard).toEqual([input, `{"echo":"${shown}"}`])
    expect(done.asked).toMatchObject([{ tool: 'look_up', input, secrets: ['API_KEY of .env'] }])
    expectNoValue(done)
  })

  test('gets the value that its file has now', async () => {
    const recent = 'sk_live_92Jx4MvTc8nBf6Wd'
    const change = shell(`sed -i "s/${shown}/$(echo ${[...recent].join(' ')} | tr -d ' ')/" .env`)
    await task([[change], [write('copy.txt', shown)]])
    expect([text('.env').split('\n')[1], text('copy.txt')]).toEqual([`API_KEY=${recent}`, recent])
  })

  test('fails where the secret is gone', async () => {
    const done = await task([[shell('cp .env kept; rm .env')], [write('copy.txt', shown)]])
    expect(done.results[1]).toContain('there is no secret API_KEY of .env any more')
    expect(done.events).toContain('secret_gone')
    expect(() => text('copy.txt')).toThrow('ENOENT')
  })
})

describe('after a crash', () => {
  /** A call that a person allowed, cut off, and the same task in another process. */
  async function cutOff(between: () => void) {
    const got: string[] = []
    let begun = () => {}
    const isUnderWay = new Promise<void>((resolve) => {
      begun = resolve
    })
    const send = (hangs: boolean) =>
      defineTool({
        name: 'send',
        description: 'Sends a token.',
        input: z.object({ token: z.string() }),
        effect: 'irreversible',
        execute: ({ token }, { signal }) => {
          got.push(token)
          begun()
          if (!hangs) return 'sent'
          return new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        },
      })
    const instance = (hangs: boolean, turns: readonly ScriptedTurn[]) => {
      const tools = [...standardTools({ root, snapshots: false }), send(hangs)]
      const model = scriptedModel({ text: turns })
      const options = { model, tools, journal: journal(), depth: 'direct', dreamer: false } as const
      return { model, artoo: createArtoo({ ...options, confirm: () => true }) }
    }
    const first = instance(true, [{ toolCalls: [call('send', { token: shown })] as never }])
    const { taskId } = first.artoo.run('Send it.')
    await isUnderWay
    await first.artoo.close()
    between()
    const second = instance(false, [{ text: 'Sent.' }])
    await second.artoo.resume(taskId)
    await second.artoo.close()
    return { got, heard: second.model.requests[0]?.messages.at(-1)?.content }
  }

  test('an allowed call gets the value from its file again', async () => {
    const { got, heard } = await cutOff(() => {})
    expect([got, heard]).toEqual([[key, key], 'sent'])
    expect(kept()).not.toContain(key)
  })

  test('and fails when the value is gone', async () => {
    const { got, heard } = await cutOff(() => rmSync(join(root, '.env')))
    expect(got).toEqual([key])
    expect(heard).toContain('there is no secret API_KEY of .env any more')
  })
})
