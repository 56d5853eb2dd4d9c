import { readdirSync, readFileSync } from 'node:fs'
import { arrow, type Box, box, picture, text } from './svg.js'

const size = { width: 116, height: 34 }
const width = 760
const floorHeight = 84

/** An order on each floor by which no line runs behind a package; others follow. */
const order = ['spec', 'ggs', 'bus', 'llm', 'tools', 'mkct', 'runtime', 'omega', 'roles']
const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** The packages by name, each with those of ours that it needs. */
function packagesOf(folder: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => {
        const { dependencies = {} } = JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8'))
        const ours = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@artoo/'))
        return [name, ours.map((dependency) => dependency.slice('@artoo/'.length))] as const
      }),
  )
}

/** The packages on their floors. A line stands for a dependency that doesn't follow from others. */
export function packagesPicture(): string {
  const needs = packagesOf('packages')
  const floorOf = (name: string): number => Math.max(-1, ...(needs.get(name) ?? []).map(floorOf)) + 1
  const reaches = (from: string, to: string): boolean =>
    (needs.get(from) ?? []).some((next) => next === to || reaches(next, to))

  const names = [...needs.keys()]
  const top = Math.max(...names.map(floorOf))
  const boxes = new Map<string, Box>()
  for (let floor = 0; floor <= top; floor++) {
    const here = names.filter((name) => floorOf(name) === floor).sort((one, other) => rank(one) - rank(other))
    for (const [index, name] of here.entries()) {
      const x = 60 + ((index + 0.5) * (width - 80)) / Math.max(2, here.length)
      boxes.set(name, { x: Math.round(x), y: 40 + (top - floor) * floorHeight, ...size })
    }
  }
  const lines = [...needs].flatMap(([from, all]) =>
    all
      .filter((to) => !all.some((other) => other !== to && reaches(other, to)))
      .map((to) => {
        const [upper, lower] = [boxes.get(from), boxes.get(to)] as [Box, Box]
        return arrow([
          [upper.x, upper.y + size.height / 2],
          [lower.x, lower.y - size.height / 2],
        ])
      }),
  )
  const floors = Array.from({ length: top + 1 }, (_, floor) =>
    text(`${floor}`, [24, 44 + (top - floor) * floorHeight], 'quiet'),
  )
  return picture(
    'The packages and what they need of each other',
    [width, 70 + top * floorHeight],
    [...lines, ...floors, ...[...boxes].map(([name, place]) => box(place, [name]))],
  )
}
