import { ArtooError, assertOptions } from '@artoo/spec'
import { definitionName, kindOf } from './definition-name.js'
import { isEffectKind } from './effect.js'
import { isSchema } from './object-schema.js'
import { isOutputLimit, outputLimits } from './output-limit.js'

const names = [
  'name',
  'description',
  'input',
  'target',
  'effect',
  'maxOutputBytes',
  'root',
  'idempotent',
  'rules',
  'history',
  'execute',
]

/** The names that other libraries, and earlier versions of this one, use for the same options. */
const aliases = {
  needsApproval: 'effect',
  irreversible: 'effect',
  parameters: 'input',
  inputSchema: 'input',
  schema: 'input',
  run: 'execute',
  handler: 'execute',
  func: 'execute',
}

/**
 * Asserts that `defineTool` can make a tool of a definition; types don't hold at run time.
 *
 * @throws {ArtooError} `invalid_tool`, whose `field` is the option at fault.
 */
export function checkDefinition(definition: unknown): void {
  const options = assertOptions(definition, names, { of: 'defineTool', aliases, code: 'invalid_tool' })
  const name = definitionName('tool', 'a model', options)
  const { input, target, effect, execute } = options
  if (!isSchema(input)) {
    throw invalid('input', `tool ${name} needs an input that is a Standard Schema, such as z.object({ … })`)
  }
  if (target !== undefined && typeof target !== 'function') {
    throw invalid('target', `the target of tool ${name} must be a function of the input, not ${kindOf(target)}`)
  }
  if (effect !== undefined && typeof effect !== 'function' && !isEffectKind(effect)) {
    const kinds = "'read', 'outbound', 'repeatable', 'irreversible'"
    throw invalid('effect', `the effect of tool ${name} must be ${kinds} or a function of the input that gives one`)
  }
  if (typeof execute !== 'function') {
    throw invalid('execute', `tool ${name} needs a function execute that does the work, not ${kindOf(execute)}`)
  }
  checkDetails(name, options)
}

type Details = Readonly<Partial<Record<'maxOutputBytes' | 'root' | 'idempotent', unknown>>>

function checkDetails(name: string, { maxOutputBytes, root, idempotent }: Details): void {
  if (maxOutputBytes !== undefined && !isOutputLimit(maxOutputBytes)) {
    const { least, most } = outputLimits
    throw invalid('maxOutputBytes', `the maxOutputBytes of tool ${name} must be an integer from ${least} to ${most}`)
  }
  if (root !== undefined && (typeof root !== 'string' || root === '')) {
    throw invalid('root', `the root of tool ${name} must be the path of a folder, not ${kindOf(root)}`)
  }
  if (idempotent !== undefined && typeof idempotent !== 'boolean') {
    throw invalid('idempotent', `idempotent of tool ${name} must be true or false, not ${kindOf(idempotent)}`)
  }
}

const invalid = (field: string, message: string, cause?: unknown) =>
  new ArtooError('invalid_tool', message, { field, cause })
