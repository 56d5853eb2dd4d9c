import type { AnyDecider } from '@artoo/runtime'
import type { Tool } from '@artoo/spec'
import type { KnownPermissions } from '@artoo/tools'
import type { Outgoing } from './messages/contracts.js'
import { nobodyConfirmsOf } from './people/nobody-confirms.js'
import { assertTask } from './perceiver/assert-task.js'
import { defaultRoom } from './prompts/room.js'
import { keptSettings, type TieredSettings } from './role/model-settings.js'
import { askedIn, type MessageHistory } from './session/message-history.js'
import { inputOf } from './session/turns.js'
import { type RolesSettings, rolesFrom, settingsOf } from './settings.js'
import type { RolesOptions } from './system.js'

export interface NewTaskOptions extends Omit<RolesOptions, 'tools' | 'nobodyConfirms' | 'plansOnly' | 'asksUser'> {
  readonly tools: readonly (RolesOptions['tools'][number] & Pick<Tool, 'declaredEffect'>)[]
  /** The rules and the mode of the task. */
  readonly permissions: KnownPermissions
  /** Whether a person can be asked to allow a call. */
  readonly mayAsk: boolean
  /** Whether a person can be asked a question. @defaultValue false */
  readonly mayClarify?: boolean
  /** Settings of the task's models. @defaultValue those of the instance */
  readonly modelSettings?: TieredSettings | undefined
}

/** A task in words, or as the last message of a chat. */
export type TaskInput = string | MessageHistory

/** The first message, the deciders and the settings of a run. */
export interface NewTask {
  readonly begin: Extract<Outgoing<'host'>, { type: 'UserInput' }>
  readonly deciders: readonly AnyDecider[]
  /** Plain data, from which `recordedRoles` makes the deciders again. */
  readonly settings: RolesSettings
}

/** An instruction for the models of a task in mode `plan`. */
const planInstruction = `Nothing but reads is carried out in this task. Its result is a plan, which is also what every criterion speaks of: what would be
changed and where, by which edits and commands, in which order, and what could go wrong.`

/**
 * A task in the user's words, for `runtime.run`.
 *
 * @throws {ArtooError} `invalid_input` for a value that is not a text, is empty, or takes more than a quarter of the room.
 */
export function newTask(
  input: TaskInput,
  { permissions, mayAsk, mayClarify, modelSettings, ...given }: NewTaskOptions,
): NewTask {
  const { room = defaultRoom } = given
  const asked =
    typeof input === 'object' && input !== null && 'messages' in input ? askedIn(input) : { text: input, earlier: [] }
  assertTask(asked.text, room)
  const { mode = 'ask' } = permissions
  const plansOnly = mode === 'plan'
  const instructions = [given.instructions, plansOnly && planInstruction].filter(Boolean).join('\n\n')
  // In mode `plan` nothing is put before a person.
  const isAsked = plansOnly || (mayAsk && mode !== 'refuse')
  const because = mode === 'refuse' ? 'mode' : 'no_confirm'
  const nobodyConfirms = isAsked ? undefined : nobodyConfirmsOf(given.tools, permissions, because)
  const questions = mayClarify && { asksUser: true }
  const settings = {
    ...settingsOf({ ...given, instructions, nobodyConfirms, ...questions, ...(plansOnly && { plansOnly }) }),
    ...(modelSettings && { modelSettings: keptSettings(modelSettings) }),
  }
  return {
    begin: inputOf(asked, room),
    deciders: rolesFrom(settings, given.checks),
    settings,
  }
}
