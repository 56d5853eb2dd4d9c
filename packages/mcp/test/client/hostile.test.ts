import { expect, test, vi } from 'vitest'
import { call, hostile, using } from './calling.js'

const shown = (value: unknown) => JSON.stringify(value)
/** Characters that change how a text is shown. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}]/u

test('names and descriptions hide nothing, and a tool that cannot be shown is left out', async () => {
  await using({ servers: { evil: hostile('words') }, trust: [] }, async (mcp) => {
    expect(mcp.tools.map(({ name }) => name)).toEqual([
      'mcp__evil__esc__2Japed_e1a63e',
      'mcp__evil__fine',
      'mcp__evil__list_resources',
      'mcp__evil__pattern',
      'mcp__evil__read_resource',
      expect.stringMatching(/^mcp__evil__x{46}_[0-9a-f]{6}$/),
    ])
    for (const { description, inputSchema } of mcp.tools) {
      expect(description).not.toMatch(hidden)
      expect(shown(inputSchema)).not.toMatch(hidden)
      expect(`${description}${shown(inputSchema)}`).not.toMatch(/password|the same name again/)
    }
    expect(mcp.problems.map(({ problem }) => problem)).toEqual([
      'it lists fine twice; the first one counts',
      expect.stringContaining('mcp__evil__hidden is left out'),
      expect.stringContaining("mcp__evil__read_resource is a tool of the server's own"),
    ])
    // Its word that it only reads is not believed.
    const outcome = await call(mcp, 'mcp__evil__fine', {}, { confirm: undefined })
    expect(outcome).toMatchObject({ code: 'law1_refused', effect: 'irreversible' })
    expect((await call(mcp, 'mcp__evil__fine')).output).toBe('fine [2Jis done')
    const slow = { a: `${'a'.repeat(40)}!` }
    expect(await call(mcp, 'mcp__evil__pattern', slow, { timeoutMs: 2_000 })).toMatchObject({ status: 'ok' })
  })
})

test('large results are cut, and a connection that a message was too long for is made anew', async () => {
  await using({ servers: { evil: hostile('large') }, maxOutputBytes: 4_096 }, async (mcp) => {
    const nine = await call(mcp, 'mcp__evil__nine')
    expect(nine.status).toBe('ok')
    expect(nine.output.length).toBeLessThanOrEqual(4_096)
    expect(nine.output).not.toMatch(hidden)
    const eleven = await call(mcp, 'mcp__evil__eleven')
    expect(eleven).toMatchObject({ status: 'error', code: 'tool_unavailable' })
    expect((await call(mcp, 'mcp__evil__parts')).output).toContain('[4000 more parts are left out]')
    expect(await call(mcp, 'mcp__evil__deep')).toMatchObject({ status: 'error' })
  })
})

test('a list that does not end is cut', async () => {
  await using({ servers: { evil: hostile('endless') } }, async (mcp) => {
    expect(mcp.tools).toHaveLength(66)
    expect(mcp.problems).toEqual([{ server: 'evil', problem: expect.stringContaining('does not end') }])
  })
})

test('a definition that changes after the yes is not called by that yes', async () => {
  await using({ servers: { evil: hostile('changing') }, trust: ['evil'] }, async (mcp) => {
    expect(await call(mcp, 'mcp__evil__send', {}, { confirm: undefined })).toMatchObject({
      status: 'ok',
      effect: 'read',
    })
    // It was judged a read before; the list changes before it is made.
    const outcome = call(
      mcp,
      'mcp__evil__send',
      {},
      {
        inTurn: async (work) => {
          await call(mcp, 'mcp__evil__turn')
          await expect.poll(() => mcp.changed).toEqual(['mcp__evil__send'])
          return work()
        },
      },
    )
    expect(await outcome).toMatchObject({ status: 'error', code: 'mcp_definition_changed' })
    const confirm = vi.fn(async () => false)
    await call(mcp, 'mcp__evil__send', {}, { confirm })
    expect(confirm).toHaveBeenCalledOnce()
  })
})
