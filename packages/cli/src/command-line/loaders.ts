import type { RunCommand } from '../call/call.js'
import type { CommandName } from './commands.js'

/** The way to each command: only the one that is called is loaded. */
export const loaders: Readonly<Record<CommandName, () => Promise<RunCommand>>> = {
  run: async () => (await import('../commands/run.js')).run,
  resume: async () => (await import('../commands/resume.js')).resume,
  tasks: async () => (await import('../commands/tasks.js')).tasks,
  show: async () => (await import('../commands/show.js')).show,
  why: async () => (await import('../commands/show.js')).why,
  diff: async () => (await import('../commands/files.js')).diff,
  undo: async () => (await import('../commands/files.js')).undo,
  replay: async () => (await import('../commands/replay.js')).replay,
  fork: async () => (await import('../commands/fork.js')).fork,
  memory: async () => (await import('../commands/memory.js')).memory,
  audit: async () => (await import('../commands/audit.js')).audit,
  loop: async () => (await import('../commands/loop.js')).loop,
  deliberate: async () => (await import('../commands/deliberate.js')).deliberate,
  mcp: async () => (await import('../commands/mcp.js')).mcp,
  trust: async () => (await import('../commands/trust.js')).trust,
  init: async () => (await import('../init/init.js')).init,
  doctor: async () => (await import('../doctor/doctor.js')).doctor,
  completion: async () => (await import('./completion.js')).completion,
}
