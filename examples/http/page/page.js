const byId = (id) => document.getElementById(id)
const [form, text, start, stop] = ['form', 'text', 'start', 'stop'].map(byId)
const [stations, log, result] = ['stations', 'log', 'result'].map(byId)

const names = {
  R1: 'Perceiver',
  R2: 'Planner',
  R3: 'Executor',
  R4a: 'Validator',
  R4b: 'Meta-validator',
  R7: 'Controller',
}

/** In place of a session: every tab is somebody else. */
const user = sessionStorage.getItem('user') ?? `guest-${crypto.randomUUID().slice(0, 8)}`
sessionStorage.setItem('user', user)

let client = null
let task = null

/** The only way that anything gets into the document: what models say is text, whatever it looks like. */
function element(tag, { text, ...properties } = {}, ...children) {
  const created = Object.assign(document.createElement(tag), properties)
  if (text !== undefined) created.textContent = text
  created.append(...children)
  return created
}

const listOf = (tag, texts) => element(tag, {}, ...texts.map((text) => element('li', { text })))

function badge(text, kind = '') {
  return element('span', { className: `badge ${kind}`, text })
}

function setBadge(badge, text, kind) {
  badge.textContent = text
  badge.className = `badge ${kind}`
}

function note(who, ...what) {
  const body = element('div', { className: 'what' }, ...what)
  log.append(element('li', {}, element('span', { className: 'who', text: who }), body))
  return body
}

function at(role) {
  for (const station of stations.children) {
    if (station.dataset.role === role) station.setAttribute('aria-current', 'step')
    else station.removeAttribute('aria-current')
    if (station.dataset.role === role) station.classList.add('visited')
  }
}

