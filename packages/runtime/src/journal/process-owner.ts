import { markOfThisProcess, type ProcessMark, standingOf } from '@artoo/spec/node'
import type { Journal } from './journal.js'

/** Names of owners by which a later process can tell whether the owner still runs. */
export function processOwner(): Required<Pick<Journal, 'ownerOf' | 'isGone'>> {
  return {
    ownerOf(id) {
      const { pid, host, boot, namespace, start } = markOfThisProcess()
      return `${id} in process ${pid} on ${host} (${JSON.stringify([boot, namespace, start])})`
    },
    isGone(owner) {
      const mark = markIn(owner)
      return mark !== null && standingOf(mark) === 'dead'
    },
  }
}

function markIn(owner: string): ProcessMark | null {
  const {
    pid,
    host = '',
    rest = '',
  } = /^\S+ in process (?<pid>\d+) on (?<host>.*) \((?<rest>\[.*\])\)$/.exec(owner)?.groups ?? {}
  try {
    const [boot, namespace, start] = JSON.parse(rest) as [string, string | null, string | null]
    return { pid: Number(pid), host, boot, namespace, start }
  } catch {
    return null
  }
}
