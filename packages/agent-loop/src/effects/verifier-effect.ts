import type { PayloadOf, Port } from '@artoo/bus'
import { type Effect, effect } from '@artoo/runtime'
import type { Checker, CheckFinding } from '../checker.js'
import type { LoopContracts } from '../messages/contracts.js'
import type { Workspaces } from '../workspaces.js'
import { changedAmong } from './changed-among.js'
import type { Ledger } from './ledger.js'

export interface VerifierEffectOptions {
  readonly workspaces: Workspaces
  readonly checker: Checker
  readonly ledger: Ledger
}

type Request = PayloadOf<LoopContracts, 'Verify'>

/** Decides the base case, in a copy of what stands that nobody works in. It is told the check and nothing of the work. */
export function verifierEffect({ workspaces, checker, ledger }: VerifierEffectOptions): Effect {
  return effect({
    actor: 'verifier',
    unanswered: 'reissue',
    bind(port: Port<LoopContracts, 'verifier'>, { signal, mayBegin }) {
      async function verdict({ ticket, check, allowedCommands, protectedPaths }: Request) {
        const id = `verify-${ticket}`
        try {
          const { directory } = await workspaces.open(id, 'reading', signal)
          const changed = await changedAmong(checker, directory, protectedPaths, signal)
          if (changed.length > 0) return tampered(changed)
          const parts = check.check === 'all' ? check.of : [check]
          const findings: CheckFinding[] = []
          for (const part of parts) findings.push(await checker.run(part, { directory, allowedCommands, signal }))
          return together(findings)
        } finally {
          await workspaces.discard(id)
        }
      }

      port.receive(async ({ id, payload }) => {
        if (!(await mayBegin())) return
        await ledger.written()
        try {
          const found = await verdict(payload)
          if (signal.aborted) return
          port.publish(
            { type: 'Verdict', to: 'coordinator', payload: { ticket: payload.ticket, ...found } },
            { causationId: id },
          )
        } catch (error) {
          if (!signal.aborted) throw error
        }
      })
    },
  })
}

type Found = Omit<PayloadOf<LoopContracts, 'Verdict'>, 'ticket'>

function tampered(changed: readonly string[]): Found {
  const failures = changed.map((path) => `${path} was changed, which decides whether the job is done`)
  return { passed: false, evidence: failures.join('; '), failures, tampered: true }
}

function together(findings: readonly CheckFinding[]): Found {
  const failures = findings.filter(({ pass }) => pass === false).map(({ evidence }) => evidence)
  const open = findings.filter(({ pass }) => pass === null).map(({ evidence }) => evidence)
  const evidence = [failures, open, findings.map((finding) => finding.evidence)].find((list) => list.length > 0) ?? []
  const passed = failures.length > 0 ? false : open.length > 0 ? null : true
  return { passed, evidence: evidence.join('; '), failures, tampered: false }
}
