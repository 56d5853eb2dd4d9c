import * as z from 'zod'
import { compared, type Decimal, decimalOf, dividedBy, negative, plus, times, written, zero } from './decimal.js'

const mostValues = 10_000
/** The most factors of a product, whose length is that of all factors together. */
const mostFactors = 100
/** Characters of one answer. */
const room = 16_000

const operations = [
  'count',
  'sum',
  'mean',
  'min',
  'max',
  'sort',
  'compare',
  'difference',
  'product',
  'quotient',
] as const

export const computeInput = z.object({
  operation: z.enum(operations).describe('difference: the first less the others; sort and compare take texts, too'),
  values: z
    .array(z.union([z.number(), z.string().max(2_000)]))
    .min(1)
    .max(mostValues),
})

/** Computes an operation on values: exactly for decimals as people write them, a quotient to twelve digits after the point. */
export function compute({ operation, values }: z.output<typeof computeInput>): string {
  if (operation === 'count') return `${values.length}`
  const numbers = values.map(decimalOf)
  const strange = numbers.indexOf(null)
  const all = numbers.flatMap((number) => number ?? [])
  if (strange === -1) return ofNumbers(operation, all)
  if (operation === 'sort')
    return short(
      [...values.map(String)]
        .sort(byText)
        .map((text) => JSON.stringify(text))
        .join('\n'),
    )
  if (operation === 'compare') return comparedTexts(values.map(String))
  return `${JSON.stringify(values[strange])} is not a number`
}

function ofNumbers(operation: Exclude<(typeof operations)[number], 'count'>, numbers: readonly Decimal[]): string {
  const [first = zero, ...others] = numbers
  switch (operation) {
    case 'sum':
      return written(numbers.reduce(plus, zero))
    case 'mean':
      return divided(numbers.reduce(plus, zero), { digits: BigInt(numbers.length), scale: 0 })
    case 'min':
      return written(numbers.reduce((least, next) => (compared(next, least) < 0 ? next : least)))
    case 'max':
      return written(numbers.reduce((most, next) => (compared(next, most) > 0 ? next : most)))
    case 'sort':
      return short([...numbers].sort(compared).map(written).join('\n'))
    case 'compare':
      return comparedNumbers(numbers)
    case 'difference':
      return written(others.map(negative).reduce(plus, first))
    case 'product':
      if (numbers.length > mostFactors) return `a product of more than ${mostFactors} values is not worked out`
      return written(numbers.reduce(times))
    case 'quotient':
      return numbers.length === 2 ? divided(first, others[0] ?? zero) : 'a quotient takes two values'
    default:
      return operation satisfies never
  }
}

function divided(one: Decimal, other: Decimal): string {
  const result = dividedBy(one, other)
  if (!result) return 'a division by zero has no result'
  return `${written(result.quotient)}${result.isExact ? '' : ' (rounded)'}`
}

function comparedNumbers(numbers: readonly Decimal[]): string {
  const relations = numbers.slice(1).map((next, index) => {
    const order = compared(numbers[index] ?? zero, next)
    return `${order < 0 ? '<' : order > 0 ? '>' : '='} ${written(next)}`
  })
  if (relations.length === 0) return 'a comparison takes two or more values'
  return short([written(numbers[0] ?? zero), ...relations].join(' '))
}

function comparedTexts(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  if (others.length === 0) return 'a comparison takes two or more values'
  const other = others.findIndex((text) => text !== first)
  if (other === -1) return 'all are equal'
  const text = others[other] ?? ''
  const at = [...first].findIndex((_, index) => first.slice(0, index + 1) !== text.slice(0, index + 1))
  const place = at === -1 ? first.length : at
  return `value ${other + 2} differs from value 1 at character ${place + 1}: ${JSON.stringify(text.slice(place, place + 40))}, not ${JSON.stringify(first.slice(place, place + 40))}`
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const short = (text: string) =>
  text.length <= room ? text : `${text.slice(0, room)}\n[${text.length - room} more characters]`
