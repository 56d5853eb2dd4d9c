/// <reference types="node" />
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** A process, so marked that a later one can tell whether it is still there: numbers of processes are used again. */
export interface ProcessMark {
  readonly pid: number
  readonly host: string
  /** The boot id of the machine; where there is no such id, its name and the time of its start. */
  readonly boot: string
  /** The namespace that `pid` belongs to. Null when unknown. */
  readonly namespace: string | null
  /** The time of the start of the process, in ticks since the boot. Null when unknown. */
  readonly start: string | null
}

/** `unknown`: the process may be on another machine or in another container, or the system tells too little. */
export type Standing = 'alive' | 'dead' | 'unknown'

export function markOfThisProcess(): ProcessMark {
  return { pid: process.pid, host: hostname(), ...surroundings(), start: statOf(process.pid)?.start ?? null }
}

/** Whether a process runs, as far as the process table of this machine shows it. */
export function standingOf({ pid, boot, namespace, start }: ProcessMark): Standing {
  const here = surroundings()
  if (typeof namespace !== 'string' || boot !== here.boot || namespace !== here.namespace) return 'unknown'
  if (!hasProcess(pid)) return 'dead'
  const stat = statOf(pid)
  if (typeof start !== 'string' || stat === null) return 'unknown'
  return stat.start === start && stat.state !== 'Z' ? 'alive' : 'dead'
}

/** Whether parsed JSON is a mark. */
export function isProcessMark(value: unknown): value is ProcessMark {
  const { pid, host, boot } = Object(value) as Partial<ProcessMark>
  return Number.isSafeInteger(pid) && typeof host === 'string' && typeof boot === 'string'
}

function surroundings(): Pick<ProcessMark, 'boot' | 'namespace'> {
  if (process.platform === 'linux') {
    const boot = orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
    const namespace = orNull(() => readlinkSync('/proc/self/ns/pid'))
    return { boot: boot ?? '', namespace: boot && namespace }
  }
  // A time that falls into another ten seconds, since the clock was corrected, makes a process unknown.
  const bootedAt = Math.round((Date.now() / 1_000 - uptime()) / 10)
  return { boot: `${hostname()} ${bootedAt}`, namespace: '' }
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: a process of another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function statOf(pid: number): { readonly state: string; readonly start: string } | null {
  // A process in a new namespace may still see the /proc of the old one, where its numbers are those of others.
  if (orNull(() => readlinkSync('/proc/self')) !== `${process.pid}`) return null
  const text = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  // The name, in parentheses, may hold spaces and parentheses. State is field 3, the start field 22.
  const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const start = fields[18]
  return state && start ? { state, start } : null
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
