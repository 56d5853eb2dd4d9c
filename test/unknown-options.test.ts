import { createLoop } from '@artoo/agent-loop'
import {
  createAgentLoop,
  gitWorkspaces,
  nodeChecker,
  pairProbe,
  pairWorker,
  stateFileStore,
} from '@artoo/agent-loop/node'
import { evaluate } from '@artoo/evals'
import { scriptedModel } from '@artoo/llm/testing'
import { createDreamer, createMemory } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { createOmega } from '@artoo/omega'
import { runPair } from '@artoo/roles'
import { createRuntime } from '@artoo/runtime'
import { createArtoo } from '@artoo/sdk'
import { fileTools, shellTool, standardChecks, standardTools } from '@artoo/tools/node'
import { expect, test } from 'vitest'

const model = scriptedModel({})
const pair = { model, tools: [], checks: [] }
const run = { context: '', intent: 'greet', criteria: [] }

/** Many hosts are written without types. */
const untyped = (make: (options: never) => unknown) => (options: object) => make(options as never)

test.each<[string, (options: object) => unknown, string]>([
  ['createArtoo', untyped((options: object) => createArtoo({ model, ...options })), 'confirm'],
  ['createOmega', untyped((options: object) => createOmega({ model, ...options })), 'confirm'],
  ['createAgentLoop', untyped(createAgentLoop), 'confirm'],
  ['createLoop', untyped(createLoop), 'confirm'],
  ['pairWorker', untyped((options: object) => pairWorker({ model, ...options })), 'confirm'],
  ['pairProbe', untyped((options: object) => pairProbe({ model, ...options })), 'confirm'],
  ['runPair', untyped((options: object) => runPair(run, { ...pair, ...options })), 'confirm'],
  ['createRuntime', untyped(createRuntime), 'prices'],
  ['gitWorkspaces', untyped(gitWorkspaces), 'directory'],
  ['stateFileStore', untyped((options) => stateFileStore('state.json', options)), 'leaseMs'],
  ['nodeChecker', untyped(nodeChecker), 'clock'],
  ['createMemory', untyped(createMemory), 'clock'],
  ['openMemory', untyped(openMemory), 'clock'],
  ['createDreamer', untyped((options) => createDreamer(createMemory(), options)), 'intervalMs'],
  ['evaluate', untyped(evaluate), 'timeoutMs'],
  ['standardTools', untyped(standardTools), 'root'],
  ['fileTools', untyped(fileTools), 'root'],
  ['shellTool', untyped(shellTool), 'root'],
  ['standardChecks', untyped(standardChecks), 'root'],
])('%s refuses an option that it does not have, and names the nearest', async (_, make, name) => {
  const typo = name.replace(/(.)(.)$/, '$2$1')
  await expect(async () => make({ [typo]: 1 })).rejects.toMatchObject({
    code: 'invalid_option',
    message: expect.stringContaining(`${typo}; did you mean ${name}?`),
  })
})

test.each<[string, (options: object) => unknown]>([
  ['createOmega', untyped((options: object) => createOmega({ model, ...options }))],
  ['createLoop', untyped(createLoop)],
  ['pairWorker', untyped((options: object) => pairWorker({ model, ...options }))],
  ['runPair', untyped((options: object) => runPair(run, { ...pair, ...options }))],
])('%s refuses a confirm that nobody can call, and knows what others call it', async (_, make) => {
  const wrong = { code: 'invalid_option', field: 'confirm', message: 'confirm: must be a function' }
  await expect(async () => make({ confirm: 'yes' })).rejects.toMatchObject(wrong)
  const foreign = { field: 'onConfirm', message: expect.stringContaining('did you mean confirm?') }
  await expect(async () => make({ onConfirm: () => true })).rejects.toMatchObject(foreign)
})
