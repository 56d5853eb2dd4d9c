import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileAuditLog, verifyAudit } from '@artoo/insight/node'
import { scriptedModel } from '@artoo/llm/testing'
import { type AuditLog, createArtoo } from '@artoo/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { answers, fixed, freshPlans, straightThrough } from './script.js'

const failing = { ...straightThrough, plan: freshPlans(), verification: answers.reject, last_verdicts: answers.fail }

test('an auditor’s file tells of a task that did not converge, and proves itself', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'artoo-audit-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'audit.jsonl')
  const auditLog = fileAuditLog(path)
  const model = scriptedModel(failing, { repeatLast: true })
  const artoo = createArtoo({
    model,
    auditLog,
    redact: (text) => text.replaceAll('rounds', 'secrets'),
    ...fixed(),
  })
  const { taskId, result } = artoo.run('Say hello')
  expect((await result).directive).toBe('deliver')
  const { anomalies } = await artoo.audit()
  expect(anomalies.map(({ code }) => code)).toContain('not_converged')
  await artoo.close()
  await auditLog.close()
  const events = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event)
  expect(events).toMatchObject([
    ...anomalies.map(({ code }) => ({ kind: 'anomaly', anomaly: { taskId, code } })),
    { kind: 'report', report: { tasksStarted: 1 } },
    { kind: 'report', report: { tasksStarted: 0 } },
  ])
  expect(JSON.stringify(events)).toContain('after 4 secrets')
  expect(await verifyAudit(path, { head: auditLog.head })).toMatchObject({ sound: true, entries: events.length })
})

test.each([
  [
    'throws',
    (): never => {
      throw new Error('disk is full')
    },
  ],
  ['rejects', () => Promise.reject(new Error('disk is full'))],
  ['never settles', () => new Promise(() => {})],
])('a log that %s stops no task and no answer', async (_, append) => {
  const log: AuditLog = { append }
  const model = scriptedModel(failing, { repeatLast: true })
  const { clock, ids } = fixed()
  const artoo = createArtoo({ model, auditLog: log, depth: 'full', clock, ids })
  expect((await artoo.run('Say hello')).directive).toBe('deliver')
  expect((await artoo.audit()).tasksStarted).toBe(1)
  const closed = artoo.close().then(
    () => 'closed',
    (error: { readonly code: string }) => error.code,
  )
  const settled = await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 50, 'waiting'))])
  if (settled === 'waiting') clock.advance(5_000)
  expect(await closed).toBe(settled === 'waiting' ? 'settle_timeout' : 'closed')
})
