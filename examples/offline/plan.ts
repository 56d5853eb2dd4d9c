import type { ModelRequest } from '@artoo/spec'
import { explanation, toolsMissing } from './explanation.js'
import { parseQuestion } from './parse-question.js'
import type { Question } from './question.js'
import { type Data, dataOf, isData, list, type Turn, text } from './turn.js'

const toolsFor: Readonly<Record<Question['kind'], readonly string[]>> = {
  list: ['glob'],
  count_files: ['shell'],
  lines_of_file: ['read_file', 'shell'],
  lines_of_matching: ['shell'],
  largest: ['glob'],
  mentions: ['shell'],
  lines_by_name: ['glob', 'shell'],
}

/** R2: one subtask for a question it knows; when a path turned out to be blocked, the same question by file name. */
export function plan(request: ModelRequest): Turn {
  const data = dataOf(request)
  const asked = parseQuestion(text(data.intent ?? data.rawInput))
  const question = asked && redirected(asked, data)
  const available = list(data.tools).map((tool) => text(tool.name))
  if (!question) return impossible(explanation)
  const missing = toolsFor[question.kind].filter((tool) => !available.includes(tool))
  if (missing.length > 0) return impossible(toolsMissing(missing))
  return {
    json: {
      criteria: [{ text: 'The answer states what was asked for, as the tools found it', mode: 'verifiable' }],
      subtasks: [
        {
          intent: inWords(question),
          sequence: 1,
          criteria: [{ text: 'Every number and path in the output stands in a tool result', mode: 'verifiable' }],
          tools: toolsFor[question.kind],
          context: JSON.stringify(question),
        },
      ],
    },
  }
}

/** The controller's `change_path`: the file isn't where the user said, so look for its name. */
function redirected(question: Question, { constraints }: Data): Question {
  if (question.kind !== 'lines_of_file' || !isData(constraints)) return question
  if (!JSON.stringify(constraints.mustNot ?? []).includes(question.path)) return question
  return { kind: 'lines_by_name', name: question.path.split('/').at(-1) ?? question.path }
}

function inWords(question: Question): string {
  switch (question.kind) {
    case 'list':
      return `List the files that match "${question.pattern}"`
    case 'count_files':
      return `Count the files that match "${question.pattern}"`
    case 'lines_of_file':
      return `Count the lines of "${question.path}"`
    case 'lines_of_matching':
      return `Count the lines of all files that match "${question.pattern}"`
    case 'largest':
      return `Find the largest file that matches "${question.pattern}"`
    case 'mentions':
      return `List the files that contain "${question.text}" among "${question.pattern}"`
    case 'lines_by_name':
      return `Find the file named "${question.name}" wherever it is and count its lines`
  }
}

function impossible(why: string): Turn {
  return { json: { criteria: [], subtasks: [], impossible: why } }
}
