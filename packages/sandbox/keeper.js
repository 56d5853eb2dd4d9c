// A process of its own that keeps one sandbox: the library holds one per process, guards the folder that its process works in, and has one
// list of allowed hosts. Arguments: the hosts as JSON. Messages: { id, wrap: { command, filesystem } } and { id, ended: <id of the wrap> }.
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { SandboxManager } from '@anthropic-ai/sandbox-runtime'

const [hosts = '[]'] = process.argv.slice(2)
const nothing = { denyRead: [], allowRead: [], allowWrite: [], denyWrite: [] }
const names = new Map()

const begun = SandboxManager.initialize({
  network: { allowedDomains: JSON.parse(hosts), deniedDomains: [] },
  filesystem: nothing,
  // It would search the folder of this process, which is empty, before every command.
  ripgrep: { command: 'true' },
})

const answers = {
  async wrap({ id, wrap: { command, filesystem } }) {
    const commandId = randomBytes(16).toString('base64url')
    names.set(id, commandId)
    return SandboxManager.wrapWithSandbox(command, '/bin/sh', { filesystem }, undefined, { commandId })
  },
  async ended({ ended }) {
    const commandId = names.get(ended)
    if (!names.delete(ended)) return []
    SandboxManager.cleanupAfterCommand()
    return SandboxManager.getSandboxViolationStore()
      .getViolationsForCommand(commandId)
      .map(({ line }) => line)
  },
}

process.on('message', async (message) => {
  try {
    await begun
    process.send?.({ id: message.id, value: await answers[message.wrap ? 'wrap' : 'ended'](message) })
  } catch (error) {
    process.send?.({ id: message.id, error: error instanceof Error ? error.message : String(error) })
  }
})

process.on('disconnect', async () => {
  await SandboxManager.reset().catch(() => {})
  process.exit(0)
})
