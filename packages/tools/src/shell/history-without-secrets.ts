import type { SecretSource } from '@artoo/spec'
import type { WritableHistory } from '../history/file-history.js'
import { createVault } from '../secrets/vault.js'

/** A history that notes commands with placeholders for the secrets in them. */
export function historyWithoutSecrets(history: WritableHistory, source: SecretSource): WritableHistory {
  const vault = createVault([source])
  function masked<Call extends { readonly command: string }>(call: Call): Call {
    vault?.look({ text: call.command, tool: 'shell', target: null })
    return { ...call, command: vault?.mask()?.(call.command) ?? call.command }
  }
  return {
    ...history,
    run: (call, carryOut) => history.run(masked(call), carryOut),
    runKept: (call, carryOut) => history.runKept(masked(call), carryOut),
  }
}
