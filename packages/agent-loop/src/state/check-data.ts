import * as z from 'zod'

/**
 * A check as data. `file`, `json`, `regex`, `command`, `all`, `any` and `not` are those of `@artoo/tools`, with their arguments
 * beside; `assertion` is a sentence that a person has to confirm, and no code ever takes it for true.
 */
export type CheckData =
  | { readonly check: 'file' | 'json' | 'regex'; readonly [argument: string]: unknown }
  | { readonly check: 'command'; readonly argv: readonly string[]; readonly [argument: string]: unknown }
  | { readonly check: 'all' | 'any'; readonly of: readonly CheckData[] }
  | { readonly check: 'not'; readonly of: CheckData }
  | { readonly check: 'assertion'; readonly text: string }

const words = z.string().min(1)

export const checkData: z.ZodType<CheckData, CheckData> = z.lazy(() =>
  z.discriminatedUnion('check', [
    z.looseObject({ check: z.enum(['file', 'json', 'regex']) }),
    z.looseObject({ check: z.literal('command'), argv: z.array(words).min(1) }),
    z.strictObject({ check: z.enum(['all', 'any']), of: z.array(checkData).min(1) }),
    z.strictObject({ check: z.literal('not'), of: checkData }),
    z.strictObject({ check: z.literal('assertion'), text: words }),
  ]),
)

/** The commands in it, each as its argv. */
export function commandsIn(check: CheckData): readonly (readonly string[])[] {
  switch (check.check) {
    case 'command':
      return [check.argv]
    case 'all':
    case 'any':
      return check.of.flatMap(commandsIn)
    case 'not':
      return commandsIn(check.of)
    case 'file':
    case 'json':
    case 'regex':
    case 'assertion':
      return []
    default:
      return check satisfies never
  }
}
