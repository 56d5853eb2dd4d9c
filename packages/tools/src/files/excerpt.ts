import { cutMark } from './cut-marks.js'

/** Characters of a line that are shown, and of these, before a match. */
const longest = 300
const lead = 100

/** A line, or of a long one what is around a place in it. */
export function excerpt(line: string, place: number): string {
  if (line.length <= longest) return line
  const from = boundary(line, Math.max(0, Math.min(place - lead, line.length - longest)))
  const to = boundary(line, from + longest)
  return marked(line.slice(0, from)) + line.slice(from, to) + marked(line.slice(to))
}

const marked = (left: string) => (left === '' ? '' : cutMark(Buffer.byteLength(left)))

/** Not between the halves of a character. */
const boundary = (line: string, at: number) => ((line.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at)
