import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createArtoo, type RunEvent } from '@artoo/sdk'
import { type ScriptedTurn, scriptedModel } from '@artoo/sdk/testing'
import type { ModelRequest } from '@artoo/spec'
import { standardTools } from '@artoo/tools/node'
import { dataOf, objects, text } from '../whole/conversation.js'
import { noMemory } from '../whole/no-memory.js'
import type { Scene } from './scene.js'
import { startServices } from './service.js'

const run = promisify(execFile)

type Outcome = Extract<RunEvent, { type: 'SubTaskOutcome' }>['payload']

/** What a scene left. */
export interface Played {
  /** The request to the judge of the first subtask. */
  readonly judgeRequest: ModelRequest
  readonly outcome: Outcome
}

/** Carries a scene out in a folder of its own, through the whole SDK. */
export async function runScene(scene: Scene): Promise<Played> {
  const root = await mkdtemp(join(tmpdir(), 'work-'))
  const services = await startServices(scene.services ?? [])
  try {
    await prepare(root, scene)
    const tools = [...standardTools({ root, snapshots: false }), ...services.tools]
    const model = scriptedModel(scriptOf(scene), { repeatLast: true })
    const artoo = createArtoo({
      ...{ model, tools, memory: noMemory, dreamer: false, depth: 'lean', confirm: () => true },
      limits: { replans: 0, retries: 0, toolTimeoutMs: 5_000 },
    })
    const outcomes: Outcome[] = []
    const task = artoo.run(scene.request)
    for await (const event of task) if (event.type === 'SubTaskOutcome') outcomes.push(event.payload)
    await task
    await artoo.close()
    const judgeRequest = model.requests.find(({ output }) => /verdicts$/.test(output?.name ?? ''))
    const [outcome] = outcomes
    if (!judgeRequest || !outcome) throw new Error(`nobody was asked to judge: ${scene.request}`)
    return { judgeRequest, outcome }
  } finally {
    await services.close()
    await rm(root, { recursive: true, force: true })
  }
}

async function prepare(root: string, { files = {}, setup }: Scene): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  if (setup) await run('/bin/sh', ['-c', setup], { cwd: root })
}

function scriptOf({ intent, criteria, calls, tools = [], says, next, fails }: Scene): Record<string, ScriptedTurn[]> {
  const named = [...new Set([...calls.map(([tool]) => tool), ...tools])]
  const first = { intent, sequence: 1, criteria, tools: named }
  const then = { intent: next, sequence: 2, criteria: [{ text: 'it follows from what was found', mode: 'plausible' }] }
  const subtasks = next === undefined ? [first] : [first, then]
  const turns = calls.map(([name, input]): ScriptedTurn => ({ toolCalls: [{ name, input }] }))
  const report = { json: { status: 'completed', output: says, reason: null } }
  const verdicts: ScriptedTurn = (request) => ({ json: { verdicts: verdictsOn(request, fails), correction: null } })
  const verification: ScriptedTurn = (request) => ({ json: { output: says, verdicts: verdictsOn(request, fails) } })
  return {
    plan: [{ json: { criteria, subtasks } }],
    execution: [...turns, report],
    verdicts: [verdicts],
    last_verdicts: [verdicts],
    verification: [verification],
  }
}

/** The true verdicts, without a cause. */
function verdictsOn(request: ModelRequest, fails: number) {
  const data = dataOf(request)
  const records = objects(data.toolCalls).map(({ id }) => text(id))
  return objects(data.criteria).map(({ criterion }) => {
    const verdict = criterion === fails ? 'fail' : 'pass'
    return { criterion, verdict, evidence: 'as the records show', records }
  })
}
