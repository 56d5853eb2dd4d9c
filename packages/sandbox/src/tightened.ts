import { existsSync } from 'node:fs'
import { ArtooError } from '@artoo/spec'

/** Settings of the kernel. The user root could write them in a namespace too, `core_pattern` included, which names a program that runs outside. */
const settings = ['/proc/sys', '/proc/sysrq-trigger', '/proc/fs', '/proc/acpi', '/proc/scsi', '/proc/asound']

/** A folder that the library opens to every program. */
const shared = '/tmp/claude'

/** The last options of bubblewrap. No text of a caller comes after them. */
const last = ' --proc /proc -- '

/**
 * A line of bubblewrap with parts that the library leaves out: settings of the kernel are read-only, and shared memory, the name of the host
 * and the folder of other sandboxes are out of reach.
 *
 * @throws {ArtooError} `sandbox_unavailable` for a line of another form.
 */
export function tightened(line: string): string {
  const end = line.lastIndexOf(last)
  if (end === -1)
    throw new ArtooError('sandbox_unavailable', 'a program was not started: the library made no line of bwrap')
  const mounts = settings.filter((path) => existsSync(path)).map((path) => `--ro-bind ${path} ${path}`)
  const hidden = existsSync(shared) ? [`--tmpfs ${shared}`] : []
  const added = ['--unshare-ipc', '--unshare-uts', ...mounts, ...hidden].join(' ')
  return `${line.slice(0, end)} --proc /proc ${added} -- ${line.slice(end + last.length)}`
}
