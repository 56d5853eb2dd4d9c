import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileAuditLog } from '@artoo/insight/node'
import { createArtoo } from '@artoo/sdk'
import { fileJournal, openMemory, standardTools } from '@artoo/sdk/node'
import { scriptedModel } from '@artoo/sdk/testing'

const subtask = (intent: string, tools: readonly string[]) => ({
  intent,
  sequence: 1,
  criteria: [{ text: `${intent} is done`, mode: 'plausible' }],
  tools,
})
const planOf = (...subtasks: readonly object[]) => ({
  json: { criteria: [{ text: 'the file says so', mode: 'plausible' }], subtasks },
})
const edit = (path: string, oldText: string, newText: string) => ({
  toolCalls: [{ name: 'edit_file', input: { path, oldText, newText } }],
})
const infeasible = { json: { status: 'failed', output: '', reason: 'b.txt is missing' } }
const completed = { json: { status: 'completed', output: 'renamed', reason: null } }
const passAll = {
  json: {
    verdicts: [1, 2, 3].map((criterion) => ({
      ...{ criterion, verdict: 'pass', evidence: 'it does', records: ['call_2_1'] },
    })),
    correction: null,
  },
}

/** A folder in which tasks were run: one of two rounds, a turn of a conversation, one that waits for a person, and one whose texts are redacted. */
export interface Worked {
  readonly root: string
  readonly tasks: Readonly<Record<'rounds' | 'turn' | 'waiting' | 'redacted', string>>
  remove(): void
}

export async function worked(): Promise<Worked> {
  const root = mkdtempSync(join(tmpdir(), 'artoo-records-'))
  for (const name of ['a.txt', 'c.txt']) writeFileSync(join(root, name), 'one\n')
  const journal = fileJournal({ root })
  const memory = await openMemory({ root })
  const auditLog = fileAuditLog({ root })
  const model = scriptedModel({
    plan: [
      planOf(subtask('first way', ['edit_file'])),
      planOf(subtask('second way', ['edit_file'])),
      { json: { criteria: [], subtasks: [], answer: 'Good morning.' } },
      planOf(subtask('ask', ['shell'])),
    ],
    execution: [
      edit('a.txt', 'one', 'two'),
      infeasible,
      edit('c.txt', 'one', 'two'),
      completed,
      { toolCalls: [{ name: 'shell', input: { command: 'npm publish' } }] },
    ],
    verdicts: passAll,
    last_verdicts: passAll,
    verification: passAll,
  } as never)
  const artoo = createArtoo({
    ...{ model, journal, memory, auditLog, dreamer: false, tools: standardTools({ root }) },
    permissions: { mode: 'edits' },
    limits: { retries: 0, replans: 1 },
  })
  const rounds = artoo.run('Rename one to two\neverywhere\u202e \u001b[2J')
  await rounds
  const turn = artoo.session({ id: 'talk' }).run('Say good morning')
  await turn
  const waiting = artoo.run('Publish it', { onUnanswered: 'wait' })
  await waiting
  const redacting = createArtoo({
    ...{ model: scriptedModel({ text: [{ text: 'It is 12.' }] }), journal, dreamer: false, depth: 'direct' },
    redact: (text) => text.replaceAll('Nothing', '[word]'),
  })
  const redacted = redacting.run('Tell the number')
  await redacted
  await redacting.close()
  const tasks = { rounds: rounds.taskId, turn: turn.taskId, waiting: waiting.taskId, redacted: redacted.taskId }
  await artoo.close()
  await memory.close()
  await auditLog.close()
  return { root, tasks, remove: () => rmSync(root, { recursive: true }) }
}
