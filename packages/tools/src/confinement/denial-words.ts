import type { SandboxDenial } from '@artoo/spec'
import type { SetAside } from './set-aside.js'

/** Messages of programs about a file that the sandbox keeps, each with the path. */
const refusals: readonly (readonly [pattern: RegExp, kind: 'write' | 'read'])[] = [
  [/'([^'\n]+)': Read-only file system/g, 'write'],
  [/([^\s:'"`]+): Read-only file system/g, 'write'],
  [/EROFS: read-only file system, \w+ '([^'\n]+)'/g, 'write'],
  [/Read-only file system: '([^'\n]+)'/g, 'write'],
  [/(?:EACCES|EPERM): [^,\n]+, (?:open|scandir|access) '([^'\n]+)'/g, 'read'],
  [/([^\s:'"`]+): Permission denied/g, 'read'],
]

/** Messages of programs about a host that they did not reach. */
const unreached = [/[Cc]ould not resolve host:? ([\w.-]+)/g, /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)/g] as const

const mostShown = 5

/** The refusals of a sandbox as a line for the model, with the way to ask; null when there were none. */
export function denialWords(denials: readonly SandboxDenial[], output: string): string | null {
  const found = [...denials, ...denialsIn(output)]
  const hosts = distinct(found.flatMap((one) => (one.kind === 'network' ? [one.host] : [])))
  const written = distinct(found.flatMap((one) => (one.kind === 'write' ? [one.path] : [])))
  const read = distinct(found.flatMap((one) => (one.kind === 'read' ? [one.path] : [])))
  if (hosts.length + written.length + read.length === 0) return null
  const said = [
    hosts.length > 0 && `the network to ${hosts.join(', ')}`,
    written.length > 0 && `writing ${written.join(', ')}`,
    read.length > 0 && `reading ${read.join(', ')}`,
  ].filter((one) => one !== false)
  const fields = [
    hosts.length > 0 && `network: ${JSON.stringify(hosts)}`,
    written.length > 0 && `write: ${JSON.stringify(written)}`,
    read.length > 0 && `read: ${JSON.stringify(read)}`,
  ].filter((one) => one !== false)
  return `[sandbox] refused: ${said.join('; ')}. If the task needs it, call shell with the same command and ${fields.join(', ')}: the user is asked for just that.`
}

function denialsIn(output: string): readonly SandboxDenial[] {
  const files = refusals.flatMap(([pattern, kind]) =>
    [...output.matchAll(pattern)].map(([, path = '']) => ({ kind, path })),
  )
  const hosts = unreached.flatMap((pattern) =>
    [...output.matchAll(pattern)].map(([, host = '']) => ({ kind: 'network' as const, host, port: null })),
  )
  return [...files.filter(({ path }) => /^[\w/.:@%+,=~-]+$/.test(path)), ...hosts]
}

const distinct = (values: readonly string[]) => [...new Set(values)].slice(0, mostShown)

/** The files that were put aside as a line for the model; null when there are none. */
export function setAsideWords(files: readonly SetAside[]): string | null {
  if (files.length === 0) return null
  const said = files.slice(0, mostShown).map(({ path, by, now }) => `${path} (obeyed by ${by}) is ${now} now`)
  const more = files.length > mostShown ? ` and ${files.length - mostShown} more` : ''
  return `[sandbox] put aside, because a program would obey it unasked: ${said.join('; ')}${more}. To keep one, write it with write_file: the user is asked.`
}
