import { fork } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEvent } from '@artoo/roles'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundled } from '../../mkct/test/support/bundled.js'
import { type AuditHead, fileAuditLog, verifyAudit } from '../src/node.js'

function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'artoo-audit-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return join(directory, 'deep', 'audit.jsonl')
}

const finding = (text: string): AuditEvent => ({
  kind: 'anomaly',
  at: 1_000,
  anomaly: { taskId: 'task', code: 'thrashing', text },
})

/** A log with the texts in it, closed. */
async function written(path: string, ...texts: readonly string[]): Promise<AuditHead> {
  const log = fileAuditLog(path)
  for (const text of texts) await log.append(finding(text))
  await log.close()
  return log.head
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')

describe('an audit file', () => {
  it('has a line for each entry, chained, over any number of processes', async () => {
    const path = place()
    await written(path, 'one', 'zwei ü \u2028 \u{1f600}\n')
    const head = await written(path, 'three')
    const entries = linesOf(path).map((line) => JSON.parse(line))
    expect(entries.map(({ event }) => event.anomaly.text)).toEqual(['one', 'zwei ü \u2028 \u{1f600}\n', 'three'])
    expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    expect(entries.slice(1).map(({ previous }) => previous)).toEqual(entries.slice(0, 2).map(({ hash }) => hash))
    expect(head).toEqual({ sequence: 3, hash: entries[2].hash })
    expect(await verifyAudit(path, { head })).toEqual({ sound: true, entries: 3, head, torn: [] })
    expect(await verifyAudit(linesOf(path))).toMatchObject({ sound: true, entries: 3 })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('keeps the order of what is appended at once', async () => {
    const path = place()
    const log = fileAuditLog(path)
    await Promise.all(Array.from({ length: 50 }, (_, index) => log.append(finding(`${index}`))))
    await log.close()
    expect(linesOf(path).map((line) => JSON.parse(line).event.anomaly.text)).toEqual(
      Array.from({ length: 50 }, (_, index) => `${index}`),
    )
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 50 })
  })

  it('is empty at first, which is sound', async () => {
    const path = place()
    await written(path)
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 0 })
  })

  it('takes no more once it is closed, and nothing that is too long', async () => {
    const path = place()
    const log = fileAuditLog(path)
    await expect(log.append(finding('x'.repeat(2_000_000)))).rejects.toMatchObject({ code: 'audit_entry_too_long' })
    await log.append(finding('short'))
    await log.close()
    await expect(log.append(finding('late'))).rejects.toMatchObject({ code: 'closed' })
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 1 })
  })

  it.each(['', 3, null])('has a path, not %j', (path) => {
    expect(() => fileAuditLog(path as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'path' }),
    )
  })

  it.each(['a note\n', 'a note', '{"kind":"start"}\n', '\n\n', 'x'.repeat(5_000_000)])(
    'is never a file of something else',
    async (text) => {
      const path = place()
      await fileAuditLog(path).close()
      writeFileSync(path, text)
      expect(() => fileAuditLog(path)).toThrow(expect.objectContaining({ code: 'not_an_audit_log' }))
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )
})

