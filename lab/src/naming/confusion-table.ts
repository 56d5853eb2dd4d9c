import { type Confusion, type Share, shareRight } from './confusion.js'
import { judgedCauses } from './judged-causes.js'
import { wilson } from './wilson.js'

const percent = (share: number) => (share * 100).toFixed(1)

/** A share in percent with its interval. */
export function shareText({ right, of }: Share): string {
  const [low, high] = wilson(right, of)
  return `${right} of ${of}, ${of === 0 ? '–' : percent(right / of)} % (${percent(low)} to ${percent(high)})`
}

/** Rows: the true cause; columns: the named one. */
export function confusionTable(confusion: Confusion): string {
  const heading = ['truth \\ named', ...judgedCauses, 'right']
  const rows = judgedCauses.map((truth) => [
    truth,
    ...judgedCauses.map((named) => String(confusion.counts[truth][named] || '')),
    shareText(shareRight(confusion, [truth])),
  ])
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
