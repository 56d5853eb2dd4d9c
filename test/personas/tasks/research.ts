import { type Files, holding, linesOf, namesExactly, statesOnly, type Task } from '../task.js'
import { docs } from './texts.js'

const page = (title: string, facts: Readonly<Record<string, string>>, links: Readonly<Record<string, string>>) =>
  [
    `<title>${title}</title>`,
    ...Object.entries(facts).map(([field, value]) => `<p>${field}: ${value}</p>`),
    ...Object.entries(links).map(([words, path]) => `<a href="${path}">${words}</a>`),
    '',
  ].join('\n')

/** What a search on the web would have brought. */
const pages: Files = {
  'web/index.html': page('Cities', {}, { 'the capital': 'web/pt/lisbon.html', 'the second city': 'web/pt/porto.html' }),
  'web/pt/lisbon.html': page(
    'Lisbon',
    { Population: '545796', River: 'Tagus' },
    { 'to the north': 'web/pt/porto.html' },
  ),
  'web/pt/porto.html': page('Porto', { Population: '231800', River: 'Douro' }, { 'a wine': 'web/wine.html' }),
  'web/es/vigo.html': page('Vigo', { Population: '292374' }, { 'over the border': 'web/pt/porto.html' }),
  'web/wine.html': page('Port wine', { River: 'Douro', Strength: '20' }, {}),
}

const factIn = (content = '', field: string) =>
  linesOf(content)
    .find((line) => line.startsWith(`<p>${field}: `))
    ?.replace(/^.*?: |<.p>$/g, '')

export const researchTasks: readonly Task[] = [
  {
    name: 'files that hold a word',
    words: 'Which files in "docs" contain "deadline"?',
    files: docs,
    isRight(answer, before) {
      const holding = Object.keys(before).filter((path) => before[path]?.includes('deadline'))
      return namesExactly(answer, before, holding)
    },
  },
  {
    name: 'a word that stands far below',
    words: 'Which files in "docs" contain "three"?',
    files: docs,
    isRight: (answer, before) => namesExactly(answer, before, ['docs/old/deep/notes.txt']),
  },
  {
    name: 'a fact on one of many pages',
    words: 'What is the "Population" of "Porto", by the pages in "web"?',
    files: pages,
    isRight: (answer, before) => statesOnly(answer, Number(factIn(before['web/pt/porto.html'], 'Population'))),
  },
  {
    name: 'pages that link to a page',
    words: 'Which pages in "web" link to "web/pt/porto.html"?',
    files: pages,
    isRight: (answer, before) => namesExactly(answer, before, holding(before, 'web', 'href="web/pt/porto.html"')),
  },
  {
    name: 'where a link leads',
    words: 'Where does the link "a wine" on the page "web/pt/porto.html" lead?',
    files: pages,
    isRight: (answer) =>
      /\bPort wine\b/.test(answer) && !/\b(?:Cities|Lisbon|Porto|Vigo)\b/.test(answer.replace(/"[^"]*"/g, '')),
  },
  {
    name: 'the page with the largest number',
    words: 'Which page in "web" tells the largest "Population"?',
    files: pages,
    isRight(answer, before) {
      const sizes = Object.keys(before).map((path) => [path, Number(factIn(before[path], 'Population') ?? 0)] as const)
      const [largest] = sizes.sort(([, one], [, other]) => other - one)
      return largest !== undefined && namesExactly(answer, before, [largest[0]])
    },
  },
  {
    name: 'two pages that agree',
    words: 'Do "web/pt/porto.html" and "web/wine.html" tell the same "River"?',
    files: pages,
    isRight: (answer) => answer.includes('the same') && !answer.includes('different'),
  },
]
