import { type Estimate, meanOf as meanOfAll } from '../statistics.js'
import { accuracy, brier, byStatus, calibrationError, gain, meanOf } from './measures.js'
import type { Decided, PopulationResult } from './study.js'

const percent = (value: number) => (100 * value).toFixed(1)
const interval = ({ mean, margin }: Estimate) => `${percent(mean)} ± ${percent(margin)}`
const signed = ({ mean, margin }: Estimate) => `${mean < 0 ? '−' : '+'}${percent(Math.abs(mean))} ± ${percent(margin)}`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** The panel that baselines are compared with. */
export const quickOf = ({ omega }: PopulationResult): readonly Decided[] => omega.quick ?? []

/** The baseline that is most often right at a budget. */
export function bestBaseline({ baselines }: PopulationResult, at: 'calls' | 'tokens') {
  return baselines
    .filter((one) => one.at === at)
    .reduce((best, one) => (accuracy(one.decided).mean > accuracy(best.decided).mean ? one : best))
}

/** Each population with the best baseline at equal calls and at equal tokens. */
function comparison(results: readonly PopulationResult[]): string {
  const rows = results.map((result) => {
    const quick = quickOf(result)
    const [calls, tokens] = (['calls', 'tokens'] as const).map((at) => bestBaseline(result, at))
    const beside = (best: typeof calls) => (best ? `${best.name}, ${signed(gain(quick, best.decided))}` : '')
    return [
      `${result.name}${result.easyToJudge ? ' *' : ''}`,
      String(result.families),
      interval(accuracy(quick)),
      meanOf(quick, (one) => one.calls).toFixed(1),
      Math.round(meanOf(quick, (one) => one.tokens)).toLocaleString('en-US'),
      beside(calls),
      beside(tokens),
      brier(quick).toFixed(3),
      calibrationError(quick).toFixed(3),
    ]
  })
  return table(
    [
      'population',
      'families',
      'quick right, %',
      'calls',
      'tokens',
      'best at equal calls, and how much quick is above it',
      'best at equal tokens',
      'Brier score',
      'calibration error',
    ],
    rows,
  )
}

/** A failure of OMEGA's and an answer that is nobody's are none. */
const answers = ({ status, confidence }: Decided) => Number(status ? status !== 'FAILURE' : confidence > 0)

/** Every way to decide, over all populations, each counted alike. */
function everybody(results: readonly PopulationResult[]): string {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const row = (name: string, of: readonly (readonly Decided[])[]) => [
    name,
    interval(meanOfAll(of.map(accuracy))),
    percent(mean(of.map((one) => meanOf(one, answers)))),
    mean(of.map((one) => meanOf(one, ({ calls }) => calls))).toFixed(1),
    Math.round(mean(of.map((one) => meanOf(one, ({ tokens }) => tokens)))).toLocaleString('en-US'),
    mean(of.map(brier)).toFixed(3),
    mean(of.map(calibrationError)).toFixed(3),
  ]
  const panels = Object.keys(results[0]?.omega ?? {})
  const others = results[0]?.baselines.map(({ name, at }) => ({ name, at })) ?? []
  return table(
    ['who decides', 'right, %', 'answered, %', 'calls', 'tokens', 'Brier score', 'calibration error'],
    [
      ...panels.map((name) =>
        row(
          `OMEGA ${name}`,
          results.map(({ omega }) => omega[name] ?? []),
        ),
      ),
      ...others.map(({ name, at }) =>
        row(
          `${name}, at equal ${at}`,
          results.map(({ baselines }) => baselines.find((one) => one.name === name && one.at === at)?.decided ?? []),
        ),
      ),
    ],
  )
}

function statuses(results: readonly PopulationResult[]): string {
  const names = Object.keys(results[0]?.omega ?? {})
  const rows = names.flatMap((name) =>
    byStatus(results.flatMap(({ omega }) => omega[name] ?? [])).map(({ status, share, right, count }) => [
      ...[name, status, percent(share), count === 0 ? '' : interval(right)],
    ]),
  )
  return table(['panel', 'status', 'of questions, %', 'right, %'], rows)
}

function calibration(results: readonly PopulationResult[]): string {
  const all = results.flatMap(quickOf)
  return `Over all populations together quick has a calibration error of ${calibrationError(all).toFixed(3)} and a Brier score of ${brier(all).toFixed(3)}.`
}

/** The tables of docs/omega.md. */
export const evidenceTables = (results: readonly PopulationResult[]): string =>
  [comparison(results), everybody(results), statuses(results), calibration(results)].join('\n\n')
