import type { Argument } from './argument.js'

/**
 * Programs that do nothing but tell their version when that is all they are asked for. Left out are those that obey files
 * of the directory even then and may start what these name: yarn, pnpm, go, cargo, rustc, dotnet, mvn, gradle.
 */
const programs: ReadonlySet<string> = new Set([
  ...['node', 'deno', 'tsc', 'git', 'python', 'python3', 'pip', 'pip3', 'ruby', 'perl', 'php', 'java', 'javac', 'R'],
  ...['gcc', 'g++', 'cc', 'clang', 'make', 'cmake', 'ninja', 'bash', 'zsh', 'fish', 'busybox', 'curl', 'wget', 'ssh'],
  ...['docker', 'podman', 'psql', 'sqlite3', 'mysql', 'openssl', 'vim'],
  ...['nano', 'emacs', 'tmux', 'tar', 'gzip', 'xz', 'bzip2', 'zip', 'unzip', 'rsync', 'sed', 'awk', 'gawk', 'find'],
  ...['xargs', 'sort', 'uniq', 'diff', 'file', 'tree', 'rg', 'jq', 'date', 'env', 'npm', 'npx'],
])

const forms: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', ['-v']],
  ['npm', ['-v']],
  ['python', ['-V']],
  ['python3', ['-V']],
  ['perl', ['-v']],
  ['php', ['-v']],
  ['java', ['-version']],
  ['javac', ['-version']],
  ['ssh', ['-V']],
  ['openssl', ['version']],
  ['unzip', ['-v']],
])

/** True for a program that is only asked for its version. */
export function asksVersion(name: string, [option, ...more]: readonly Argument[]): boolean {
  if (!option?.fixed || more.length > 0 || !programs.has(name)) return false
  return option.prefix === '--version' || (forms.get(name)?.includes(option.prefix) ?? false)
}
