import { counted, isCut, linesOf, quoted, read, readWhole, type Steps, Stuck, write } from '../hands.js'
import { command, type Done, edit, joined, printed, reading, type Skill, said, writing } from '../skill.js'

/** The rows of a table with a head, as cells, and where its columns stand. */
function tableOf(path: string, content: string) {
  const [head = '', ...rows] = linesOf(content)
  const columns = head.split(',')
  return {
    rows: rows.map((row) => row.split(',')),
    column(name: string): number {
      const index = columns.indexOf(name)
      if (index === -1) throw new Stuck(`"${path}" has no column "${name}"`)
      return index
    },
  }
}

export const dataSkills: readonly Skill[] = [
  {
    name: 'count lines',
    forms: ['How many lines are in {path}?', 'Count the lines of {path}', 'Tell the number of lines of {path}'],
    check: ({ path = '' }) => printed('grep', '-c', '', '--', path),
    ways: reading,
    *run({ path: where = '' }, hands) {
      const { path, content } = yield* read(where, hands)
      const count = isCut(content) ? yield* counted(`wc -l -- ${quoted(path)}`, hands) : linesOf(content).length
      return said(`"${path}" has ${count} lines.`)
    },
  },
  {
    name: 'sum a column',
    forms: ['What is the sum of the column {column} in {path}?', 'Add up the column {column} of {path}'],
    check: ({ path = '', column = '' }) =>
      printed(
        'awk',
        '-F,',
        `NR == 1 { for (i = 1; i <= NF; i++) if ($i == "${column}") c = i; next } { s += $c } END { print s }`,
        path,
      ),
    ways: reading,
    *run({ path: where = '', column = '' }, hands) {
      const { path, content } = yield* readWhole(where, hands)
      const table = tableOf(path, content)
      const index = table.column(column)
      const sum = table.rows.reduce((total, row) => total + Number(row[index] ?? 0), 0)
      return said(`The sum of "${column}" is ${sum}.`)
    },
  },
  {
    name: 'sort',
    forms: ['Sort the lines of {path}', 'Put the lines of {path} in alphabetical order'],
    check: ({ path = '' }) => command('sort', '-c', '--', path),
    ways: writing,
    run: edit((content) => joined(linesOf(content).sort())),
  },
  {
    name: 'dedupe',
    forms: ['Remove the repeated lines of {path}', 'Keep each line of {path} only once'],
    ways: writing,
    run: edit((content) => joined([...new Set(linesOf(content))])),
  },
  {
    name: 'largest row',
    forms: ['Which row of {path} has the largest {column}?', 'Find the row with the greatest {column} in {path}'],
    ways: reading,
    *run({ path: where = '', column = '' }, hands) {
      const { path, content } = yield* readWhole(where, hands)
      const table = tableOf(path, content)
      const index = table.column(column)
      const [largest] = table.rows.toSorted((one, other) => Number(other[index]) - Number(one[index]))
      return said(`The largest "${column}" stands in the row ${largest?.[0]}.`)
    },
  },
  {
    name: 'report of sums',
    forms: [
      'Write the sum of {column} for each {group} of {from} to {to}',
      'Report {column} by {group}: the sums of {from}, into {to}',
    ],
    ways: writing,
    adds: true,
    *run({ column = '', group = '', from = '', to = '' }, hands): Steps<Done> {
      const { path, content } = yield* readWhole(from, hands)
      const table = tableOf(path, content)
      const [name, value] = [table.column(group), table.column(column)]
      const sums = new Map<string, number>()
      for (const row of table.rows) {
        const key = row[name] ?? ''
        sums.set(key, (sums.get(key) ?? 0) + Number(row[value] ?? 0))
      }
      const lines = [...sums].map(([key, sum]) => `${key}: ${sum}`).sort()
      return { says: `Reported "${path}" in "${to}".`, written: yield* write(to, joined(lines), hands) }
    },
  },
]
