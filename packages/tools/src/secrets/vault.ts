import { ArtooError, type SecretSource, type SecretValue } from '@artoo/spec'
import { secretName } from '../law1/secret-files.js'
import type { RedactText } from '../truncate-redacted.js'
import { base64Forms } from './base64-forms.js'
import { withoutHalves } from './halves.js'
import { keysIn } from './keys-in.js'
import { formsOf, masked, maskOf } from './masked.js'
import { valuesIn } from './values-in.js'

/** The secret values of the places that tools reach, for all runs of an instance. */
export interface Vault {
  /** Looks for changes of files, and for values and keys in a text that a call has shown. */
  look(shown?: ShownText): void
  /** Replaces each value by `[secret <name> of <file>]`; undefined while there are none. The same function as long as nothing has changed. */
  mask(): RedactText | undefined
  /**
   * The secrets that an input carries as placeholders, and which of them a call writes back to where they are from.
   *
   * @throws {ArtooError} `secret_gone` for one that is no longer there, was `promised`, or would be written to a file that has none of that name.
   */
  carriedBy(input: unknown, call?: CarryingCall): readonly Carried[]
  /** The input with the values of these secrets. */
  filled(input: unknown, secrets: readonly Carried[]): unknown
}

interface ShownText {
  readonly text: string
  readonly tool: string
  readonly target: string | null
}

interface CarryingCall {
  /** The file that the call writes and the source that knows it. @defaultValue it does more, or something else */
  readonly writes?: { readonly file: string; readonly source: SecretSource } | undefined
  /** Secrets that a person was told of. @defaultValue none */
  readonly promised?: readonly string[] | undefined
}

export interface Carried {
  /** `API_KEY of .env` */
  readonly name: string
  readonly text: string
  /** True when the call writes it back to the file that holds it. */
  readonly isOwn: boolean
}

interface Held extends SecretValue {
  /** Null for a value that only a result has shown; `file` is then the name of a secret file elsewhere, or the tool. */
  readonly source: SecretSource | null
}

/** Values of files that are held, as many that results have shown, and as many of before. */
const mostHeld = 300

const placeholder = /\[secret ([^\][\n]{1,500} of [^\][\n]{1,500})\]/g

/** @returns undefined where no tool has secrets. */
export function createVault(sources: readonly SecretSource[]): Vault | undefined {
  return sources.length === 0 ? undefined : openVault([...new Set(sources)])
}

