import { readFile } from 'node:fs/promises'
import { ArtooError, describeIssues, errorMessage } from '@artoo/spec'
import { unlessErrno } from '@artoo/spec/node'
import { type StateFile, stateFile, stateVersion } from '../../state/state-file.js'

/** @throws {ArtooError} `state_invalid`, `state_version` */
export async function readState(path: string): Promise<StateFile | null> {
  const found = await jsonIn(path)
  return found && validState(found.value, path)
}

/** At which the file stands; looks at nothing else in it. @throws {ArtooError} `state_invalid` */
export async function readRevision(path: string): Promise<unknown> {
  const found = await jsonIn(path)
  return found && (Object(found.value) as { revision?: unknown }).revision
}

async function jsonIn(path: string): Promise<{ readonly value: unknown } | null> {
  const text = await readFile(path, 'utf8').catch(unlessErrno(null, 'ENOENT'))
  return text === null ? null : { value: parsed(text, path) }
}

/** @throws {ArtooError} `state_invalid`, whose `field` is the first place at fault; `state_version`. */
export function validState(value: unknown, path: string): StateFile {
  const version = (Object(value) as { schema_version?: unknown }).schema_version
  if (version !== undefined && version !== stateVersion) {
    const message = `${path} is of version ${JSON.stringify(version)}, and this reads ${stateVersion}: use the version of artoo that wrote it`
    throw new ArtooError('state_version', message, { field: 'schema_version' })
  }
  const read = stateFile.safeParse(value)
  if (read.success) return read.data
  const { issues } = read.error
  throw invalid(path, describeIssues(issues), issues[0]?.path.map(String).join('.'))
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid(path, `it is not JSON: ${errorMessage(error)}`)
  }
}

function invalid(path: string, why: string, field = ''): ArtooError {
  const message = `${path} is no state of a loop: ${why}. Mend that place, or put back a copy of the file`
  return new ArtooError('state_invalid', message, { field })
}
