import { outputs } from '@artoo/roles'
import type { Message } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import { offlineModel } from './offline-model.js'

type Name = keyof typeof outputs

const model = offlineModel()
const { signal } = new AbortController()

function respond(name: string, data: unknown, ...results: readonly Message[]) {
  const messages: Message[] = [
    { role: 'system', content: 'instruction' },
    { role: 'user', content: JSON.stringify(data, null, 2) },
    ...results,
  ]
  return model.generate({ messages, output: { name, schema: {} } }, { signal })
}

async function answer<N extends Name>(name: N, data: unknown, ...results: readonly Message[]) {
  const { text } = await respond(name, data, ...results)
  return outputs[name].parse(JSON.parse(text)) as ReturnType<(typeof outputs)[N]['parse']>
}

async function call(data: unknown, ...results: readonly Message[]) {
  const { toolCalls, finishReason } = await respond('execution', data, ...results)
  expect([toolCalls.length, finishReason]).toEqual([1, 'tool_calls'])
  return toolCalls[0]
}

const result = (name: string, content: string): Message => ({ role: 'tool', toolCallId: '1', name, content })
const asked = (question: object) => ({ intent: 'as planned', context: JSON.stringify(question) })
const tools = ['glob', 'read_file', 'shell'].map((name) => ({ name }))

const explains = expect.stringContaining('createArtoo({ model })')

describe('as R1', () => {
  it('hands the words on', async () => {
    const spec = await answer('task_spec', { text: '  How many lines are in README.md? ', clarifications: [] })
    expect(spec).toEqual({ intent: 'How many lines are in README.md?', scope: null, deadline: null, questions: [] })
  })
})

describe('as R2', () => {
  it.each([
    ['Which Markdown files are in docs?', 'List the files that match "docs/**/*.md"', ['glob']],
    ['How many files are in docs?', 'Count the files that match "docs/**/*"', ['shell']],
    ['How many lines are in a.md?', 'Count the lines of "a.md"', ['read_file', 'shell']],
    ['How many lines are in the Rust files?', 'Count the lines of all files that match "**/*.rs"', ['shell']],
    ['What is the largest file?', 'Find the largest file that matches "**/*"', ['glob']],
    ['Which files mention "x"?', 'List the files that contain "x" among "**/*"', ['shell']],
  ])('plans %s', async (intent, planned, needed) => {
    const plan = await answer('plan', { intent, tools, directive: null })
    expect(plan.subtasks).toEqual([expect.objectContaining({ intent: planned, sequence: 1, tools: needed })])
  })

  it('looks for the name of a file that is not where the user said', async () => {
    const constraints = { mustNot: ['use read_file on docs/a.md'] }
    const plan = await answer('plan', { intent: 'How many lines are in docs/a.md?', tools, constraints })
    expect(plan.subtasks[0]).toMatchObject({
      tools: ['glob', 'shell'],
      intent: expect.stringContaining('named "a.md"'),
    })
  })

  it.each([
    ['what it does not know', { intent: 'Write a poem', tools }, explains],
    ['a request without data', 'plain words', explains],
    [
      'a question whose tools are missing',
      { intent: 'How many lines are in a.md?', tools: [{ name: 'glob' }] },
      expect.stringContaining('without the tools read_file and shell: give createArtoo({ tools'),
    ],
  ])('plans nothing and says why for %s', async (_, data, why) => {
    expect(await answer('plan', data)).toMatchObject({ subtasks: [], criteria: [], impossible: why })
  })
})

