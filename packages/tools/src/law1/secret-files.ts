import { plainName } from './plain-name.js'

/** Hidden files and folders in which keys, credentials and histories lie, wherever they are. */
const hidden: ReadonlySet<string> = new Set([
  ...['.ssh', '.gnupg', '.aws', '.azure', '.gcloud', '.kube', '.docker', '.dockercfg', '.netrc', '.npmrc', '.pypirc'],
  ...['.pgpass', '.my.cnf', '.mylogin.cnf', '.git-credentials', '.env', '.envrc', '.vault-token', '.terraformrc'],
  ...['.boto', '.s3cfg', '.htpasswd', '.password-store', '.mozilla', '.yarnrc.yml', '.m2', '.gem', '.cargo'],
  ...['.bash_history', '.zsh_history', '.sh_history', '.python_history', '.psql_history', '.mysql_history'],
  ...['.node_repl_history', '.lesshst', '.history', '.fetchmailrc', '.msmtprc', '.muttrc', '.smbcredentials'],
])

const visible: ReadonlySet<string> = new Set([
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', 'id_ecdsa_sk', 'id_ed25519_sk', 'identity', '_netrc', 'kubeconfig'],
  ...['credentials.json', 'credentials.toml', 'credentials.xml', 'credentials.yml', 'secrets.json', 'secrets.toml'],
  ...['secrets.yml', 'secrets.yaml', 'service-account.json', 'wallet.dat', 'login.keychain-db'],
])

/** Common words, which are taken for files only as a part of a path. */
const inPath: ReadonlySet<string> = new Set(['credentials', 'environ', 'shadow', 'gshadow', 'sudoers'])

const extension = /[^/]\.(pem|key|p12|pfx|kdbx|jks|keystore|ppk)$/
const environmentFile = /^\.env\.(?!(example|sample|template|dist|defaults)$)/

/** Whether a part of a path is the name of something secret; in it `*` stands for anything. */
function isSecretName(part: string, inside: boolean): boolean {
  const name = plainName(part)
  if (hidden.has(name) || visible.has(name) || (inside && inPath.has(name))) return true
  if (extension.test(name) || environmentFile.test(name)) return true
  if (/[*?[]/.test(name) && mayStandFor(name, inside ? [...visible, ...inPath] : visible)) return true
  // A wildcard in the shell matches no leading dot, so what follows a dot is all that needs to be compared.
  const star = name.startsWith('.') ? name.search(/[*?[]/) : -1
  return star > 0 && [...hidden].some((secret) => secret.startsWith(name.slice(0, star)))
}

/** Letters that a wildcard must leave: `*.json` may stand for any file, and would ask about all of them. */
const leastLetters = 3

/** Whether a name with wildcards is meant for one of these names. */
function mayStandFor(name: string, secrets: Iterable<string>): boolean {
  const stem = name.replace(/\.[^.]*$/, '')
  if (stem.replace(/\[[^\]]*\]?|[*?]/g, '').length < leastLetters) return false
  const parts = name
    .replace(/\*+/g, '*')
    .split(/(\[[^\]]*\]?|[*?])/)
    .map((part) => {
      if (part === '*') return '.*'
      return /^[?[]/.test(part) ? '.' : part.replace(/[\\^$.|+(){}]/g, String.raw`\$&`)
    })
  const pattern = new RegExp(`^${parts.join('')}$`)
  return [...secrets].some((secret) => pattern.test(secret))
}

/** Hidden names under which a project keeps its settings, too. */
const settings: ReadonlySet<string> = new Set([
  ...['.npmrc', '.yarnrc.yml', '.envrc', '.cargo', '.m2', '.gem', '.docker', '.history', '.terraformrc'],
])

/** Whether a file or folder of this name holds keys or credentials for certain: no settings of a project go by it. */
export const isSecretPlace = (name: string): boolean => !settings.has(plainName(name)) && isSecretName(name, false)

/** Whether a file of this name holds the settings of a project, with or without credentials. */
export const mayHoldCredentials = (name: string): boolean => settings.has(plainName(name))

/** Whether the text of such a file has credentials in it. */
export const hasCredentials = (text: string): boolean =>
  /_auth(token)?\b|_password\b|npmAuth|:\/\/[^\s/:@]+:[^\s/@]+@|(secret|token|password|api_?key)\w*\s*[=:]\s*\S{8,}/i.test(
    text,
  )

/**
 * The part of a path, or of several between `=`, `:` and the like, that names keys or credentials; or null. A wildcard
 * after a leading dot counts as what it may stand for.
 */
export function secretName(path: string): string | null {
  for (const [index, part] of path.split(/[/\\=:,@\s]+/).entries()) {
    const attached = /^-[a-zA-Z](\..*)$/.exec(part)?.[1] ?? part
    if (isSecretName(attached, index > 0)) return attached
  }
  return null
}
