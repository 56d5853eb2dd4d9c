import type { Secret } from './options.js'

/**
 * The names of a principal's tasks: a task's id with a seal over it and the principal. So a name says whose task it is,
 * in any process and without a table, and no other principal can use it.
 */
export interface TaskNames {
  nameOf(taskId: string): Promise<string>
  /** The id of a task; null for a name of somebody else's task, or one that was made up. */
  idOf(name: string): Promise<string | null>
}

const utf8 = new TextEncoder()

export function taskNames(secret: Secret, principal: string): TaskNames {
  let key: Promise<CryptoKey> | undefined
  const bytes = typeof secret === 'string' ? utf8.encode(secret) : Uint8Array.from(secret)
  const imported = () => {
    key ??= crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    return key
  }
  const nameOf = async (taskId: string) => {
    // JSON keeps apart what a separator would join.
    const sealed = utf8.encode(`artoo.task:${JSON.stringify([principal, taskId])}`)
    const seal = new Uint8Array(await crypto.subtle.sign('HMAC', await imported(), sealed))
    return `${taskId}.${hex(seal.subarray(0, 16))}`
  }
  return {
    nameOf,
    async idOf(name) {
      const taskId = name.slice(0, Math.max(0, name.lastIndexOf('.')))
      return isEqual(await nameOf(taskId), name) ? taskId : null
    },
  }
}

/** The names of tasks where one person has the process and its journal: their ids. */
export const plainNames: TaskNames = { nameOf: async (taskId) => taskId, idOf: async (name) => name }

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Compares in a time that doesn't depend on where two texts differ. */
function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}
