import type { Memory, NewMegram } from '@artoo/mkct'
import {
  checkEffect,
  type Effect,
  type FairSlots,
  humanEffect,
  type ModelCallHooks,
  modelEffect,
  type OnAlways,
  type Permissions,
  type Redact,
  redacted,
  type ToolCallHooks,
  timerEffect,
  toolEffect,
} from '@artoo/runtime'
import type { Check, Tool } from '@artoo/spec'
import { ownTools } from './executor/own-tools.js'
import { memoryEffect } from './memory/shared-memory.js'
import type { ModelRoleId } from './messages/contracts.js'
import { outputs } from './messages/outputs.js'
import { recordToolLoads, recordTools } from './records/record-tools.js'
import { assertNotReserved } from './reserved-names.js'
import type { SettingsOfTasks } from './role/model-settings.js'
import type { Backups, Models } from './role/models.js'
import { type Tiers, tierFor } from './role/tiers.js'
import type { Shapes } from './typed-output/shapes.js'

export interface RoleEffectsOptions {
  readonly models: Models
  /** Models that are asked while those before them are down. @defaultValue none */
  readonly backups?: Backups | undefined
  readonly tiers: Tiers
  readonly tools: readonly Tool[]
  readonly checks: readonly Check[]
  readonly memory: Memory
  /** The schemas of tasks whose output is data. @defaultValue there are none */
  readonly shapes?: Pick<Shapes, 'schemaOf'> | undefined
  /** @defaultValue models are asked with their provider's own settings */
  readonly settings?: Pick<SettingsOfTasks, 'of'> | undefined
  /** Applied to every text that goes into the memory. @defaultValue every text is kept */
  readonly redact?: Redact | undefined
  /** Rules and mode for tool calls. @defaultValue no rules, mode `ask` */
  readonly permissions?: Permissions | undefined
  /** @defaultValue `always` is not offered to people */
  readonly onAlways?: OnAlways | undefined
  /** Called around each call to a model. @defaultValue nothing is called */
  readonly onModelCall?: ModelCallHooks | undefined
  /** Called around each tool call, looks of judges included. @defaultValue nothing is called */
  readonly onToolCall?: ToolCallHooks | undefined
  /** The places of model calls, and of tool calls. */
  readonly slots: { readonly models: FairSlots; readonly tools: FairSlots }
}

/**
 * The effects that answer the roles: models, tools, checks, people, timers and R5.
 *
 * @throws {ArtooError} `duplicate_name` for two tools or two checks of one name, `reserved_name` for a tool named like
 * one of artoo's own.
 */
export function roleEffects(options: RoleEffectsOptions): readonly Effect[] {
  const {
    models,
    backups,
    tiers,
    tools,
    checks,
    memory,
    shapes,
    settings,
    redact,
    slots,
    permissions,
    onAlways,
    onModelCall,
    onToolCall,
  } = options
  assertNotReserved(tools)
  return [
    modelEffect({
      outputs,
      schemaOf: shapes?.schemaOf,
      settingsOf:
        settings && ((role, output, taskId) => settings.of(tierFor(tiers, role as ModelRoleId, output), taskId)),
      modelOf(role, output) {
        const tier = tierFor(tiers, role as ModelRoleId, output)
        return [models[tier], ...(backups?.[tier] ?? [])]
      },
      tools: [...tools, ...recordTools, ...ownTools],
      loads: recordToolLoads,
      slots: slots.models,
      bills: 'R7',
      hooks: onModelCall,
    }),
    toolEffect({ tools, slots: slots.tools, permissions, onAlways, hooks: onToolCall }),
    checkEffect({ checks }),
    humanEffect(),
    timerEffect(),
    memoryEffect({ memory, redact: redact && ((megram: NewMegram) => redacted(megram, redact)) }),
  ]
}
