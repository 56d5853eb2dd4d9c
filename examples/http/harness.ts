import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import {
  type Artoo,
  type ArtooOptions,
  createArtoo,
  type LanguageModel,
  type ModelRequest,
  type RunEvent,
  type RunHandle,
  type RunOptions,
} from '@artoo/sdk'
import { manualClock } from '@artoo/spec/testing'
import { standardTools } from '@artoo/tools/node'
import { onTestFinished } from 'vitest'
import { createServer, type ServerOptions } from './create-server.js'

export const before = '# Shopping\n\n- milk\n- bread\n- two lemons\n'
export const after = '# Shopping\n\n- oat milk\n- bread\n- two lemons\n- coffee\n'

/** Never to be seen outside. */
export const canary = 'canary-of-the-provider'

const verdicts = [{ criterion: 1, verdict: 'pass', failureClass: null, evidence: 'the tool says so' }]

/** Passes whatever it is asked about, by all the records that it is shown. */
function passing({ messages }: ModelRequest) {
  const { criteria, outcomes } = JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}') as {
    readonly criteria: readonly { readonly criterion: number }[]
    readonly outcomes: readonly { readonly records: readonly { readonly id: string }[] }[]
  }
  const records = outcomes.flatMap((outcome) => outcome.records.map(({ id }) => id))
  return criteria.map(({ criterion }) => ({ ...verdicts[0], criterion, records }))
}

/** The file that the user named in the task. */
function fileIn({ messages }: ModelRequest): string {
  return /[\w-]+\.md/.exec(messages.find(({ role }) => role === 'user')?.content ?? '')?.[0] ?? 'notes.md'
}

/** A model that reads and overwrites the file that the task names, and tells whether it was allowed to. */
export const overwriting: Readonly<Record<string, ScriptedTurn>> = {
  task_spec: (request) => ({ json: { intent: `Bring ${fileIn(request)} up to date`, scope: null, questions: [] } }),
  plan: (request) => ({
    json: {
      criteria: [{ text: `${fileIn(request)} lists what is needed`, mode: 'plausible' }],
      subtasks: [
        {
          intent: `Write the new list into ${fileIn(request)}`,
          sequence: 1,
          criteria: [{ text: 'the file was written', mode: 'plausible' }],
          tools: ['read_file', 'write_file'],
        },
      ],
    },
  }),
  execution: (request) => {
    const [read, answer] = request.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    const path = fileIn(request)
    if (read === undefined) return { toolCalls: [{ name: 'read_file', input: { path } }] }
    if (answer === undefined) return { toolCalls: [{ name: 'write_file', input: { path, content: after } }] }
    const isDone = answer.includes('overwrote')
    return { json: { status: isDone ? 'completed' : 'failed', output: isDone ? 'written' : '', reason: 'not allowed' } }
  },
  verdicts: { json: { verdicts, correction: null } },
  verification: (request) => ({ json: { output: `${fileIn(request)} is up to date.`, verdicts: passing(request) } }),
}

export interface Served {
  readonly url: string
  readonly artoo: Artoo
  readonly clock: ReturnType<typeof manualClock>
  readonly root: string
  /** All that the models were asked. */
  readonly requests: readonly ModelRequest[]
  /** The whole log, as it stands on the server alone. */
  readonly log: readonly RunEvent[]
  /** Tasks of which nothing runs any more. */
  readonly finished: readonly string[]
  file(name: string): Promise<string>
  close(): Promise<void>
}

/** The server over a folder of its own, with a clock that stands still. */
export async function serve(
  { script = {}, ...options }: Partial<ArtooOptions> & { readonly script?: typeof overwriting } = {},
  serverOptions: Partial<ServerOptions> = {},
): Promise<Served> {
  const root = await mkdtemp(join(tmpdir(), 'artoo-http-'))
  for (const name of ['notes.md', 'other.md']) await writeFile(join(root, name), before)
  const clock = manualClock(1_000)
  const scripted = scriptedModel({ ...overwriting, ...script }, { repeatLast: true })
  const model: LanguageModel = {
    id: scripted.id,
    generate: async (...call) => ({ ...(await scripted.generate(...call)), opaque: { signature: canary } }),
  }
  const log: RunEvent[] = []
  const finished: string[] = []
  const plain = createArtoo({ model, tools: standardTools({ root }), clock, depth: 'full', ...options })
  const follow = async (run: RunHandle) => {
    for await (const event of run) log.push(event)
  }
  const artoo: Artoo = {
    ...plain,
    run: ((text: string, given?: RunOptions) => {
      const run = plain.run(text, given)
      void follow(run)
      void run.result.then(() => finished.push(run.taskId))
      return run
    }) as Artoo['run'],
  }
  const server = createServer({ artoo, clock, ...serverOptions })
  const url = `http://127.0.0.1:${await server.listen(0)}`
  let closing: Promise<void> | undefined
  const close = () => (closing ??= server.close().then(() => artoo.close()))
  onTestFinished(async () => {
    await close()
    await rm(root, { recursive: true })
  })
  return {
    url,
    artoo,
    clock,
    root,
    requests: scripted.requests,
    log,
    finished,
    file: (name) => readFile(join(root, name), 'utf8'),
    close,
  }
}
