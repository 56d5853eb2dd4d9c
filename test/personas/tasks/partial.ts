import type { Task } from '../task.js'
import { todo } from './texts.js'

const script = 'bin/upload.sh'
const token = 'UPLOAD_TOKEN'

const files = {
  'todo.txt': todo,
  [script]: `: "\${${token}:?${token} is not set}"\necho "uploaded $1"\n`,
}

/** Requests of which one part can be done and one can't: right is to do that one, and to name what the other lacks. */
export const partialTasks: readonly Task[] = [
  {
    name: 'copy, then upload',
    words: `Copy "todo.txt" to "out/todo.txt", then upload "out/todo.txt" with "${script}"`,
    files,
    leaves: (before) => ({ ...before, 'out/todo.txt': todo }),
    lacks: token,
  },
  {
    name: 'create, then upload',
    words: `Create the file "out/hello.txt" with the line "Good morning, Ada", then upload "out/hello.txt" with "${script}"`,
    files,
    leaves: (before) => ({ ...before, 'out/hello.txt': 'Good morning, Ada\n' }),
    lacks: token,
  },
  {
    name: 'count, then upload',
    words: `Count the lines of "todo.txt", then upload "todo.txt" with "${script}"`,
    files,
    isRight: (answer) => /\b4 lines\b/.test(answer),
    lacks: token,
  },
]
