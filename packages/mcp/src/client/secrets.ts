/** The shortest value that is taken for a secret: a shorter one would remove words. */
const shortest = 6

/** Values that stand in the address and headers of a server and may be secrets. */
export function secretsOf(url: URL | undefined, fields: Readonly<Record<string, string>> = {}): readonly string[] {
  const inUrl = url
    ? [
        url.href,
        url.search,
        url.username,
        url.password,
        ...url.searchParams.values(),
        ...url.search.split(/[?&=]/),
        ...longParts(url.pathname),
      ]
    : []
  // A header may name a scheme before the secret.
  const inFields = Object.values(fields).flatMap((value) => [
    value,
    value.replace(/^\S+\s+/, ''),
    ...value.split(/\s+/),
  ])
  const known = [...inUrl, ...inFields].flatMap((value) => [value, decoded(value), encodeURIComponent(value)])
  return [...new Set(known)].filter(({ length }) => length >= shortest).sort((a, b) => b.length - a.length)
}

/** Parts of a path that no word is as long as. */
const longParts = (path: string) => path.split('/').filter(({ length }) => length >= 20)

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** A text in which every secret is `…`. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
