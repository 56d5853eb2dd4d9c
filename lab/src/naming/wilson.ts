/** The 95 % interval of a share by Wilson's formula. */
export function wilson(right: number, of: number): readonly [low: number, high: number] {
  if (of === 0) return [0, 1]
  const z = 1.96
  const share = right / of
  const scale = 1 + z ** 2 / of
  const middle = (share + z ** 2 / (2 * of)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
