/**
 * What the roles are worth: models that misbehave, each in one way, on tasks whose truth code computes, once in a bare tool loop
 * and once in each depth of artoo. Prints a row for each kind of task and system, and one for each persona and system; `--details`
 * also every task that didn't come out right.
 *
 * With `--lies` the models tell untruths about their own work, or slip while they judge that of others; a row for each of them and system then
 * says what their user is told. With `--asking` a model without a fault meets work in which it has to look before it judges, to ask, or to
 * go on where it stood; `--journal` prints what happened in each. `--before` names a file with what another release printed, and what has
 * changed is shown as `4 → 0`.
 *
 * `--report` names a file for the report of `evaluate`, and `--against` one of another release: what was gained and lost is shown.
 *
 *     npm run bench:roles -- [--seeds 5] [--persona liar] [--task 'sort lines'] [--lies [--before main.txt]] [--details] [--report main.json] [--against main.json]
 *     npm run bench:roles -- --asking [--task 'the long look'] [--before main.txt] [--journal]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { compareReports, evaluate } from '@artoo/evals'
import { attempt, liars, type Outcome, personas, type System, type Trial } from '../test/personas/measure.js'
import { categories, tasks, tasksOfLie } from '../test/personas/tasks.js'
import { askingRows, askingTable } from './asking-table.js'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    persona: { type: 'string' },
    task: { type: 'string' },
    lies: { type: 'boolean', default: false },
    before: { type: 'string' },
    report: { type: 'string' },
    against: { type: 'string' },
    details: { type: 'boolean', default: false },
    asking: { type: 'boolean', default: false },
    journal: { type: 'boolean', default: false },
  },
})
const before = values.before === undefined ? '' : readFileSync(values.before, 'utf8')
if (values.asking) await asking()

const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1)
const chosen = (values.lies ? liars : personas).filter((persona) => (values.persona ?? persona) === persona)
const tasksOf = (persona: string) =>
  (values.lies ? tasksOfLie(persona) : tasks).filter(({ name }) => (values.task ?? name) === name)
const systems = ['bare', 'direct', 'auto', 'paper', 'lean', 'full'] as const
const atOnce = 3

const reportHeads = [
  'tasks',
  'right',
  'of these complete',
  'delivered wrong',
  'reported wrong',
  'taken for a question',
  'claimed, judged by nobody',
  'world passed falsely',
  'of these without a record',
  'right, but lost',
  'calls a task',
] as const

type Result = Trial & { readonly outcome: Outcome }

const cases = chosen.flatMap((persona) =>
  systems.flatMap((system) =>
    tasksOf(persona).map((task) => ({ name: `${persona}, ${system}: ${task.name}`, persona, system, task })),
  ),
)
const results: Result[] = []

const report = await evaluate({
  ...{ cases, repeats: seeds.length, concurrency: atOnce },
  run: (one, { repeat: seed }) => attempt({ ...one, seed }),
  checks: {
    right: ({ result: { verdict } }) => verdict === 'right',
    nothingFalse: ({ result: { contradictions } }) => contradictions.length === 0,
  },
  onResult({ repeat: seed, errors }, one, outcome) {
    if (!outcome) throw new Error(`${one.name}, seed ${seed}: ${errors[0]?.message}`)
    results.push({ ...one, seed, outcome })
    if (results.length % 500 === 0) process.stderr.write(`${results.length} of ${cases.length * seeds.length}\n`)
  },
})
if (values.report) writeFileSync(values.report, JSON.stringify(report))

const names = new Set(cases.map(({ task }) => task.name))
console.log(`Node ${process.version}, ${cpus()[0]?.model}, ${names.size} tasks, seeds 1 to ${seeds.length}\n`)
if (values.lies) reports()
else {
  table('category', categories)
  table('persona', chosen)
  rulesTable()
}
if (values.against) compared(values.against)
const isAmiss = ({ verdict, contradictions, isLost }: Outcome) =>
  verdict !== 'right' || contradictions.length > 0 || isLost
if (values.details) for (const result of results.filter(({ outcome }) => isAmiss(outcome))) tell(result)
// Whatever waits for a provider that is away need not be waited for.
process.exit(0)

/** Rows of work that only a person, another look or another round can end well. */
async function asking(): Promise<never> {
  const rows = await askingRows(({ name }) => (values.task ?? name) === name)
  console.log(`Node ${process.version}, ${cpus()[0]?.model}\n\n${askingTable(rows, before)}`)
  for (const { situation, host, way, played } of values.journal ? rows : []) {
    console.log(`\n${situation}, ${host}, ${way}`)
    for (const { type, from, to, payload } of played.events) {
      console.log(`${type} ${from} → ${to} ${JSON.stringify(payload).slice(0, 600)}`)
    }
  }
  process.exit(0)
}

