import { type Hands, holding, linesOf, read, type Steps, Stuck } from '../hands.js'
import { escaped, printed, reading, type Skill, said, searching } from '../skill.js'

/** Pages stand in a folder, as there is no network: a title, facts in paragraphs, links to others by their path. */
const titled = (title: string) => `<title>${title}</title>`
const linking = (page: string) => `href="${page}"`

const titleOf = (content: string) => /<title>(.*?)<\/title>/.exec(content)?.[1] ?? ''

/** What a page says of something; null when it is silent. */
function factIn(content: string, field: string): string | null {
  const start = `<p>${field}: `
  const line = linesOf(content).find((one) => one.startsWith(start))
  return line?.slice(start.length).replace('</p>', '') ?? null
}

function* factAt(path: string, field: string, hands: Hands): Steps<string> {
  const { content } = yield* read(path, hands)
  const fact = factIn(content, field)
  if (fact === null) throw new Stuck(`"${path}" doesn't tell the "${field}"`)
  return fact
}

export const researchSkills: readonly Skill[] = [
  {
    name: 'files that hold a word',
    forms: ['Which files in {folder} contain {word}?', 'List the files below {folder} that mention {word}'],
    check: ({ folder = '', word = '' }) => printed('grep', '-rlF', '-e', word, '--', folder),
    ways: searching,
    *run({ folder = '', word = '' }, hands) {
      const paths = yield* holding(word, folder, hands)
      return said(paths.join('\n') || `No file contains "${word}".`)
    },
  },
  {
    name: 'fact',
    forms: [
      'What is the {field} of {title}, by the pages in {folder}?',
      'Find the {field} of {title} on the pages in {folder}',
    ],
    ways: searching,
    *run({ field = '', title = '', folder = '' }, hands) {
      const [path] = yield* holding(titled(title), folder, hands)
      if (path === undefined) throw new Stuck(`no page is about "${title}"`)
      const fact = yield* factAt(path, field, hands)
      return said(`The "${field}" of "${title}" is ${fact} by "${path}".`)
    },
  },
  {
    name: 'links to a page',
    forms: ['Which pages in {folder} link to {page}?', 'List the pages in {folder} that have a link to {page}'],
    check: ({ folder = '', page = '' }) => printed('grep', '-rlF', '-e', linking(page), '--', folder),
    ways: searching,
    *run({ folder = '', page = '' }, hands) {
      const paths = yield* holding(linking(page), folder, hands)
      return said(paths.join('\n') || `No page links to "${page}".`)
    },
  },
  {
    name: 'follow a link',
    forms: [
      'Where does the link {link} on the page {path} lead?',
      'Follow the link {link} of {path} and tell the title',
    ],
    ways: reading,
    *run({ link = '', path = '' }, hands) {
      const { content } = yield* read(path, hands)
      const [, page] = new RegExp(`href="([^"]*)">${escaped(link)}<`).exec(content) ?? []
      if (page === undefined) throw new Stuck(`"${path}" has no link "${link}"`)
      const { content: target } = yield* read(page, hands)
      return said(`It leads to the page with the title ${titleOf(target)}.`)
    },
  },
  {
    name: 'largest fact',
    forms: [
      'Which page in {folder} tells the largest {field}?',
      'Compare the pages in {folder}: which has the greatest {field}?',
    ],
    ways: searching,
    *run({ folder = '', field = '' }, hands) {
      const paths = yield* holding(`<p>${field}: `, folder, hands)
      let [best, most] = ['', Number.NEGATIVE_INFINITY]
      for (const path of paths) {
        const value = Number(yield* factAt(path, field, hands))
        if (value > most) [best, most] = [path, value]
      }
      return said(best === '' ? `No page tells the "${field}".` : `${best} tells the largest "${field}".`)
    },
  },
  {
    name: 'do sources agree',
    forms: ['Do {one} and {other} tell the same {field}?', 'Compare what {one} and {other} tell as the {field}'],
    ways: reading,
    *run({ one = '', other = '', field = '' }, hands) {
      const [first, second] = [yield* factAt(one, field, hands), yield* factAt(other, field, hands)]
      const verdict = first === second ? `the same: ${first}` : `different: ${first} and ${second}`
      return said(`What they tell as the "${field}" is ${verdict}.`)
    },
  },
]