describe('as R3', () => {
  it('lists files with glob', async () => {
    const data = asked({ kind: 'list', pattern: 'docs/*' })
    expect(await call(data)).toMatchObject({ name: 'glob', input: { pattern: 'docs/*' } })
    await expect(answer('execution', data, result('glob', 'docs/a.md\n[1 file]'))).resolves.toMatchObject({
      status: 'completed',
      output: 'docs/a.md',
    })
    const some = 'docs/a.md\n[1 of 1,200 files shown]'
    expect(await answer('execution', data, result('glob', some))).toMatchObject({ output: some })
  })

  it('names the largest file, also when its name holds a tab', async () => {
    const data = asked({ kind: 'largest', pattern: '**/*' })
    expect(await call(data)).toMatchObject({ input: { pattern: '**/*', sort: 'size', limit: 1 } })
    const found = result('glob', 'a\tb.md\t120\n[1 of 4 files shown]')
    expect(await answer('execution', data, found)).toMatchObject({ output: 'a\tb.md is the largest, with 120 bytes.' })
    const none = result('glob', 'no file matches **/*')
    expect(await answer('execution', data, none)).toMatchObject({ output: 'no file matches **/*' })
  })

  it('counts the lines of a file that it can read', async () => {
    const data = asked({ kind: 'lines_of_file', path: "it's.md" })
    expect(await call(data)).toMatchObject({ name: 'read_file', input: { path: "it's.md", startLine: 1, endLine: 1 } })
    const read = result('read_file', '     1\t# Title\n[read_file: whole file, 1 line, 8 bytes]')
    expect(await call(data, read)).toMatchObject({ name: 'shell', input: { command: "wc -l -- 'it'\\''s.md'" } })
    const done = await answer('execution', data, read, result('shell', "42 it's.md\n[exit 0]"))
    expect(done).toEqual({ status: 'completed', output: "it's.md has 42 lines.", reason: null })
  })

  it('reports a failed call as it is', async () => {
    const data = asked({ kind: 'lines_of_file', path: 'a.md' })
    const missing = result('read_file', '[error: path_not_found]\na.md does not exist')
    const reported = await answer('execution', data, missing)
    expect(reported).toEqual({ status: 'failed', output: '', reason: 'a.md does not exist' })
  })

  it.each(['{"error": {', '{"error":"x"}', '{"error":1,"output":"y"}'])(
    'takes a file that begins with %s for a file',
    async (line) => {
      const data = asked({ kind: 'lines_of_file', path: 'a.json' })
      expect(await call(data, result('read_file', line))).toMatchObject({ name: 'shell' })
    },
  )

  it('says where else a file of that name is', async () => {
    const data = asked({ kind: 'lines_by_name', name: 'a[1].md' })
    expect(await call(data)).toMatchObject({ input: { pattern: '**/a\\[1\\].md' } })
    const found = result('glob', 'docs/a[1].md\nsrc/a[1].md\n[2 files]')
    expect(await call(data, found)).toMatchObject({ input: { command: "wc -l -- 'docs/a[1].md'" } })
    const done = await answer('execution', data, found, result('shell', '3 docs/a[1].md\n[exit 0]'))
    expect(done.output).toBe('docs/a[1].md has 3 lines. Other files of that name: src/a[1].md.')
    const none = await answer('execution', data, result('glob', 'no file matches **/a[1].md'))
    expect(none).toMatchObject({ status: 'failed', reason: 'no file is named a[1].md' })
  })

  it.each([
    ['./docs/a.md\n./b.md\n[exit 0]', 'docs/a.md\nb.md'],
    ['(no output)\n[exit 0]', 'No file mentions "x 1".'],
  ])('lists the files that mention a text', async (output, expected) => {
    const data = asked({ kind: 'mentions', text: 'x 1', pattern: '**/*' })
    expect(await answer('execution', data, result('shell', output))).toMatchObject({ output: expected })
  })

  it.each([
    [{ kind: 'lines_of_matching', pattern: '*.md' }, 'The files that match "*.md" have 7 lines in all.'],
    [{ kind: 'count_files', pattern: '*.md' }, '7 files match "*.md".'],
  ])('counts', async (question, expected) => {
    expect(await answer('execution', asked(question), result('shell', '7\n[exit 0]'))).toMatchObject({
      output: expected,
    })
  })

  it('takes no count that came with a complaint', async () => {
    const data = asked({ kind: 'count_files', pattern: '*' })
    const partial = result('shell', '7\n[stderr]\nfind: secret: Permission denied\n[exit 0]')
    expect(await answer('execution', data, partial)).toMatchObject({ status: 'failed' })
  })

  it('explains itself when it is given something that it does not know', async () => {
    const done = await answer('execution', { intent: 'Explain what the offline model can do', context: '' })
    expect(done).toEqual({ status: 'failed', output: '', reason: explains })
  })

  it.each(['Write a poem', '{"kind":"toString"}'])('fails a subtask that it does not know: %s', async (context) => {
    const done = await answer('execution', { intent: 'Write a poem', context })
    expect(done).toEqual({ status: 'failed', output: '', reason: explains })
  })

  it("reads another planner's subtask if it knows the question", async () => {
    const data = { intent: 'How many files are in docs?', context: 'mind the hidden ones' }
    expect(await call(data)).toMatchObject({ name: 'shell' })
  })
})