describe('verification names the first line that was', () => {
  const texts = ['one', 'two', 'three', 'four', 'five']
  type Lines = readonly string[]
  const again = (lines: Lines, from: number, to: number) => [...lines.slice(0, from), ...lines.slice(to)]

  async function foreign(): Promise<string> {
    const path = place()
    await written(path, 'other')
    return linesOf(path)[0] ?? ''
  }

  it.each([1, 2, 3, 4, 5])('changed: %d', async (line) => {
    const path = place()
    await written(path, ...texts)
    const lines = linesOf(path)
    const original = lines[line - 1] ?? ''
    for (let index = 0; index < original.length; index += 7) {
      const bent = original.slice(0, index) + (original[index] === 'x' ? 'y' : 'x') + original.slice(index + 1)
      const found = await verifyAudit(lines.with(line - 1, bent))
      expect(found).toMatchObject({ sound: false, line, problem: line === 5 ? 'torn' : 'changed' })
    }
  })

  it.each([1, 2, 3, 4])('changed, with its own hash mended: %d', async (line) => {
    const [path, other] = [place(), place()]
    await written(path, ...texts)
    await written(other, ...texts.slice(0, line - 1), 'forged')
    const lines = linesOf(path).with(line - 1, linesOf(other)[line - 1] ?? '')
    expect(await verifyAudit(lines)).toMatchObject({ problem: 'changed', line })
  })

  it.each([1, 2, 3, 4])('missing before line %d: removed', async (line) => {
    const path = place()
    await written(path, ...texts)
    expect(await verifyAudit(again(linesOf(path), line - 1, line))).toMatchObject({ problem: 'removed', line })
  })

  it.each([1, 2, 3, 4, 5])('inserted: %d', async (line) => {
    const [path, other] = [place(), place()]
    await written(path, ...texts)
    const lines = linesOf(path)
    const put = (text: string) => [...lines.slice(0, line - 1), text, ...lines.slice(line - 1)]
    // One that is chained as it should be, one of another file, one that is none.
    await written(other, ...texts.slice(0, line - 1), 'forged')
    const found = await verifyAudit(put(linesOf(other)[line - 1] ?? ''))
    // Of two last lines that follow the same one, nobody can tell which was first.
    expect(found).toMatchObject({ problem: 'inserted', line: line === 5 ? 6 : line })
    if (line > 1) expect(await verifyAudit(put(await foreign()))).toMatchObject({ problem: 'inserted', line })
    expect(await verifyAudit(put('hello'))).toMatchObject({ problem: 'changed', line })
  })

  it('cut off at the end, if the head was kept', async () => {
    const path = place()
    const head = await written(path, ...texts)
    const lines = linesOf(path).slice(0, 3)
    expect(await verifyAudit(lines)).toMatchObject({ sound: true, entries: 3 })
    expect(await verifyAudit(lines, { head })).toMatchObject({ problem: 'cut_off', line: 4 })
    const elsewhere = { ...head, hash: '0'.repeat(64) }
    expect(await verifyAudit(path, { head: elsewhere })).toMatchObject({ problem: 'changed', line: 5 })
  })

  it('none, in a line of a gigabyte: it is read in pieces', async () => {
    const path = place()
    await written(path, 'one')
    for (const _ of Array(40)) appendFileSync(path, 'x'.repeat(1_000_000))
    expect(await verifyAudit(path)).toMatchObject({ problem: 'torn', line: 2 })
  })
})

describe('a process that dies in the middle of a line', () => {
  it('leaves it torn, wherever that is, and the next goes on and says so', async () => {
    const path = place()
    await written(path, 'one', 'two')
    const whole = statSync(path).size
    const [first = '', second = ''] = linesOf(path)
    for (let cut = first.length + 2; cut < whole - 1; cut += 11) {
      writeFileSync(path, `${first}\n${second}\n`)
      truncateSync(path, cut)
      expect(await verifyAudit(path)).toMatchObject({ sound: false, problem: 'torn', line: 2 })
      await written(path, 'three')
      expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 3, torn: [2] })
      expect(JSON.parse(linesOf(path)[2] ?? '')).toMatchObject({
        sequence: 2,
        event: { kind: 'torn', bytes: cut - first.length - 1 },
      })
    }
  })

  it.each([5, 12, 60])('may do so in its very first line, after %d bytes', async (cut) => {
    const path = place()
    await written(path, 'one')
    truncateSync(path, cut)
    await written(path, 'two')
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 2, torn: [1] })
  })

  it('may have lacked the line feed alone', async () => {
    const path = place()
    await written(path, 'one', 'two')
    truncateSync(path, statSync(path).size - 1)
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 2 })
    await written(path, 'three')
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 3, torn: [] })
  })

  it('may do so again while it tells of the first time', async () => {
    const path = place()
    await written(path, 'one', 'two')
    const { length } = linesOf(path)[0] ?? ''
    truncateSync(path, length + 40)
    await written(path)
    truncateSync(path, statSync(path).size - 30)
    await written(path, 'three')
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 3, torn: [2] })
    expect(linesOf(path)).toHaveLength(5)
  })

  it('can’t be made up: what stands for torn is proved, too', async () => {
    const path = place()
    await written(path, 'one', 'two')
    truncateSync(path, statSync(path).size - 30)
    await written(path, 'three')
    const lines = linesOf(path)
    expect(await verifyAudit(lines.with(1, '{"sequence":2'))).toMatchObject({ problem: 'changed', line: 2 })
    expect(await verifyAudit([...lines.slice(0, 1), ...lines.slice(2)])).toMatchObject({ problem: 'removed', line: 2 })
    expect(await verifyAudit(lines.slice(1))).toMatchObject({ problem: 'removed', line: 1 })
  })
})

