import type { Atom } from '../state/state-file.js'

type Touched = Pick<Atom, 'writes' | 'resources'>

/** Whether two atoms might change or use the same thing. One that claims nothing claims all. */
export function collide(a: Touched, b: Touched): boolean {
  if (a.resources.some((resource) => b.resources.includes(resource))) return true
  if (a.writes.length === 0 || b.writes.length === 0) return true
  return a.writes.some((left) => b.writes.some((right) => mayOverlap(left, right)))
}

/** Errs on the side of yes: globs of which neither's fixed beginning leads into the other can't match the same path. */
function mayOverlap(left: string, right: string): boolean {
  const [a, b] = [fixedPart(left), fixedPart(right)]
  if (a.isWhole && b.isWhole) return a.text === b.text || isWithin(a.text, b.text) || isWithin(b.text, a.text)
  return a.text.startsWith(b.text) || b.text.startsWith(a.text)
}

const isWithin = (path: string, folder: string) => path.startsWith(`${folder}/`)

function fixedPart(glob: string): { readonly text: string; readonly isWhole: boolean } {
  const plain = glob.replace(/^(\.\/)+/, '').replace(/\/+$/, '')
  const at = plain.search(/[*?[\]{}()!+@\\]/)
  return at === -1 ? { text: plain, isWhole: true } : { text: plain.slice(0, at), isWhole: false }
}
