import { ArtooError, errorMessage, isRecord } from '@artoo/spec'
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server'
import type { Secret } from './options.js'

/** The state that a client sends back with its answers. */
export interface AskedState {
  readonly taskId: string
  /** The requests that it was asked about, each with the time of its question: a later question of the same id is another. */
  readonly asked: readonly (readonly [id: string, askedAt: number])[]
  /** Ids of requests that were left open in an earlier round. */
  readonly left: readonly string[]
}

/** Seals states for one principal. */
export interface SealedStates {
  seal(state: AskedState): Promise<string>
  /** Null for a state that has expired. @throws {ArtooError} `forged_state`, also for another principal's. */
  open(sealed: string): Promise<AskedState | null>
}

interface SealOptions {
  readonly secret: Secret
  readonly principal: string
  readonly seconds: number
}

export function sealedStates({ secret, principal, seconds }: SealOptions): SealedStates {
  const codec: RequestStateCodec<AskedState> = createRequestStateCodec<AskedState>({
    ...{ key: secret, ttlSeconds: seconds },
    bind: () => principal,
  })
  // The principal is the server's own knowledge: nothing of the request's context is needed.
  const context = {} as never
  return {
    seal: (state) => codec.mint(state, context),
    async open(sealed) {
      try {
        const state = await codec.verify(sealed, context)
        if (isRecord(state) && Array.isArray(state.asked) && Array.isArray(state.left)) return state
      } catch (error) {
        // The seal was looked at first.
        if (errorMessage(error) === 'expired') return null
      }
      throw new ArtooError('forged_state', 'the requestState was not made by this server for this user')
    },
  }
}

export function expiredState(): ArtooError {
  const remedy = 'call resume_task with its taskId, which the first progress message named, and it asks again'
  return new ArtooError('expired_state', `the answers came too late, and the task still waits: ${remedy}`)
}
