const minus = '−'

/** A measurement with two decimals, `.40`; below zero with a real minus sign. */
export function share(value: number): string {
  const digits = Math.abs(value).toFixed(2).replace(/^0\./, '.')
  return value < 0 && Number(value.toFixed(2)) !== 0 ? minus + digits : digits
}

/** A count in three or four characters: `950`, `12.3k`, `1.2M`. */
export function amount(count: number): string {
  if (count < 1_000) return String(Math.round(count))
  if (count < 999_500) return `${scaled(count / 1_000)}k`
  return `${scaled(count / 1_000_000)}M`
}

const scaled = (value: number) => (value < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0))

/** A time span: `80 ms`, `3.2 s`, `1 min 20 s`, `2 h 5 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.max(0, Math.round(milliseconds))} ms`
  if (milliseconds < 10_000) return `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`
  const seconds = Math.floor(milliseconds / 1_000)
  if (seconds < 60) return `${seconds} s`
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)]
  if (hours === 0) return `${minutes} min${seconds % 60 === 0 ? '' : ` ${seconds % 60} s`}`
  return `${hours} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
}

/** An amount of money in the currency of the prices. */
export function money(cost: number): string {
  return cost > 0 && cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)
}

/** A number of things in words: `1 line`, `3 lines`. */
export const counted = (count: number, thing: string) =>
  `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`

export const percent = (part: number, whole: number) => `${whole > 0 ? Math.round((100 * part) / whole) : 0}%`

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
