import type { SandboxDenial } from '@artoo/spec'

const network = /^deny network-outbound (.+):(\d+) \(/
const file = /^deny file-(write|read)\S* (\/.*?)(?: \(.*)?$/

/** Reads the lines of the library about what it refused. */
export function denialsIn(lines: readonly string[]): readonly SandboxDenial[] {
  return lines.flatMap((line): readonly SandboxDenial[] => {
    const [, host, port] = network.exec(line) ?? []
    if (host !== undefined) return [{ kind: 'network', host, port: Number(port) }]
    const [, kind, path] = file.exec(line) ?? []
    return path === undefined ? [] : [{ kind: kind === 'write' ? 'write' : 'read', path }]
  })
}
