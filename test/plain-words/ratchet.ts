export interface Place {
  readonly file: string
  readonly line: number
  readonly text: string
}

interface Verdict {
  /** A package has more than it may. */
  readonly more: readonly string[]
  /** A package has fewer, so that its number can be lowered. */
  readonly fewer: readonly string[]
  /** The numbers that are allowed from now on: never higher than before. */
  readonly next: Readonly<Record<string, number>>
}

/** Compares the odd openings of each package with the allowed number. A package that is not named may have none. */
export function compare(
  counted: Readonly<Record<string, readonly Place[]>>,
  allowed: Readonly<Record<string, number>>,
): Verdict {
  const packages = Object.entries(counted).map(([name, places]) => ({ name, places, most: allowed[name] ?? 0 }))
  const count = ({ name, places, most }: (typeof packages)[number]) =>
    `${name}: ${places.length} comments open with a clause without a subject; ${most} are allowed.`
  return {
    more: packages
      .filter(({ places, most }) => places.length > most)
      .map((found) => {
        const list = found.places.map(({ file, line, text }) => `  ${file}:${line}: ${text.slice(0, 70)}`)
        return [`${count(found)} Begin with a noun phrase or a verb.`, ...list].join('\n')
      }),
    fewer: packages
      .filter(({ places, most }) => places.length < most)
      .map((found) => `${count(found)} Lower the number: npm run plain-words -- --write`),
    next: Object.fromEntries(packages.map(({ name, places, most }) => [name, Math.min(most, places.length)])),
  }
}