describe('as R4a', () => {
  const criteria = [{ criterion: 1 }, { criterion: 3 }]
  const counted = { target: "wc -l -- 'docs/a.md'", output: '42 docs/a.md\n[exit 0]' }

  async function verdict(output: string, toolCalls: readonly object[] = [counted], intent = 'Count') {
    const { verdicts, correction } = await answer('verdicts', { intent, criteria, output, toolCalls })
    expect(verdicts.map(({ criterion }) => criterion)).toEqual([1, 3])
    expect(correction === null).toBe(verdicts[0]?.verdict === 'pass')
    return verdicts[0]?.verdict
  }

  it.each([
    ['a number and a path that stand in the result', 'docs/a.md has 42 lines.'],
    ['a path with another spelling', './docs/a.md has 42 lines, says docs/.'],
    ['no claim at all', 'Nothing found.'],
  ])('passes %s', async (_, output) => {
    await expect(verdict(output)).resolves.toBe('pass')
  })

  it.each([
    ['another number', 'docs/a.md has 43 lines.'],
    ['a part of the number', 'docs/a.md has 4 lines.'],
    ['a longer number', 'docs/a.md has 142 lines.'],
    ['a decimal', 'docs/a.md has 42.5 lines.'],
    ['a negligible truth beside a lie', '42 lines, 7 of them empty'],
    ['the exit code as a count', 'docs/a.md has 0 lines.'],
    ['another path', 'docs/b.md has 42 lines.'],
    ['a part of the path', 'cs/a.md has 42 lines.'],
    ['a file name without a folder', 'b.md has 42 lines.'],
    ['a lie in quotation marks', 'docs/a.md has "99" lines.'],
    ['an empty output', ''],
  ])('fails %s', async (_, output) => {
    await expect(verdict(output)).resolves.toBe('fail')
  })

  it('fails every number when no tool was called', async () => {
    await expect(verdict('It has 42 lines.', [])).resolves.toBe('fail')
  })

  it('takes no number from what the executor itself wrote into a call', async () => {
    const call = { target: 'head -n 40 docs/a.md', output: '# Title' }
    await expect(verdict('docs/a.md has 40 lines.', [call])).resolves.toBe('fail')
  })

  it('lets the output quote the question', async () => {
    const call = { target: 'grep …', output: '(no output)\n[exit 0]' }
    const intent = 'List the files that contain "Law 1" among "**/*"'
    await expect(verdict('No file mentions "Law 1".', [call], intent)).resolves.toBe('pass')
    await expect(verdict('No file mentions "Law 2".', [call], intent)).resolves.toBe('fail')
  })
})

describe('as R4b', () => {
  const criteria = [{ criterion: 1 }]

  it('joins the outputs', async () => {
    const data = { criteria, outcomes: [{ output: 'one' }, { output: 'two' }] }
    expect(await answer('verification', data)).toMatchObject({ output: 'one\ntwo', verdicts: [{ verdict: 'pass' }] })
  })

  it.each([[[]], [[{ output: 'one' }, { output: '' }]], [[{}]]])(
    'rejects when an output is missing: %j',
    async (outcomes) => {
      expect(await answer('verification', { criteria, outcomes })).toMatchObject({ verdicts: [{ verdict: 'fail' }] })
    },
  )
})

describe('the offline model', () => {
  it('answers the same request alike, with estimated usage', async () => {
    const data = { intent: 'How many lines are in a.md?', tools }
    const [first, second] = [await respond('plan', data), await respond('plan', data)]
    expect(first).toEqual(second)
    expect(first.usage?.inputTokens).toBeGreaterThan(0)
  })

  it.each(['toString', 'poem'])('refuses another output than the roles ask for: %s', async (name) => {
    await expect(respond(name, {})).rejects.toMatchObject({ code: 'unknown_output' })
  })

  it('refuses an aborted call', async () => {
    const request = { messages: [], output: { name: 'plan', schema: {} } }
    await expect(model.generate(request, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
  })
})
