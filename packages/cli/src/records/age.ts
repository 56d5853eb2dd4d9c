const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** A time since then in its largest unit: `3 min`; `now` for less than a second. */
export function age(since: number, now: number): string {
  const passed = now - since
  const [unit, size] = units.find(([, least]) => passed >= least) ?? ['now', 0]
  return size === 0 ? unit : `${Math.floor(passed / size)} ${unit}`
}
