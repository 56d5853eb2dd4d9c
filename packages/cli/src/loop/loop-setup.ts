import { fallingBack } from '@artoo/llm'
import { oneLine } from '@artoo/sdk'
import { standardTools } from '@artoo/sdk/node'
import { projectInstructions } from '../agent/instructions.js'
import type { ChosenModels } from '../agent/models.js'
import { permissionsFrom } from '../agent/permissions.js'
import { findSandbox } from '../agent/sandbox.js'
import { systemSetup } from '../agent/system-setup.js'
import { askTrustOf } from '../asking/ask-trust.js'
import type { Call } from '../call/call.js'

/** Options of a loop, as flags and configuration make them. Its workers have the standard tools, each in a folder of its own. */
export async function loopSetup(call: Call) {
  const { root, config, models, mode, limits, notes } = await systemSetup({ ...call, askTrust: askTrustOf(call) })
  const { sandbox, notes: sandboxNotes } = await findSandbox(config.sandbox ?? true, root)
  const given = { rules: config.rules, mode, allow: call.flags.allow ?? [], kept: [] }
  const { permissions, notes: ruleNotes } = permissionsFrom(given, standardTools({ root }))
  const instructions = projectInstructions(root, call.env)
  const inTurn = (chain: ChosenModels['brain']) =>
    fallingBack(chain, ({ from, to }) => call.stderr.write(`${oneLine(from)} is down, so ${oneLine(to)} is asked.\n`))
  return {
    root,
    options: {
      model: { brain: inTurn(models.brain), tool: inTurn(models.tool) },
      ...{ permissions, sandbox, limits, prices: config.prices },
      instructions: [...config.instructions, ...instructions.texts].join('\n\n'),
    },
    notes: [...notes, ...instructions.notes, ...ruleNotes, ...sandboxNotes],
    close: async () => sandbox?.close(),
  }
}
