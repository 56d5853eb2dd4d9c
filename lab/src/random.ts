/**
 * Random numbers that are looked up, not drawn: the same parts give the same number in [0, 1), whoever asks and in whatever
 * order. So two policies meet the same world, and differ only where they act differently.
 */
export function chance(...parts: readonly number[]): number {
  let hash = 0x9e3779b9
  for (const part of parts) hash = mixed(Math.imul(hash ^ part, 0x85ebca6b) + 0x6d2b79f5)
  return mixed(hash) / 2 ** 32
}

/** The finalizer of MurmurHash3: each bit of the input flips each bit of the output in half of all cases. */
function mixed(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A number for a name, to be a part of a chance. */
export function numbered(name: string): number {
  return [...name].reduce((hash, letter) => mixed(Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)), 7)
}

/** One of `options`, by a number in [0, 1). */
export function pick<T>(options: readonly T[], at: number): T {
  const picked = options[Math.floor(at * options.length)]
  if (picked === undefined) throw new RangeError('nothing to pick from')
  return picked
}

/** A whole number from `least` to `most`, both included. */
export function between([least, most]: readonly [least: number, most: number], at: number): number {
  return least + Math.floor(at * (most - least + 1))
}
