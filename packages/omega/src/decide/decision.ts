import type { EndCode, EndStatus, RecoveryKind, Trigger } from '../protocol/log-event.js'

export type PhiDecision =
  | {
      readonly action: 'end'
      readonly status: EndStatus
      readonly code: EndCode
      /** An answer that came with the last of the resources. */
      readonly atLimit: boolean
      readonly why: string
    }
  | { readonly action: 'recover'; readonly kind: RecoveryKind; readonly why: string }
  | { readonly action: 'deploy_more'; readonly trigger: Trigger; readonly why: string }
  | { readonly action: 'continue'; readonly trigger: Trigger; readonly why: string }
