import { isPlainData, type Tool } from '@artoo/spec'

/**
 * Equal for calls that mean the same: by the input as the tool's schema reads it, in whatever order its fields come. Where the schema
 * makes something of it that is no data, the input itself counts.
 */
export function meaningOf(
  tool: string,
  { input, parsed }: { readonly input: unknown; readonly parsed: unknown },
): string {
  return JSON.stringify([tool, isPlainData(parsed) ? parsed : input], inOneOrder)
}

/** The meaning of an input that the tool has still to read. */
export async function meaningOfInput(
  tools: ReadonlyMap<string, Tool>,
  { tool, input }: { readonly tool: string; readonly input: unknown },
): Promise<string> {
  const parse = async () => tools.get(tool)?.parse(input)
  return meaningOf(tool, { input, parsed: await parse().catch(() => undefined) })
}

function inOneOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = value as Readonly<Record<string, unknown>>
  const keys = Object.keys(fields).sort()
  return Object.fromEntries(keys.map((key) => [key, fields[key]]))
}
