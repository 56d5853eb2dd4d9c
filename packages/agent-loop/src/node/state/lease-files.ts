import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { draftOf } from '@artoo/spec/node'
import * as z from 'zod'
import { isErrno, unlessErrno } from '../errno.js'
import type { Owner } from './owner.js'

/** A lease has a number one above that of the one before it; the highest counts. */
export interface NumberedLease {
  readonly number: number
  /** Null when it was given back. */
  readonly owner: Owner | null
}

const content = z.strictObject({
  owner: z.strictObject({ run_id: z.string(), pid: z.number(), host: z.string(), lease_until: z.string() }).nullable(),
})

export const leaseFile = (path: string, number: number) => `${path}.lease.${number}`
const textOf = (owner: Owner | null) => `${JSON.stringify({ owner })}\n`

async function numbers(path: string): Promise<number[]> {
  const prefix = `${basename(path)}.lease.`
  const names = await readdir(dirname(path)).catch(unlessErrno<string[]>([], 'ENOENT'))
  return names
    .filter((name) => name.startsWith(prefix) && /^\d{1,15}$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
}

/** 0 when there is none. */
export async function highestLease(path: string): Promise<number> {
  return Math.max(0, ...(await numbers(path)))
}

export async function currentLease(path: string): Promise<NumberedLease> {
  const number = await highestLease(path)
  const text = await readFile(leaseFile(path, number), 'utf8').catch(unlessErrno('', 'ENOENT'))
  return { number, owner: ownerIn(text) }
}

/**
 * The owner in a lease; null when it can't be read. Leases appear whole, so that no live process waits for an
 * unreadable one.
 */
function ownerIn(text: string): Owner | null {
  try {
    return content.parse(JSON.parse(text)).owner
  } catch {
    return null
  }
}

/** Makes the lease of this number, if nobody has made it before. One of several who try at once succeeds. */
export async function createLease(path: string, number: number, owner: Owner): Promise<boolean> {
  const draft = draftOf(leaseFile(path, number))
  await writeFile(draft, textOf(owner), { flag: 'wx' })
  try {
    await link(draft, leaseFile(path, number))
  } catch (error) {
    // The process that has just won removes drafts.
    if (isErrno(error, 'EEXIST', 'ENOENT')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  // A slow process may have made a number that was passed and removed meanwhile.
  if ((await highestLease(path)) === number) return true
  await rm(leaseFile(path, number), { force: true })
  return false
}

export async function rewriteLease(path: string, number: number, owner: Owner | null): Promise<void> {
  const draft = draftOf(leaseFile(path, number))
  await writeFile(draft, textOf(owner), { flag: 'wx' })
  await rename(draft, leaseFile(path, number))
}

export async function removeLeasesBelow(path: string, number: number): Promise<void> {
  for (const one of await numbers(path)) {
    if (one < number) await rm(leaseFile(path, one), { force: true })
  }
}