function post(path, body, signal) {
  const headers = { 'content-type': 'application/json', 'x-user': user }
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

async function problemOf(response) {
  const { error } = await response.json().catch(() => ({}))
  return error?.message ?? `the server answered ${response.status}`
}

const show = {
  started({ taskId }) {
    task = { id: taskId, intents: new Map(), calls: new Map(), questions: new Map() }
    stations.hidden = false
  },
  thinking({ role }) {
    at(role)
  },
  understood({ intent, scope }) {
    note(names.R1, intent, scope ? element('div', { className: 'quiet', text: scope }) : '')
  },
  questions: inquire,
  questions_answered: answered,
  planned({ round, criteria, subtasks }) {
    const intents = subtasks.map(({ intent }) => intent)
    const plan = intents.length === 1 ? intents[0] : listOf('ol', intents)
    const goal = element('div', { className: 'quiet', text: `Done when: ${criteria.join('; ')}` })
    note(names.R2, plan, round > 1 ? badge(`plan ${round}`) : '', goal)
  },
  subtask({ subtaskId, intent }) {
    task.intents.set(subtaskId, intent)
  },
  tool_call({ callId, tool }) {
    at('R3')
    const state = badge('…')
    const what = element('code', { text: tool })
    task.calls.set(callId, { state, what })
    note(names.R3, what, state)
  },
  tool_result({ callId, tool, target, status, code }) {
    const { state, what } = task.calls.get(callId) ?? {}
    if (!state) return
    if (target) what.textContent = `${tool} ${target}`
    setBadge(state, code?.replaceAll('_', ' ') ?? status, status === 'ok' ? 'good' : 'bad')
  },
  retry({ role, message }) {
    note(names[role], badge(message, 'warn alone'))
  },
  correction({ attempt, whatToDo }) {
    note(names.R4a, whatToDo, badge(`attempt ${attempt}`, 'warn'))
  },
  outcome({ subtaskId, status, attempts }) {
    const tries = attempts > 1 ? ` after ${attempts} attempts` : ''
    note(names.R4a, task.intents.get(subtaskId) ?? '', badge(status + tries, status === 'matched' ? 'good' : 'bad'))
  },
  decision({ directive, rationale, loss }) {
    at('R7')
    const numbers = element('div', {
      className: 'quiet',
      text: `${directive.replace('_', ' ')}, loss ${loss.toFixed(2)}`,
    })
    note(names.R7, rationale, numbers)
  },
  trouble({ code }) {
    note('Trouble', badge(code.replaceAll('_', ' '), 'bad alone'))
  },
  confirmation: ask,
  answered({ id, allowed, by, done }) {
    const entry = task.questions.get(id)
    if (!entry) return
    task.questions.delete(id)
    const { item, action } = entry
    const state = badge(done ? 'done by hand' : allowed ? 'allowed' : 'refused', allowed || done ? 'good' : 'bad')
    const who = element('span', { className: 'who', text: by === user ? 'You' : (by ?? 'Nobody') })
    const hadFocus = item.contains(document.activeElement)
    item.className = ''
    item.replaceChildren(who, element('div', { className: 'what' }, action, state))
    item.tabIndex = -1
    if (hadFocus) item.focus({ preventScroll: true })
    document.title = task.questions.size > 0 ? 'Your decision · artoo' : 'artoo'
  },
  result: conclude,
}

/** One card for the questions that are asked together. An access is given as a name and a secret, which is in no event. */
function inquire({ questions }) {
  const fields = questions.map(fieldsOf)
  const send = element('button', { type: 'submit', className: 'primary', text: 'Answer' })
  const status = element('span', { className: 'hint', text: 'What you leave empty is gone on without.' })
  const heading = element('h2', { id: `question-${questions[0].id}`, tabIndex: -1, text: 'It asks you' })
  const body = fields.map(({ box }) => box)
  const card = element(
    'form',
    { className: 'card' },
    heading,
    ...body,
    element('div', { className: 'row' }, send, status),
  )
  card.setAttribute('aria-labelledby', heading.id)
  const item = element('li', { className: 'asks' }, card)
  task.questions.set(questions[0].id, { item, questions })
  log.append(item)
  const { id: taskId } = task
  card.addEventListener('submit', async (event) => {
    event.preventDefault()
    send.disabled = true
    try {
      const answers = Object.fromEntries(fields.map(({ id, value }) => [id, value()]))
      const response = await post(`/tasks/${encodeURIComponent(taskId)}/answers`, answers)
      if (response.ok) return
      status.textContent = await problemOf(response)
    } catch {
      status.textContent = 'The server can’t be reached.'
    }
    send.disabled = false
  })
  document.title = 'Your answer · artoo'
  heading.focus({ preventScroll: true })
  item.scrollIntoView({ block: 'nearest' })
}

function fieldsOf({ id, kind, question, choices = [] }) {
  const [name, secret] = [`name-${id}`, `secret-${id}`]
  if (kind === 'access') {
    const key = element('input', { id: name, placeholder: 'name, such as token' })
    const input = element('input', { id: secret, type: 'password', autocomplete: 'off' })
    key.setAttribute('aria-label', 'Name of the access')
    const label = element('label', { htmlFor: secret, text: `Access to ${question}` })
    const value = () =>
      input.value ? { granted: true, context: { [key.value || 'token']: input.value } } : { granted: false }
    return { id, value, box: element('p', {}, label, key, input) }
  }
  const list = element('datalist', { id: `choices-${id}` }, ...choices.map((value) => element('option', { value })))
  const input = element('input', { id: name, autocomplete: 'off' })
  input.setAttribute('list', list.id)
  return {
    id,
    value: () => input.value,
    box: element('p', {}, element('label', { htmlFor: name, text: question }), input, list),
  }
}

function answered({ answers }) {
  const ids = answers.flatMap(({ to }) => to)
  const asked = [...task.questions.values()].find(({ questions = [] }) => questions.some(({ id }) => ids.includes(id)))
  if (!asked) return
  const { item, questions } = asked
  task.questions.delete(questions[0].id)
  const by = answers.find((answer) => answer.by !== null)?.by ?? null
  const who = element('span', { className: 'who', text: by === user ? 'You' : (by ?? 'Nobody') })
  const texts = questions.map(({ question }) => question)
  item.className = ''
  item.replaceChildren(
    who,
    element(
      'div',
      { className: 'what' },
      listOf('ul', texts),
      badge(by === null ? 'not answered' : 'answered', by === null ? 'warn' : 'good'),
    ),
  )
  document.title = task.questions.size > 0 ? 'Your decision · artoo' : 'artoo'
}

function ask({ id, tool, action, reason, change, parts = [], offers = [] }) {
  const heading = element('h2', { id: `question-${id}`, tabIndex: -1, text: `May it ${action}?` })
  const allow = element('button', { type: 'button', className: 'primary', text: 'Allow' })
  const offer = offers.find((one) => one.allow === 'task')
  const repeats = offer ? [element('button', { type: 'button', text: `Allow ${offer.rule} for this task` })] : []
  const refuse = element('button', { type: 'button', text: 'Refuse' })
  const status = element('span', { className: 'hint', text: 'Take your time: the task’s clock stands still.' })
  const card = element(
    'div',
    { className: 'card', role: 'group' },
    heading,
    element('p', {}, element('code', { text: tool }), ` asks, because ${reason}.`),
    ...(parts.length > 1 ? [element('ul', {}, ...parts.map(partOf))] : []),
    ...changeOf(change),
    element('div', { className: 'row' }, allow, ...repeats, refuse, status),
  )
  card.setAttribute('aria-labelledby', heading.id)
  const item = element('li', { className: 'asks' }, card)
  task.questions.set(id, { item, action })
  const { state } = task.calls.get(id) ?? {}
  if (state) setBadge(state, 'waits for you', 'warn')
  log.append(item)

  const { id: taskId } = task
  const buttons = [allow, ...repeats, refuse]
  async function answer(scope) {
    for (const button of buttons) button.disabled = true
    const path = `/tasks/${encodeURIComponent(taskId)}/confirmations/${encodeURIComponent(id)}`
    try {
      const response = await post(path, { allow: scope })
      if (response.ok) return
      status.textContent = await problemOf(response)
    } catch {
      status.textContent = 'The server can’t be reached.'
    }
    for (const button of buttons) button.disabled = false
  }
  allow.addEventListener('click', () => answer('once'))
  for (const button of repeats) button.addEventListener('click', () => answer('task'))
  refuse.addEventListener('click', () => answer(false))
  document.title = 'Your decision · artoo'
  // Not away from a question that is being read.
  if (task.questions.size > 1) return
  // The heading, not a button: a key that was on its way must not decide.
  heading.focus({ preventScroll: true })
  item.scrollIntoView({ block: 'nearest' })
}

/** A part of a command that is not known to be harmless, with what it does. */
const partOf = ({ text, does }) => element('li', {}, element('code', { text }), ` ${does}`)

function changeOf(change) {
  if (!change) return []
  const { bytesBefore, bytesAfter, diff } = change
  const size = element('p', { className: 'quiet', text: `${bytesBefore} bytes become ${bytesAfter}.` })
  if (diff === null) return [size]
  const kinds = { '+': 'good', '-': 'bad', '@': 'place' }
  const kindOf = (line, index) => (index < 2 ? 'place' : kinds[line[0]]) ?? ''
  const lines = diff.trimEnd().split('\n')
  const spans = lines.map((line, index) => element('span', { className: kindOf(line, index), text: line }))
  const block = element('pre', { className: 'diff', tabIndex: 0 }, ...spans)
  block.setAttribute('aria-label', 'What would change')
  return [size, block]
}

function card(kind, title, ...children) {
  result.replaceChildren(element('div', { className: `card ${kind}` }, element('h2', { text: title }), ...children))
  result.scrollIntoView({ block: 'nearest' })
}

function conclude({ status, reason, output, summary, missing, nextMoves, usage }) {
  const titles = { complete: 'Done', partial: 'Done in part', failed: `Not done: ${reason.replaceAll('_', ' ')}` }
  const section = (title, ...content) => [element('h3', { text: title }), ...content]
  const lacking = missing.map(({ what, needs }) => `${what}: ${needs}`)
  card(
    status === 'failed' ? 'failed' : 'done',
    titles[status],
    ...(output === null ? [] : [element('div', { className: 'output', text: output })]),
    element('p', { text: summary }),
    ...(lacking.length > 0 ? section('Missing', listOf('ul', lacking)) : []),
    ...(nextMoves.length > 0 ? section('Try next', listOf('ul', nextMoves)) : []),
    ...section('Bill', bill(usage)),
  )
}

const numberOf = new Intl.NumberFormat('en', { maximumFractionDigits: 4 }).format

function bill(usage) {
  const roles = Object.entries(usage).sort(([one], [other]) => one.localeCompare(other))
  const hasCost = roles.some(([, { cost }]) => cost > 0)
  const columns = ['modelCalls', 'inputTokens', 'outputTokens', ...(hasCost ? ['cost'] : [])]
  const heads = { modelCalls: 'Calls', inputTokens: 'Tokens in', outputTokens: 'Tokens out', cost: 'Cost' }
  const numbers = (spent) => columns.map((column) => element('td', { text: numberOf(spent[column]) }))
  const sum = (column) => roles.reduce((total, [, spent]) => total + spent[column], 0)
  const total = Object.fromEntries(columns.map((column) => [column, sum(column)]))
  const row = (name, spent) => element('tr', {}, element('th', { scope: 'row', text: name }), ...numbers(spent))
  const headRow = ['Role', ...columns.map((column) => heads[column])].map((text) =>
    element('th', { scope: 'col', text }),
  )
  const rows = roles.map(([role, spent]) => row(names[role] ?? role, spent))
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...headRow)),
    element('tbody', {}, ...rows, row('All', total)),
  )
}

