import { askedFiles, type Places } from './configurations.js'
import { type AskTrust, type TrustAnswer, trustIn } from './trust.js'
import { workingFolder } from './working-folder.js'

export interface TrustedFile {
  readonly path: string
  /** `unasked` does not occur. */
  readonly answer: TrustAnswer
  /** Whether the yes holds the next time: not for a file whose imports can't all be told. */
  readonly isKept: boolean
}

/** Puts the question of each file of the project that needs one. No code of it is run. Empty where there is no such file. */
export async function trustConfig({
  cwd,
  dir,
  env,
  askTrust,
}: Pick<Places, 'env'> & {
  readonly cwd: string
  readonly dir?: string | undefined
  readonly askTrust: AskTrust
}): Promise<readonly TrustedFile[]> {
  const root = workingFolder(cwd, dir)
  const trusted: TrustedFile[] = []
  for (const { path } of askedFiles({ env, root })) {
    const { answer, reached } = await trustIn(path, { root, askTrust })
    trusted.push({ path, answer, isKept: ['kept', 'agreed'].includes(answer) && reached.unclear.length === 0 })
  }
  return trusted
}
