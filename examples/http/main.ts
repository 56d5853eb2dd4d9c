import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createArtoo } from '@artoo/sdk'
import { fileJournal, hasModelsInEnvironment, modelsFromEnvironment } from '@artoo/sdk/node'
import { standardTools } from '@artoo/tools/node'
import { offlineModel } from '../offline/offline-model.js'
import { createServer } from './create-server.js'

function commandLine() {
  const { values } = parseArgs({ options: { dir: { type: 'string' }, port: { type: 'string', default: '3000' } } })
  const { dir: root, port } = values
  if (root === undefined) throw new Error('--dir is missing: the folder that the tools may read and write')
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${root} is not a folder`)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`${port} is no port`)
  return { root, port: Number(port) }
}

async function main(): Promise<void> {
  const { root, port } = commandLine()
  const isReal = hasModelsInEnvironment(process.env)
  const model = isReal ? await modelsFromEnvironment(process.env) : offlineModel()
  const artoo = createArtoo({ model, tools: standardTools({ root }), journal: fileJournal({ root }) })
  const server = createServer({ artoo, limits: { timeMs: 600_000 } })

  const address = `http://127.0.0.1:${await server.listen(port)}/`
  const named =
    'brain' in model ? `${model.brain.id} and ${model.tool.id}` : `${model.id} (ARTOO_MODEL names a real one)`
  console.log(`Model: ${named}\nFolder: ${root}\nListening on ${address}`)

  let isStopping = false
  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    console.log('Ending what runs …')
    await server.close()
    await artoo.close()
  }
  // However often: npm hands on what the terminal has sent already. It takes seconds at most.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
}

main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : error}`)
  console.error('Usage: npm run example:http -- --dir PATH [--port N]')
  process.exitCode = 2
})
