export type { CheckOptions } from './checks/check-kinds.js'
export type { DeclarativeCheck } from './checks/declarative-check.js'
export type { DeclarativeVerdict } from './checks/finding.js'
export {
  type DeclarativeCheckOptions,
  reviewDeclarativeCheck,
  runDeclarativeCheck,
} from './checks/run-declarative-check.js'
export { standardChecks } from './checks/standard-checks.js'
export { fileTools } from './file-tools.js'
export { type GlobPattern, globPattern } from './files/glob-pattern.js'
export { assertGit } from './git/git-version.js'
export { ownRepository } from './git/own-repository.js'
export { type GitCall, type GitOutput, gitIdentity, gitRunner, type RunGit } from './git/run-git.js'
export { type Definition, definingFiles } from './law1/defining-files.js'
export { obeyedBy } from './law1/obeyed-files.js'
export { plainArgv, runsAs } from './law1/plain-argv.js'
export { changedFiles, type PinOptions, pinCommand, pinFiles } from './pins/file-pins.js'
export { pathMatcher } from './pins/path-matcher.js'
export { whyLandingAsks } from './pins/why-landing-asks.js'
export { type ShellOptions, shellTool } from './shell/shell-tool.js'
export type { FileDifference } from './snapshots/differences.js'
export { type Moved, type Snapshots, type SnapshotsOptions, snapshots, type TakenBack } from './snapshots/snapshots.js'
export { standardTools } from './standard-tools.js'
