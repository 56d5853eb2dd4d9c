import type { Task } from '../task.js'
import { log, todo } from './texts.js'

const files = {
  'todo.txt': todo,
  'sales.csv': 'city,amount\nPorto,12\nLisbon,27\nBraga,3\n',
  'app.log': 'INFO start\nERROR disk\nINFO retry\nERROR disk\nERROR net\n',
}

const says =
  (...facts: readonly RegExp[]) =>
  (answer: string) =>
    facts.every((fact) => fact.test(answer))

/** Questions of two parts, of which somebody has to make one answer. */
export const mergedTasks: readonly Task[] = [
  {
    name: 'lines and a sum',
    words: 'Count the lines of "todo.txt", then add up the column "amount" of "sales.csv"',
    files,
    isRight: says(/has 4 lines/, /is 42\b/),
  },
  {
    name: 'a sum and matches',
    words: 'Add up the column "amount" of "sales.csv", then count the lines with "ERROR" in "app.log"',
    files,
    isRight: says(/is 42\b/, /^3 lines/m),
  },
  {
    name: 'two counts',
    words: 'Count the lines of "todo.txt", then count the lines of "app.log"',
    files,
    isRight: says(/"todo.txt" has 4 lines/, /"app.log" has 5 lines/),
  },
  {
    name: 'two counts, one of a long file',
    words: 'Count the lines of "todo.txt", then count the lines with "ERROR" in "long.log"',
    files: { 'todo.txt': todo, 'long.log': log },
    isRight: says(/has 4 lines/, /^29 lines/m),
  },
  {
    name: 'alike or not, twice',
    words: 'Compare "todo.txt" with "todo.bak", then compare "todo.txt" with "app.log"',
    files: { ...files, 'todo.bak': todo },
    isRight: says(/"todo.bak" are the same/, /"app.log" are different/),
  },
]
