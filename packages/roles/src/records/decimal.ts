/** A number of arbitrary length: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** Characters of a number, and the power of ten that it may have. */
const longest = 200
const mostPower = 400
/** Digits of a quotient after the point. */
const precision = 12

/** A number as people write it: `1,234.50`, `1.234,50`, `-3`, `(12.50)`, `7 %`, `€ 5`, `1e3`; null for other texts. */
export function decimalOf(value: string | number): Decimal | null {
  const given = String(value)
  if (given.length > longest) return null
  const bare = given.replace(/[\p{Sc}%\s'’_\u00a0\u202f]/gu, '').replace(/[−–]/u, '-')
  const [, inBrackets] = /^\((.*)\)$/.exec(bare) ?? []
  const [, sign, mantissa = '', power = '0'] = /^([+-]?)([\d.,]+)(?:e([+-]?\d{1,3}))?$/i.exec(inBrackets ?? bare) ?? []
  const plain = ungrouped(mantissa)
  const exponent = Number(power)
  if (plain === null || Math.abs(exponent) > mostPower) return null
  const [whole = '', fraction = ''] = plain.split('.')
  const scale = fraction.length - exponent
  const size = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -scale))
  const isNegative = (inBrackets !== undefined) !== (sign === '-')
  return { digits: isNegative ? -size : size, scale: Math.max(0, scale) }
}

/** Removes separators of groups and makes the decimal mark a point. The last of two marks is the decimal one; a lone comma before three digits is not. */
function ungrouped(text: string): string | null {
  const mark = markOf(text)
  const [whole = '', fraction = '', ...more] = mark === null ? [text] : text.split(mark)
  const groups = whole.split(mark === ',' ? '.' : ',')
  const areGroups =
    groups.length === 1 || groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group))
  const isNumber = areGroups && more.length === 0 && /^\d*$/.test(groups.join('')) && /^\d*$/.test(fraction)
  return isNumber && /\d/.test(text) ? `${groups.join('')}.${fraction}` : null
}

function markOf(text: string): ',' | '.' | null {
  const [commas, points] = [text.split(',').length - 1, text.split('.').length - 1]
  if (commas > 0 && points > 0) return text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.'
  if (points === 1) return '.'
  return commas === 1 && !/^\d{1,3},\d{3}$/.test(text) ? ',' : null
}

export const zero: Decimal = { digits: 0n, scale: 0 }

function aligned(one: Decimal, other: Decimal): readonly [bigint, bigint, number] {
  const scale = Math.max(one.scale, other.scale)
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own)
  return [at(one), at(other), scale]
}

export function plus(one: Decimal, other: Decimal): Decimal {
  const [a, b, scale] = aligned(one, other)
  return { digits: a + b, scale }
}

export const negative = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale })

export const times = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  scale: one.scale + other.scale,
})

/** Rounded half away from zero at the twelfth digit after the point; null for a division by zero. */
export function dividedBy(
  one: Decimal,
  other: Decimal,
): { readonly quotient: Decimal; readonly isExact: boolean } | null {
  const [a, b] = aligned(one, other)
  if (b === 0n) return null
  const scaled = a * 10n ** BigInt(precision + 1)
  const tenfold = scaled / b
  const digits = (tenfold + (scaled < 0n !== b < 0n ? -5n : 5n)) / 10n
  return { quotient: { digits, scale: precision }, isExact: digits * b * 10n === scaled }
}

/** Less than 0 when the first is smaller. */
export function compared(one: Decimal, other: Decimal): number {
  const [a, b] = aligned(one, other)
  return a < b ? -1 : a > b ? 1 : 0
}

/** The digits that it has, without zeros at the end of a fraction. */
export function written({ digits, scale }: Decimal): string {
  const size = `${digits < 0n ? -digits : digits}`.padStart(scale + 1, '0')
  const [whole, fraction] = scale === 0 ? [size, ''] : [size.slice(0, -scale), size.slice(-scale).replace(/0+$/, '')]
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
