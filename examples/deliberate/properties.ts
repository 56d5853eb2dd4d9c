import { slug } from './function-under-test.js'

type Titles = readonly string[]

export interface Property {
  readonly statement: string
  /** The titles among these that refute it; empty when they don't. */
  refutedBy(titles: Titles): Titles
}

/** What might be said of `slug`. Two of the three are false, and nobody on the panel is told which. */
export const properties = {
  alphabet: {
    statement: 'A slug has only a to z, 0 to 9 and "-"',
    refutedBy: (titles) => titles.filter((title) => !/^[a-z0-9-]*$/.test(slug(title))).slice(0, 1),
  },
  length: {
    statement: 'A slug is never longer than its title',
    refutedBy: (titles) => titles.filter((title) => slug(title).length > title.length).slice(0, 1),
  },
  distinct: {
    statement: 'Yes: different titles have different slugs',
    refutedBy: sameSlug,
  },
} as const satisfies Record<string, Property>

export type PropertyName = keyof typeof properties
export const propertyNames = Object.keys(properties) as [PropertyName, ...PropertyName[]]

export const propertyOf = (statement: string): PropertyName | undefined =>
  propertyNames.find((name) => properties[name].statement === statement)

function sameSlug(titles: Titles): Titles {
  const first = new Map<string, string>()
  for (const title of titles) {
    const other = first.get(slug(title)) ?? title
    if (other !== title) return [other, title]
    first.set(slug(title), title)
  }
  return []
}

/** What titles show: `slug("C") is "c", slug("C++") is "c"`. */
export const shown = (titles: Titles) =>
  titles.map((title) => `slug(${JSON.stringify(title)}) is ${JSON.stringify(slug(title))}`).join(', ')
