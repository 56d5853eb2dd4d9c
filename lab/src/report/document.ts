/** The document with the text of each place renewed: what stands between `<!-- lab:name -->` and `<!-- /lab -->`. */
export function renewed(document: string, texts: Readonly<Record<string, string>>): string {
  const seen = new Set<string>()
  const result = document.replace(/<!-- lab:([a-z0-9-]+) -->\n[\s\S]*?<!-- \/lab -->/g, (_, name: string) => {
    const text = texts[name]
    if (text === undefined) throw new RangeError(`the document has a place for ${name}, which nobody measures`)
    seen.add(name)
    return `<!-- lab:${name} -->\n\n${text}\n\n<!-- /lab -->`
  })
  const missing = Object.keys(texts).filter((name) => !seen.has(name))
  if (missing.length > 0) throw new RangeError(`the document has no place for ${missing.join(', ')}`)
  return result
}