/** Server-Sent Events from a response: `EventSource` can't POST. */
async function* eventsOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      if (name) yield { name, data: JSON.parse(data) }
    }
  }
}

async function run(signal) {
  const response = await post('/tasks', { text: text.value }, signal)
  if (!response.ok) return card('failed', 'That didn’t start', element('p', { text: await problemOf(response) }))
  let ended = false
  for await (const { name, data } of eventsOf(response)) {
    if (Object.hasOwn(show, name)) show[name](data)
    ended ||= name === 'result'
  }
  if (!ended) card('failed', 'The connection broke', element('p', { text: 'The task has ended with it.' }))
}

function setBusy(isBusy) {
  document.body.classList.toggle('busy', isBusy)
  start.disabled = isBusy
  stop.disabled = !isBusy
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (client) return
  client = new AbortController()
  const { signal } = client
  log.replaceChildren()
  result.replaceChildren()
  for (const station of stations.children) station.className = ''
  at(null)
  setBusy(true)
  try {
    await run(signal)
  } catch (error) {
    if (signal.aborted) return card('', 'Stopped', element('p', { text: 'The task ended when you left it.' }))
    console.error(error)
    card('failed', 'The connection broke', element('p', { text: 'Is the server still running?' }))
  } finally {
    client = null
    at(null)
    for (const { item } of task?.questions.values() ?? []) item.remove()
    task = null
    document.title = 'artoo'
    setBusy(false)
  }
})

stop.addEventListener('click', () => client?.abort())

text.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
})
