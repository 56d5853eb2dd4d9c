import { delimiter, isAbsolute, relative, sep } from 'node:path'

const passed = ['HOME', 'LANG', 'TMPDIR'] as const

/** The host's variables that a command gets: PATH, HOME, LANG and TMPDIR; no secrets, pagers or options. */
export function minimalEnvironment(host: NodeJS.ProcessEnv): Record<string, string> {
  const variables = [...passed, 'PATH'].map((name) => [name, host[name]] as const)
  return Object.fromEntries(variables.filter((entry): entry is readonly [string, string] => entry[1] !== undefined))
}

/**
 * The stricter environment of a command that runs unasked, so that nothing inside the root can stand in for a known
 * program: no PATH entry that is relative, inside the root or in a `node_modules`; git neither runs its hooks and
 * monitors, nor signature programs, nor trusts a bare repository it happens upon, nor refreshes its index; no locale
 * but UTF-8 or C, because in others (GBK, Shift JIS) a backslash can be half of a character.
 */
export function readOnlyEnvironment(host: NodeJS.ProcessEnv, root: string): Record<string, string> {
  const trusted = (host.PATH ?? '').split(delimiter).filter((entry) => isTrusted(entry, root))
  // An empty PATH makes the system look for programs in the current directory.
  const path = trusted.length > 0 ? trusted : systemPath
  const { LANG, ...variables } = minimalEnvironment(host)
  const locale = LANG !== undefined && /\.utf-?8$/i.test(LANG) ? LANG : 'C'
  return { ...variables, LANG: locale, PATH: path.join(delimiter), ...gitVariables() }
}

const systemPath: readonly string[] = ['/usr/local/bin', '/usr/bin', '/bin']

function isTrusted(entry: string, root: string): boolean {
  if (systemPath.includes(entry)) return true
  if (!isAbsolute(entry) || entry.split(sep).includes('node_modules')) return false
  const fromRoot = relative(root, entry)
  return fromRoot === '..' || fromRoot.startsWith(`..${sep}`)
}

const gitSettings = {
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'diff.autoRefreshIndex': 'false',
  'gpg.program': 'false',
  'gpg.openpgp.program': 'false',
  'gpg.ssh.program': 'false',
  'gpg.x509.program': 'false',
  'log.showSignature': 'false',
  'safe.bareRepository': 'explicit',
} as const

function gitVariables(): Record<string, string> {
  const settings = Object.entries(gitSettings)
  return {
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  }
}
