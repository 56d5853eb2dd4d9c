// A process of its own that keeps one sandbox: the library holds one per process, guards the folder that its process works in, and has one
// list of allowed hosts. Argument: { hosts, folder, programs } as JSON. Messages: { id, wrap: { command, filesystem } } and
// { id, ended: <id of the wrap> }.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import process from 'node:process'
import { SandboxManager } from '@anthropic-ai/sandbox-runtime'

const { hosts, folder, programs } = JSON.parse(process.argv[2] ?? '')
const nothing = { denyRead: [], allowRead: [], allowWrite: [], denyWrite: [] }
const names = new Map()

// The library finds programs by Bun where it runs in Bun, and else by the program `which`, which has one second for it, before each command.
// All names here are paths but `true`, which is found in PATH.
globalThis.Bun = { which: (name) => name }

const begun = begin()

async function begin() {
  await SandboxManager.initialize({
    network: { allowedDomains: hosts, deniedDomains: [] },
    filesystem: nothing,
    // It would search the folder of this process, which is empty, before every command. No program starts with such an argument.
    ripgrep: { command: 'true', args: ['\0'] },
    bwrapPath: programs.bwrap,
    socatPath: programs.socat,
  })
  // A warning is a part of the confinement that is missing, such as the filter of unix sockets.
  const { warnings } = SandboxManager.checkDependencies()
  if (warnings.length > 0) throw new Error(warnings.join('; '))
}
begun.catch(() => {})

const answers = {
  async wrap({ id, wrap: { command, filesystem } }) {
    const commandId = randomBytes(16).toString('base64url')
    const line = await SandboxManager.wrapWithSandbox(command, '/bin/sh', { filesystem }, undefined, { commandId })
    names.set(id, commandId)
    return line
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

// The sandbox was closed, or its process has ended, be it by a signal: nothing of it stays.
process.on('disconnect', async () => {
  await SandboxManager.reset().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
