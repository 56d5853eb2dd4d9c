import { chmodSync, existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandbox } from '@artoo/sandbox'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { folder, run, runArgv, whyUnconfined } from './boxed.js'

const box = await sandbox()
afterAll(() => box.close())
const unconfined = whyUnconfined(box)
const secret = 'sk-live-4f9a8b7c6d5e'

describe.skipIf(unconfined)(`ways out of a sandbox${unconfined ? ` (skipped: ${unconfined})` : ''}`, () => {
  it('runs no bwrap, socat or which that lies in the folder of the agent', async () => {
    const ran = join(folder(), 'ran')
    const names = ['bwrap', 'socat', 'which', 'true']
    const root = folder(Object.fromEntries(names.map((name) => [`bin/${name}`, `#!/bin/sh\necho ${name} >> ${ran}\n`])))
    for (const name of names) chmodSync(join(root, 'bin', name), 0o755)
    const path = process.env.PATH ?? ''
    process.env.PATH = `${root}/bin:${path}`
    onTestFinished(() => {
      process.env.PATH = path
    })
    const own = await sandbox()
    onTestFinished(() => own.close())
    const { said } = await run(own, root, 'echo confined')
    expect(said).toBe('confined\n')
    expect(existsSync(ran)).toBe(false)
  })

  it('keeps places whose names look like patterns', async () => {
    const root = folder({ 'app/[id]/.env': secret, 'app/[id]/package.json': '{}', 'a*.pem': secret, 'app/i/b': 'b' })
    const line = `cat 'app/[id]/.env' 'a*.pem'; echo x > 'app/[id]/package.json'; rm -rf 'app/[id]'; mv app c; cat c/*/.env`
    const { said } = await run(box, root, line, {
      unreadable: [join(root, 'app/[id]/.env'), join(root, 'a*.pem')],
      readOnly: [join(root, 'app/[id]/package.json')],
    })
    expect(said).not.toContain(secret)
    expect(readFileSync(join(root, 'app/[id]/package.json'), 'utf8')).toBe('{}')
  })

  it('opens no place whose name looks like a pattern, and says so', async () => {
    const root = folder({ '[id]/a': '', '.env': secret, '.en[v]': '' })
    const refused = { code: 'sandbox_unavailable', message: expect.stringMatching(/rename it/) }
    await expect(run(box, join(root, '[id]'), 'ls')).rejects.toMatchObject(refused)
    const reading = { unreadable: [join(root, '.env')], read: [join(root, '.en[v]')] }
    await expect(run(box, root, 'cat .env', reading)).rejects.toMatchObject(refused)
  })

  it('hides what is unreadable whatever else is shown', async () => {
    const keys = folder({ id: secret, 'sub/id': secret })
    const root = folder()
    const line = `cat ${keys}/id ${keys}/sub/id; echo x > ${keys}/id`
    const all = [
      { unreadable: [keys], read: [keys] },
      { unreadable: [keys], read: [join(keys, 'sub'), join(keys, 'id')] },
      { unreadable: [join(keys, 'id'), join(keys, 'sub')], read: [keys, join(keys, 'id')] },
      { unreadable: [keys], write: [root, keys] },
    ]
    for (const more of all) expect((await run(box, root, line, more)).said).not.toContain(secret)
    expect(readFileSync(join(keys, 'id'), 'utf8')).toBe(secret)
  })

  it('hides journals and memory, also in a folder that the host shows', async () => {
    const state = folder({ 'artoo/journal': secret, 'other/file': 'shown' })
    const before = process.env.XDG_STATE_HOME
    process.env.XDG_STATE_HOME = state
    onTestFinished(() => {
      if (before === undefined) delete process.env.XDG_STATE_HOME
      else process.env.XDG_STATE_HOME = before
    })
    const { said } = await run(box, folder(), `cat ${state}/other/file ${state}/artoo/journal`, { read: [state] })
    expect(said).toMatch(/^shown/)
    expect(said).not.toContain(secret)
  })

  it.skipIf(process.platform !== 'linux')('changes no setting of the kernel, as root too', async () => {
    const setting = '/proc/sys/vm/swappiness'
    const attempt = `(: >> ${setting}) 2>&1 && echo open`
    const around = [`umount /proc/sys`, `mount -o remount,rw,bind /proc/sys`, `mount -t proc p /mnt`]
    const inNamespace = `unshare -rm sh -c 'umount /proc/sys; mount -o remount,rw,bind /proc/sys; ${attempt}'`
    const { said } = await run(box, folder(), [attempt, ...around, attempt, inNamespace, 'echo end'].join('; '))
    expect(said).toMatch(/end\n$/)
    expect(said).not.toMatch(/^open$/m)
  })

  it.skipIf(process.platform !== 'linux')('shares no namespace with the host but that of its user', async () => {
    const kinds = ['ipc', 'mnt', 'net', 'pid', 'user', 'uts']
    const { said } = await run(box, folder(), kinds.map((kind) => `readlink /proc/self/ns/${kind}`).join('; '))
    const inside = said.trim().split('\n')
    expect(inside).toHaveLength(kinds.length)
    expect(inside.filter((one, index) => one === readlinkSync(`/proc/self/ns/${kinds[index]}`))).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('neither sees nor changes the folder of other sandboxes', async () => {
    const shared = '/tmp/claude'
    mkdirSync(shared, { recursive: true })
    const file = join(shared, `artoo-${process.pid}`)
    writeFileSync(file, secret)
    // The folder stays: a sandbox of another test may be starting, whose line has it.
    onTestFinished(() => rmSync(file))
    const { said } = await run(box, folder(), `cat ${file}; echo x > ${file}`)
    expect(said).not.toContain(secret)
    expect(readFileSync(file, 'utf8')).toBe(secret)
  })

  it('sees no sockets of other sets of hosts', async () => {
    const look = 'cd "$TMPDIR/.." && ls -d k*'
    const closed = await run(box, folder(), look)
    const open = await run(box, folder(), look, { network: ['localhost:1'] })
    for (const { said } of [closed, open]) expect(said).toMatch(/^k\d+\n$/)
    expect(closed.said).not.toBe(open.said)
  })

  it('runs nothing where its words were left out', async () => {
    const ended = await runArgv(box, folder(), ['/bin/true'], { without: 'ARTOO_WORDS' })
    expect(ended.exit).not.toBe(0)
  })

  it('has a limit of processes, which root alone may exceed', async () => {
    const { said } = await run(box, folder(), 'ulimit -u 2>/dev/null || ulimit -p')
    expect(said).toBe('4096\n')
  })
})