describe('two writers of one file', () => {
  it('are one too many: the second is refused until the first has closed', async () => {
    const path = place()
    const first = fileAuditLog(path)
    expect(() => fileAuditLog(path)).toThrow(
      expect.objectContaining({ code: 'audit_log_locked', message: expect.stringContaining(`process ${process.pid}`) }),
    )
    await first.append(finding('one'))
    await first.close()
    await written(path, 'two')
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 2 })
  })

  it('are noticed where the lock did not hold: the first to see it writes no more', async () => {
    const path = place()
    const first = fileAuditLog(path)
    await first.append(finding('one'))
    rmSync(`${path}.lock.1`)
    const second = fileAuditLog(path)
    await second.append(finding('two'))
    for (const _ of Array(2)) {
      await expect(first.append(finding('three'))).rejects.toMatchObject({ code: 'audit_log_changed' })
    }
    await second.append(finding('four'))
    await first.close()
    await second.close()
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 3 })
  })

  /** The lock of a process on another host, which has the number of this process, as seen on a volume that both share. */
  const lockOfAnotherHost = (path: string, silentMs: number) => {
    const record = {
      id: 'other',
      note: null,
      leaseMs: 15_000,
      pid: process.pid,
      host: 'host-b',
      boot: 'b',
      namespace: 'b',
    }
    writeFileSync(`${path}.lock.1`, JSON.stringify(record))
    const renewedAt = (Date.now() - silentMs) / 1_000
    utimesSync(`${path}.lock.1`, renewedAt, renewedAt)
  }

  it('may not be on two hosts: the second is refused, with the name of the host, until the first is silent', async () => {
    const path = place()
    await written(path, 'one')
    lockOfAnotherHost(path, 5_000)
    expect(() => fileAuditLog(path)).toThrow(
      expect.objectContaining({
        code: 'audit_log_locked',
        message: expect.stringContaining(`process ${process.pid} on host-b`),
      }),
    )
    lockOfAnotherHost(path, 20_000)
    await written(path, 'two')
    expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 2 })
  })

  it('are one after the first was taken over by another host: that one writes no more', async () => {
    const path = place()
    const paused = fileAuditLog(path)
    rmSync(`${path}.lock.1`)
    lockOfAnotherHost(path, 0)
    await expect(paused.append(finding('late'))).rejects.toMatchObject({
      code: 'audit_log_locked',
      message: expect.stringContaining('host-b'),
    })
    await paused.close()
    expect(existsSync(`${path}.lock.1`)).toBe(true)
    expect(linesOf(path)).toEqual([''])
  })

  it('may be two processes, of which the first was killed', async () => {
    const path = place()
    const child = fork(await bundled(new URL('auditing-host.ts', import.meta.url)), [path], { execArgv: [] })
    await new Promise((resolve) => child.once('message', resolve))
    expect(() => fileAuditLog(path)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`process ${child.pid}`) }),
    )
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
    const before = linesOf(path).length
    expect(before).toBeGreaterThan(1)
    await written(path, 'after')
    expect(await verifyAudit(path)).toMatchObject({ sound: true })
    expect(linesOf(path).length).toBeGreaterThan(before)
  })
})

it('goes on after a write that failed, and says what it left', async () => {
  const path = place()
  const log = fileAuditLog(path)
  await log.append(finding('one'))
  const whole = readFileSync(path)
  rmSync(path)
  await expect(log.append(finding('two'))).rejects.toMatchObject({ code: 'ENOENT' })
  writeFileSync(path, whole)
  await log.append(finding('three'))
  await log.close()
  expect(await verifyAudit(path)).toMatchObject({ sound: true, entries: 2 })
})
