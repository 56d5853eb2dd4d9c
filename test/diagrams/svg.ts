/** Small parts of SVG pictures that can be read on a light and on a dark page. */
const style = `
  text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #1f2328 }
  .page { fill: #ffffff; stroke: #d1d9e0 } .box { fill: #f6f8fa; stroke: #6e7781 }
  .quiet { fill: #59636e } .small { font-size: 11px } .strong { font-weight: 600 } .code { font-family: ui-monospace, monospace; font-size: 12px }
  .line { stroke: #6e7781; fill: none } .head { fill: #6e7781 } .halo { paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
  .good { fill: #1a7f37 } .ask { fill: #9a6700 } .stop { fill: #cf222e } .plain { fill: #0969da }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .page { fill: #0d1117; stroke: #3d444d } .box { fill: #151b23; stroke: #9198a1 }
    .quiet { fill: #9198a1 } .line { stroke: #9198a1 } .head { fill: #9198a1 } .halo { stroke: #0d1117 }
    .good { fill: #3fb950 } .ask { fill: #d29922 } .stop { fill: #f85149 } .plain { fill: #4493f8 }
  }`

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (words: string) => words.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** A whole picture; `title` is read to those who can't see it. */
export function picture(title: string, [width, height]: readonly [number, number], parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`
  const marker =
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker>'
  const page = `<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`
  return `${[head, `<title>${escaped(title)}</title>`, `<style>${style}\n</style>`, `<defs>${marker}</defs>`, page, ...parts, '</svg>'].join('\n')}\n`
}

export function text(words: string, [x, y]: readonly [number, number], kind = '', anchor = 'start'): string {
  return `<text x="${x}" y="${y}" class="${kind}" text-anchor="${anchor}">${escaped(words)}</text>`
}

/** A rectangle by its centre. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function box({ x, y, width, height }: Box, lines: readonly string[]): string {
  const top = y - (lines.length - 1) * 8 + 4
  return [
    `<rect class="box" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="6"/>`,
    ...lines.map((words, index) =>
      text(words, [x, top + index * 16], index === 0 ? 'strong' : 'quiet small', 'middle'),
    ),
  ].join('\n')
}

/** A line through points, with an arrow at its end. */
export function arrow(points: readonly (readonly [number, number])[], hasHead = true): string {
  const path = points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join(' L')
  return `<path class="line" d="M${path}"${hasHead ? ' marker-end="url(#head)"' : ''}/>`
}
