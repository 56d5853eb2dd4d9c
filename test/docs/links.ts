import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const skipped = new Set(['template', 'node_modules', 'dist', 'coverage'])

/** The Markdown files below a folder, but for those of dependencies, builds and templates of other projects. */
export function pagesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : pagesIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** A page without its blocks of code, whose brackets are no links. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '')

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of prose(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = plain.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-')
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`)
  }
  return anchors
}

/** The links of a page that lead nowhere: a missing file, or a heading that the file does not have. */
export function deadLinks(root: string, page: string): readonly string[] {
  const text = readFileSync(page, 'utf8')
  const links = [...prose(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      if (!existsSync(file)) return true
      if (anchor === undefined) return false
      return !statSync(file).isFile() || !anchorsOf(readFileSync(file, 'utf8')).has(anchor)
    })
    .map((link) => `${relative(root, page)}: ${link}`)
}