/** The runs that another release had right, and those that this one has. */
function compared(file: string): void {
  const { checks, cases: changed } = compareReports(JSON.parse(readFileSync(file, 'utf8')), report)
  for (const { check, gained, lost, p, change } of checks)
    console.log(`${check}: ${gained} gained, ${lost} lost, p ${p.toFixed(3)}, ${change}`)
  for (const { case: name, check, gained, lost } of changed) console.log(`- ${name}, ${check}: +${gained} −${lost}`)
}

/** Rows by persona: what users are told. Systems of which the same is to be said share one. */
function reports(): void {
  console.log(`| persona | system | ${reportHeads.join(' | ')} |\n|---|---|${'---:|'.repeat(reportHeads.length)}`)
  const earlierRows = rowsIn(before)
  for (const persona of chosen) {
    const rows = systems.map((system) => {
      const cells = reportCells(persona, system)
      const earlier = earlierRows.get(`${persona} | ${system}`)
      return { system, told: cells.map((cell, at) => changed(earlier?.get(reportHeads[at] ?? ''), cell)) }
    })
    const countsOf = ({ told }: (typeof rows)[number]) => told.slice(0, -1).join(' | ')
    for (const counts of new Set(rows.map(countsOf))) {
      const group = rows.filter((row) => countsOf(row) === counts)
      const calls = group.map(({ told }) => told.at(-1)).join(' / ')
      console.log(`| ${persona} | ${group.map(({ system }) => system).join(', ')} | ${counts} | ${calls} |`)
    }
  }
}

function changed(earlier: string | undefined, cell: string): string {
  return earlier === undefined || earlier === cell ? cell : `${earlier} → ${cell}`
}

/** Cells by persona and system, each by the head of its column: another release may have had other columns. */
function rowsIn(printed: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [heads = [], , ...lines] = printed
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(/ ?\| ?/).slice(1, -1))
  const rows = lines.flatMap(([persona, named = '', ...cells]) =>
    named.split(', ').map((system, at) => {
      const own = cells.map((cell, index) => [heads[index + 2] ?? '', cell.split(' / ')[at] ?? cell] as const)
      return [`${persona} | ${system}`, new Map(own)] as const
    }),
  )
  return new Map(rows)
}

function reportCells(persona: string, system: System): readonly string[] {
  const outcomes = results
    .filter((result) => result.persona === persona && result.system === system)
    .map(({ outcome }) => outcome)
  const count = (of: (outcome: Outcome) => boolean) => `${outcomes.filter(of).length}`
  return [
    `${outcomes.length}`,
    count(({ verdict }) => verdict === 'right'),
    count(({ verdict, status }) => verdict === 'right' && status === 'complete'),
    count(({ deliversWrong }) => deliversWrong),
    count(({ contradictions }) => contradictions.length > 0),
    count((outcome) => outcome.isTakenForQuestion),
    count(({ isClaimed }) => isClaimed),
    `${outcomes.reduce((total, { falsePasses }) => total + falsePasses.all, 0)}`,
    `${outcomes.reduce((total, { falsePasses }) => total + falsePasses.unshown, 0)}`,
    count(({ isLost }) => isLost),
    (outcomes.reduce((total, { calls }) => total + calls, 0) / outcomes.length).toFixed(1),
  ]
}

