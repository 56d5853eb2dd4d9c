import type { Check } from '@artoo/spec'
import { type CheckOptions, checkKinds } from './check-kinds.js'
import { defineCheck } from './define-check.js'
import { verdictOf } from './finding.js'

/**
 * `file`, `json`, `regex`, `command`, `all`, `any` and `not`: criteria as data, decided by code. Files are confined to the
 * root and secrets left alone as by the file tools; a command passes the shell's Law 1 gate, and what would have to be
 * asked about is not run.
 *
 * @throws {ArtooError} `invalid_option` when `root` is no directory, or for a wrong or unknown option.
 */
export function standardChecks(options: CheckOptions): Check[] {
  return checkKinds('standardChecks', options).kinds.map(({ name, description, question }) =>
    defineCheck({
      name,
      description,
      arguments: question,
      run: async (ask, { output }, { signal }) => verdictOf(await ask({ output, signal })),
    }),
  )
}