function openVault(sources: readonly SecretSource[]): Vault {
  const lists = new Map<SecretSource, readonly SecretValue[]>()
  /** Values that only a result has shown. */
  let shown: readonly Held[] = []
  let current: ReadonlyMap<string, Held> = new Map()
  /** Values that are in no file any more. They may be valid still. */
  let former: ReadonlyMap<string, string> = new Map()
  let mask: RedactText | undefined
  /** All values of `current` and `former`. */
  let known: ReadonlySet<string> = new Set()

  function read(): boolean {
    const changed = sources.filter((source) => {
      const before = lists.get(source)
      lists.set(source, source.values())
      return lists.get(source) !== before
    })
    return changed.length > 0
  }

  function refresh(): void {
    if (read()) rebuild()
  }

  function learn({ text, tool, target }: ShownText): void {
    const isNew = ({ value }: SecretValue) => !known.has(value)
    const isOfNoFile = ({ value }: SecretValue) => shown.some((one) => one.value === value)
    const file = target === null ? null : secretName(target)
    const ofFile = file === null ? [] : valuesIn(text.replace(/^ *\d+\t/gm, ''), file)
    const found = [...ofFile, ...keysIn(text, tool)].filter((value) => isNew(value) || isOfNoFile(value))
    if (found.length === 0) return
    lookInto(filesNamedBy(text, target, found))
    const more = found.filter(isNew).map((value) => ({ ...value, source: null }))
    if (more.length === 0) return
    shown = [...shown, ...more].slice(-mostHeld)
    rebuild()
  }

  function lookInto(files: readonly string[]): void {
    for (const source of sources) source.lookInto(files)
    refresh()
  }

  function rebuild(): void {
    const before = current
    const inFiles = sources.flatMap((source) => (lists.get(source) ?? []).map((value) => ({ ...value, source })))
    current = named([...inFiles.slice(0, mostHeld), ...shown])
    const values = new Set([...current.values()].map(({ value }) => value))
    const gone = [...before].map(([name, { value }]) => [value, name] as const)
    former = new Map([...former, ...gone].filter(([value]) => !values.has(value)).slice(-mostHeld))
    known = new Set([...values, ...former.keys()])
    const replacements = replacementsFor(current, former)
    const whole = maskOf(replacements)
    mask = whole && ((text) => withoutHalves(whole(text), replacements))
  }

  const isFormer = (name: string) => [...former.values()].includes(name)

  return {
    look(text) {
      refresh()
      if (text) learn(text)
    },
    mask: () => mask,
    carriedBy(input, { writes, promised = [] } = {}) {
      const isMissing = (name: string) =>
        promised.includes(name) || isFormer(name) || (writes !== undefined && name.endsWith(` of ${writes.file}`))
      const names = namesIn(input)
      // The process that came upon a key in a file may be an earlier one.
      const unknown = names.filter((name) => !current.has(name))
      if (unknown.length > 0) lookInto(unknown.map((name) => name.slice(name.lastIndexOf(' of ') + 4)))
      return names.flatMap((name) => {
        const held = current.get(name)
        if (held) return [carried(name, held, writes)]
        if (isMissing(name)) throw gone(name)
        return []
      })
    },
    filled(input, secrets) {
      const texts = new Map(secrets.map(({ name, text }) => [name, text]))
      return masked(input, (text) => text.replace(placeholder, (whole, name: string) => texts.get(name) ?? whole))
    },
  }

  function carried(name: string, held: Held, writes: CarryingCall['writes']): Carried {
    const isThere = ({ file, source, value }: Held) =>
      file === writes?.file && source === writes.source && value === held.value
    const own = isThere(held) ? held : [...current.values()].find(isThere)
    return { name, text: own ? (own.written ?? own.value) : held.value, isOwn: own !== undefined }
  }
}

function namesIn(input: unknown): readonly string[] {
  const names = new Set<string>()
  masked(input, (text) => {
    for (const [, name = ''] of text.matchAll(placeholder)) names.add(name)
    return text
  })
  return [...names]
}

/** Words that may name the files that a call has shown: those of its target, and the beginnings of the lines with keys. */
function filesNamedBy(text: string, target: string | null, keys: readonly SecretValue[]): readonly string[] {
  const inLines = keys.map(({ value }) => {
    const at = text.indexOf(value)
    const start = text.lastIndexOf('\n', at) + 1
    return /^(.+?)[:-]\d+[:-]/.exec(text.slice(start, Math.min(at, start + 300)))?.[1] ?? ''
  })
  return [...new Set([...(target === null ? [] : [target, ...target.split(/[\s"'`=:;|&<>()]+/)]), ...inLines])]
}

/** The values by their names; of two sources that have one name for different values the second gets a number. */
function named(values: readonly Held[]): ReadonlyMap<string, Held> {
  const byName = new Map<string, Held>()
  for (const held of values) {
    const place = ` of ${held.file.replace(/[\][\n\r]/g, '_')}`
    let name = held.name + place
    for (let times = 2; byName.has(name) && byName.get(name)?.value !== held.value; times++) {
      name = `${held.name} (${times})${place}`
    }
    if (!byName.has(name)) byName.set(name, held)
  }
  return byName
}

/** The forms of a value are those of JSON, of addresses and of base64. Only the first two are exchanged for the value again. */
function replacementsFor(current: ReadonlyMap<string, Held>, former: ReadonlyMap<string, string>) {
  const all = new Map<string, string>()
  const add = (text: string, replacement: string) => all.has(text) || all.set(text, replacement)
  for (const [name, { value, written = value }] of current)
    for (const text of [value, written]) add(text, `[secret ${name}]`)
  for (const [value, name] of former) add(value, `[former secret ${name}]`)
  for (const [name, { value }] of current) {
    for (const text of formsOf(value)) add(text, `[secret ${name}]`)
    for (const text of base64Forms(value)) add(text, `[secret ${name} in base64]`)
  }
  return all
}

const gone = (name: string) =>
  new ArtooError(
    'secret_gone',
    `there is no secret ${name} any more: read the file again, or write the text in other words`,
    { field: 'input' },
  )