/** Rows for each of `names` by itself, and for all of them. */
function table(by: 'category' | 'persona', names: readonly string[]): void {
  console.log(
    `| ${by} | system | right | wrong | of these owned up | abandoned | of these with damage | calls a task | tokens a task | right per call | right per 1,000 tokens |`,
  )
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  const found = names.filter((name) => results.some((result) => groupOf(result, by) === name))
  for (const name of found) for (const system of systems) console.log(row(name, system, by))
  if (found.length > 1) for (const system of systems) console.log(row('**all**', system))
  console.log()
}

function groupOf({ persona, task }: Result, by: 'category' | 'persona'): string | undefined {
  return by === 'persona' ? persona : tasks.find(({ name }) => name === task.name)?.category
}

function row(name: string, system: System, by?: 'category' | 'persona'): string {
  const outcomes = results
    .filter((result) => result.system === system && (by === undefined || groupOf(result, by) === name))
    .map(({ outcome }) => outcome)
  const share = (of: (outcome: Outcome) => boolean) =>
    `${((100 * outcomes.filter(of).length) / outcomes.length).toFixed(1)} %`
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0)
  const isRight = ({ verdict }: Outcome) => verdict === 'right'
  const [right, calls, tokens] = [outcomes.filter(isRight).length, sum((one) => one.calls), sum((one) => one.tokens)]
  const cells = [
    name,
    system,
    share(isRight),
    share(({ verdict }) => verdict === 'wrong'),
    share(({ verdict, ownsUp }) => verdict === 'wrong' && ownsUp),
    share(({ verdict }) => verdict === 'abandoned'),
    share(({ leftDamage }) => leftDamage),
    (calls / outcomes.length).toFixed(1),
    (tokens / outcomes.length).toFixed(0),
    (right / calls).toFixed(3),
    ((1_000 * right) / tokens).toFixed(3),
  ]
  return `| ${cells.join(' | ')} |`
}

/** How often each rule of `auto` came up, and what became of those tasks, each beside the same task of `direct`. */
function rulesTable(): void {
  const nameOf = ({ persona, task, seed }: Trial) => `${persona} ${task.name} ${seed}`
  const direct = new Map(
    results.filter(({ system }) => system === 'direct').map((result) => [nameOf(result), result.outcome]),
  )
  const pairs = results.flatMap((result) => {
    const beside = direct.get(nameOf(result))
    return result.system === 'auto' && beside ? [{ auto: result.outcome, direct: beside }] : []
  })
  console.log(
    '| rule | tasks | wrong in `direct` | right in `auto` | right in `direct`, not in `auto` | more tokens a task |',
  )
  console.log('|---|---:|---:|---:|---:|---:|')
  const isRight = ({ verdict }: Outcome) => verdict === 'right'
  for (const rule of [...new Set(pairs.flatMap(({ auto }) => auto.rules)), 'none']) {
    const own = pairs.filter(({ auto }) => (rule === 'none' ? auto.rules.length === 0 : auto.rules.includes(rule)))
    const failed = own.filter((pair) => !isRight(pair.direct))
    const mended = failed.filter(({ auto }) => isRight(auto)).length
    const spoilt = own.filter((pair) => isRight(pair.direct) && !isRight(pair.auto)).length
    const more = own.reduce((sum, pair) => sum + pair.auto.tokens - pair.direct.tokens, 0) / own.length
    console.log(`| ${[rule, own.length, failed.length, mended, spoilt, more.toFixed(0)].join(' | ')} |`)
  }
  console.log()
}

function tell({ persona, system, task, seed, outcome }: Result): void {
  const { verdict, status, leftDamage, answer, reason, contradictions, isLost } = outcome
  const marks = [verdict, status, leftDamage && 'with damage', isLost && 'lost', ...contradictions].filter(Boolean)
  console.log(
    `${persona}, ${system}, ${task.name}, seed ${seed}: ${marks.join(', ')}; ${JSON.stringify(answer)}; ${reason}`,
  )
}
