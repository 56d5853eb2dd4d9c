import { joined, linesOf, numbered, rewritten, saysExactly, statesOnly, type Task } from '../task.js'
import { docs, letter, log, todo } from './texts.js'

const names = 'Mary\nAda\nGrace\nBarbara\nFrances\nAda\nMary\n'
const sales = `region,amount,year\n${numbered(12, (index) => `r${index},${(index * 31) % 97},2024`)}`
const cities = ['Lisbon', 'Porto', 'Braga']
const orders = `city,amount,day\n${numbered(30, (index) => `${cities[index % 3]},${(index * 53) % 89},${index + 1}`)}`

const cellsOf = (content = '') =>
  linesOf(content)
    .slice(1)
    .map((row) => row.split(','))

export const dataTasks: readonly Task[] = [
  {
    name: 'lines of a file',
    words: 'How many lines are in "todo.txt"?',
    files: { 'todo.txt': todo, 'letter.txt': letter },
    isRight: (answer, before) => statesOnly(answer, linesOf(before['todo.txt']).length),
  },
  {
    name: 'lines of a file that is elsewhere',
    words: 'How many lines are in "notes.txt"?',
    files: docs,
    isRight: (answer, before) => statesOnly(answer, linesOf(before['docs/old/deep/notes.txt']).length),
  },
  {
    name: 'lines of a long file',
    words: 'Count the lines of "app.log"',
    files: { 'app.log': log },
    isRight: (answer, before) => statesOnly(answer, linesOf(before['app.log']).length),
  },
  {
    name: 'sum of a column',
    words: 'What is the sum of the column "amount" in "sales.csv"?',
    files: { 'sales.csv': sales },
    isRight: (answer, before) =>
      statesOnly(
        answer,
        linesOf(before['sales.csv'])
          .slice(1)
          .reduce((sum, row) => sum + Number(row.split(',')[1]), 0),
      ),
  },
  {
    name: 'sort lines',
    words: 'Sort the lines of "names.txt"',
    files: { 'names.txt': names, 'todo.txt': todo },
    leaves: rewritten('names.txt', (content) => joined(linesOf(content).sort())),
  },
  {
    name: 'remove repeated lines',
    words: 'Remove the repeated lines of "names.txt"',
    files: { 'names.txt': names },
    leaves: rewritten('names.txt', (content) => joined([...new Set(linesOf(content))])),
  },
  {
    name: 'largest row',
    words: 'Which row of "sales.csv" has the largest "amount"?',
    files: { 'sales.csv': sales },
    isRight(answer, before) {
      const rows = cellsOf(before['sales.csv'])
      const most = Math.max(...rows.map(([, amount]) => Number(amount)))
      const names = rows.map(([name = '']) => name)
      return saysExactly(
        answer,
        names,
        names.filter((_, index) => Number(rows[index]?.[1]) === most),
      )
    },
  },
  {
    name: 'report of sums',
    words: 'Write the sum of "amount" for each "city" of "orders.csv" to "reports/cities.txt"',
    files: { 'orders.csv': orders, 'todo.txt': todo },
    leaves(before) {
      const rows = cellsOf(before['orders.csv'])
      const found = [...new Set(rows.map(([city]) => city))]
      const lines = found.map((city) => {
        const sum = rows.reduce((total, [other, amount]) => total + (other === city ? Number(amount) : 0), 0)
        return `${city}: ${sum}`
      })
      return { ...before, 'reports/cities.txt': joined(lines.sort()) }
    },
  },
]
