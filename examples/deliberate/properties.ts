import { slug } from './function-under-test.js'

/** Titles that show that a property doesn't hold, and what they show. */
interface Counterexample {
  readonly titles: readonly string[]
  readonly shows: string
}

export interface Property {
  readonly statement: string
  /** What somebody says who reads the code of `slug` and tries nothing. */
  readonly reading: string
  /** The first counterexample among these titles; null when there is none. */
  refutedBy(titles: readonly string[]): Counterexample | null
}

/** What might be said of `slug`. Two of the five are false, and nobody on the panel is told which. */
export const properties = {
  alphabet: {
    statement: 'A slug has only a to z, 0 to 9 and "-"',
    reading: 'one step replaces everything else',
    refutedBy: ofEach((title) => /^[a-z0-9-]*$/.test(slug(title))),
  },
  repeatable: {
    statement: 'The slug of a slug is that slug',
    reading: 'no step changes what all of them have been through',
    refutedBy: ofEach((title) => slug(slug(title)) === slug(title)),
  },
  ends: {
    statement: 'No slug begins or ends with "-"',
    reading: 'the last step cuts them off',
    refutedBy: ofEach((title) => !/^-|-$/.test(slug(title))),
  },
  length: {
    statement: 'A slug is never longer than its title',
    reading: 'each step replaces or removes',
    refutedBy: ofEach((title) => slug(title).length <= title.length),
  },
  distinct: {
    statement: 'Different titles have different slugs',
    reading: 'every step keeps the letters, in their order',
    refutedBy: sameSlug,
  },
} as const satisfies Record<string, Property>

export type PropertyName = keyof typeof properties
export const propertyNames = Object.keys(properties) as [PropertyName, ...PropertyName[]]

export const propertyOf = (statement: string): PropertyName | undefined =>
  propertyNames.find((name) => properties[name].statement === statement)

function ofEach(holds: (title: string) => boolean): Property['refutedBy'] {
  return (titles) => {
    const title = titles.find((one) => !holds(one))
    return title === undefined ? null : { titles: [title], shows: told(title) }
  }
}

function sameSlug(titles: readonly string[]): Counterexample | null {
  const first = new Map<string, string>()
  for (const title of titles) {
    const other = first.get(slug(title))
    if (other !== undefined && other !== title)
      return { titles: [other, title], shows: `${told(other)}, ${told(title)}` }
    first.set(slug(title), title)
  }
  return null
}

const told = (title: string) => `slug(${JSON.stringify(title)}) is ${JSON.stringify(slug(title))}`
