import { namesExactly, rewritten, type Task } from '../task.js'
import { docs, log, todo } from './texts.js'

export const fileTasks: readonly Task[] = [
  {
    name: 'largest file',
    words: 'Which is the largest file in "docs"?',
    files: { ...docs, 'big.txt': log },
    isRight(answer, before) {
      const sizes = Object.entries(before).filter(([path]) => path.startsWith('docs/'))
      const [largest] = sizes.sort(([, one], [, other]) => other.length - one.length)
      return largest !== undefined && namesExactly(answer, before, [largest[0]])
    },
  },
  {
    name: 'a file far below',
    words: 'Is there a file named "history.md"?',
    files: docs,
    isRight: (answer, before) => /^yes\b/i.test(answer) && namesExactly(answer, before, ['docs/old/history.md']),
  },
  {
    name: 'no such file',
    words: 'Is there a file named "budget.md"?',
    files: docs,
    isRight: (answer) => /^no\b/i.test(answer),
  },
  {
    name: 'files that are the same',
    words: 'Are "a/todo.txt" and "b/todo.txt" the same?',
    files: { 'a/todo.txt': todo, 'b/todo.txt': todo },
    isRight: (answer, before) => answer.includes(before['a/todo.txt'] === before['b/todo.txt'] ? 'same' : 'different'),
  },
  {
    name: 'files that differ',
    words: 'Are "a/todo.txt" and "b/todo.txt" the same?',
    files: { 'a/todo.txt': todo, 'b/todo.txt': todo.replace('rent', 'bill') },
    isRight: (answer, before) => answer.includes(before['a/todo.txt'] === before['b/todo.txt'] ? 'same' : 'different'),
  },
  {
    name: 'create a file',
    words: 'Create the file "out/hello.txt" with the line "Good morning, Ada"',
    files: { 'todo.txt': todo },
    leaves: (before) => ({ ...before, 'out/hello.txt': 'Good morning, Ada\n' }),
  },
  {
    name: 'copy a file',
    words: 'Copy "todo.txt" to "backup/todo.txt"',
    files: { 'todo.txt': todo },
    leaves: (before) => ({ ...before, 'backup/todo.txt': before['todo.txt'] ?? '' }),
  },
  {
    name: 'append a line',
    words: 'Append the line "feed the cat" to "todo.txt"',
    files: { 'todo.txt': todo },
    leaves: rewritten('todo.txt', (content) => `${content}feed the cat\n`),
  },
  {
    name: 'append to a file that is elsewhere',
    words: 'Append the line "five" to "notes.txt"',
    files: docs,
    leaves: rewritten('docs/old/deep/notes.txt', (content) => `${content}five\n`),
  },
  {
    name: 'copy, then append',
    words: 'Copy "todo.txt" to "copy.txt", then append the line "feed the cat" to "copy.txt"',
    files: { 'todo.txt': todo },
    leaves: (before) => ({ ...before, 'copy.txt': `${before['todo.txt']}feed the cat\n` }),
  },
]
