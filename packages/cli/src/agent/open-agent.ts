import { createArtoo } from '@artoo/sdk'
import { fileJournal, fileRules, standardChecks, standardTools } from '@artoo/sdk/node'
import { within } from '@artoo/spec'
import type { Agent } from './agent.js'
import { type Closing, closingStack } from './closing.js'
import { projectInstructions } from './instructions.js'
import { chosenModels } from './models.js'
import { permissionsFrom } from './permissions.js'
import { retentionNow } from './retention.js'
import { findSandbox } from './sandbox.js'
import { connectServers } from './servers.js'
import { readSettings, type SettingsOptions } from './settings.js'
import { auditLogOf, memoryOf } from './stores.js'

/**
 * An agent as flags, environment and configuration make it.
 *
 * @throws {ArtooError} `missing_model`, `unknown_provider`, `missing_package`, `missing_environment`, `config_failed`, `invalid_config`, and as `createArtoo` does.
 */
export async function openAgent(options: SettingsOptions): Promise<{ readonly agent: Agent }> {
  const closing = closingStack()
  try {
    return { agent: await opened(options, closing) }
  } catch (error) {
    await closing.close().catch(() => {})
    throw error
  }
}

async function opened(options: SettingsOptions, closing: Closing): Promise<Agent> {
  const { flags, env, signal } = options
  const { root, given, config, mode, notes } = await readSettings(options)
  const depth = given.depth ?? config.depth

  const remembering = closing.opening(memoryOf(root, depth), ({ store }) => store?.close())
  const [{ brain, tool }, memory] = await Promise.all([
    chosenModels(flags.model, env, config.model, notes),
    remembering,
  ])
  signal?.throwIfAborted()
  const confining = closing.opening(findSandbox(config.sandbox ?? true, root), ({ sandbox }) => sandbox?.close())
  const connecting = closing.opening(connectServers(config.servers, { root, env }), (servers) => servers.close())
  const [confined, servers] = await unlessAborted(Promise.all([confining, connecting]), signal)
  const { sandbox } = confined
  const audit = auditLogOf(root)
  closing.add(() => audit.store?.close())

  const own = config.standardTools === false ? [] : standardTools({ root, sandbox })
  const tools = [...own, ...config.tools]
  const allTools = [...tools, ...servers.tools]
  const kept = fileRules({ root })
  const ruled = permissionsFrom({ rules: config.rules, mode, allow: flags.allow ?? [], kept: kept.rules() }, allTools)
  const { permissions } = ruled
  const instructions = projectInstructions(root, env)
  const journal = fileJournal({ root })
  const artoo = createArtoo({
    model: { brain, tool },
    tools: servers.beside(tools),
    checks: [...standardChecks({ root, sandbox }), ...config.checks],
    permissions,
    instructions: [...config.instructions, ...instructions.texts].join('\n\n'),
    limits: { ...config.limits, ...given.limits },
    ...{ prices: config.prices, depth, profile: config.profile },
    ...{ journal, memory: memory.store ?? undefined, auditLog: audit.store ?? undefined, onAlways: kept.onAlways },
    retention: retentionNow(root),
  })
  closing.add(() => artoo.close())
  const [{ id: brainId }, { id: toolId }] = [brain[0], tool[0]]
  return {
    ...{ artoo, root, journal, memory: memory.store, tools: allTools },
    models: { brain: brainId, tool: toolId },
    permissions,
    mode: permissions.mode ?? 'ask',
    contextWindow: config.contextWindow ?? null,
    notes: [...notes, ...[instructions, servers, ruled, confined, memory, audit].flatMap((one) => one.notes)],
    close: () => closing.close(),
  }
}

/** Rejects as soon as the signal aborts; what is being opened is closed by itself. */
function unlessAborted<Thing>(opening: Promise<Thing>, signal: AbortSignal | undefined): Promise<Thing> {
  return signal === undefined ? opening : within(signal, undefined, () => opening)
}
