import type { Decider, Step as StepOf } from '@artoo/runtime'
import type { ArtooContracts, RoleId } from '../messages/contracts.js'

/** The next state, and the messages to send because of it. */
export type Step<Actor extends string, State> = StepOf<ArtooContracts, Actor, State>

/** A role is a decider over artoo's messages. */
export type Role<Actor extends RoleId, State> = Decider<ArtooContracts, Actor, State>
