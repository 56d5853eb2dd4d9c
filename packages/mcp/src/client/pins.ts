import type { Tool as Definition } from '@modelcontextprotocol/client'
import { digest } from './digest.js'

/** Hashes of the parts of a tool's definition, as its server gave them. */
export interface McpPin {
  readonly description: string
  readonly input: string
  readonly output: string
  readonly annotations: string
}

export type McpPinned = Readonly<Record<string, McpPin>>

/** The place where the hashes of definitions are kept, by the names of tools. */
export interface McpPins {
  /** Null when nothing has been kept yet. */
  read(): McpPinned | null | Promise<McpPinned | null>
  write(pins: McpPinned): void | Promise<void>
}

/** The definitions that were seen first, and what has become of them. */
export interface Definitions {
  /** Pins definitions that are seen for the first time, and compares the others. */
  note(definitions: ReadonlyMap<string, Definition>): Promise<void>
  /** The parts of a definition that differ from what was pinned, in words; null when it is as it was. */
  changeOf(tool: string): string | null
  /** Notes that a person is asked about a call of the tool as it is defined now. */
  asked(tool: string): void
  /** Whether a call that was allowed was allowed for the definition as it is now. */
  isAsAllowed(tool: string): boolean
  /** Pins the definitions as they are now. */
  accept(tools: readonly string[]): Promise<void>
  changed(): readonly string[]
}

const parts = ['description', 'input', 'output', 'annotations'] as const

export async function definitionsOf(pins: McpPins | undefined): Promise<Definitions> {
  const pinned = new Map<string, McpPin>(Object.entries((await pins?.read()) ?? {}))
  const now = new Map<string, McpPin>()
  const asked = new Map<string, string>()
  let written: Promise<void> = Promise.resolve()
  /** Writes all that is pinned, after the writes before it: a shorter list that ends later would take the place of a longer one. */
  const write = () => {
    const next = () => pins?.write(Object.fromEntries([...pinned].sort(([a], [b]) => (a < b ? -1 : 1))))
    written = written.catch(() => {}).then(next)
    return written
  }

  const changeOf = (tool: string) => {
    const [was, is] = [pinned.get(tool), now.get(tool)]
    if (!was || !is) return null
    return parts.filter((part) => was[part] !== is[part]).join(', ') || null
  }
  return {
    async note(definitions) {
      let isNew = false
      for (const [tool, definition] of definitions) {
        const pin = pinOf(definition)
        now.set(tool, pin)
        if (pinned.has(tool)) continue
        pinned.set(tool, pin)
        isNew = true
      }
      if (isNew) await write()
    },
    changeOf,
    asked: (tool) => void asked.set(tool, textOf(now.get(tool))),
    isAsAllowed: (tool) => changeOf(tool) === null || asked.get(tool) === textOf(now.get(tool)),
    async accept(tools) {
      for (const tool of tools) {
        const pin = now.get(tool)
        if (pin) pinned.set(tool, pin)
      }
      await write()
    },
    changed: () => [...now.keys()].filter((tool) => changeOf(tool) !== null).sort(),
  }
}

const textOf = (pin: McpPin | undefined) => JSON.stringify(pin)

function pinOf({ title, description, inputSchema, outputSchema, annotations }: Definition): McpPin {
  return {
    description: digest([title, description]),
    input: digest(inputSchema),
    output: digest(outputSchema),
    annotations: digest(annotations),
  }
}
