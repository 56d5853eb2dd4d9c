import type { Checker } from '../checker.js'
import type { Objective } from '../state/state-file.js'

/** Those of the protected files that are not in a folder what they were when the job was agreed on. */
export async function changedAmong(
  checker: Pick<Checker, 'hashes'>,
  directory: string,
  files: Objective['protected_paths'],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (files.length === 0) return []
  const now = await checker.hashes(
    directory,
    files.map(({ path }) => path),
    signal,
  )
  return files.filter(({ path, sha256 }) => now[path] !== sha256).map(({ path }) => path)
}
