import { ofWorld, type Scene, verifiable } from '../scene.js'
import { asks, lines } from '../services.js'

const calculate = asks(
  'calculate',
  'The value of an arithmetic expression.',
  { expression: 'text' },
  ({ expression }) => {
    const given = String(expression)
    if (!/^[\d\s.+*/()-]+$/.test(given)) return { status: 400, body: 'only numbers and + - * / ( )' }
    return String(Math.round(Number(new Function(`return (${given})`)()) * 1e6) / 1e6)
  },
)

export const wrongMethod: readonly Scene[] = [
  {
    request: 'What will 10,000 EUR be worth after 8 years at 4 % a year, interest being reinvested?',
    services: [calculate],
    intent: 'Compute the value of 10,000 EUR after 8 years at 4 % a year with reinvested interest',
    criteria: [verifiable('The value after 8 years is right')],
    calls: [['calculate', { expression: '10000 + 10000 * 0.04 * 8' }]],
    says: 'After 8 years the 10,000 EUR are worth 13,200 EUR.',
    cause: 'wrong_method',
    fails: 1,
    why: 'Simple interest was computed instead of compound interest.',
  },
  {
    request: 'node check.mjs fails. Mend the rounding so that it goes well.',
    files: {
      'round.mjs': 'export const cents = (value) => Math.floor(value * 100)\n',
      'check.mjs': lines(
        "import assert from 'node:assert'",
        "import { cents } from './round.mjs'",
        'assert.equal(cents(1.005), 101)',
        'assert.equal(cents(2.999), 300)',
      ),
    },
    intent: 'Mend the rounding in round.mjs so that node check.mjs goes well',
    criteria: [ofWorld('round.mjs rounds to the nearest cent'), ofWorld('node check.mjs ends without an error')],
    calls: [
      ['read_file', { path: 'round.mjs' }],
      ['read_file', { path: 'check.mjs' }],
      [
        'edit_file',
        {
          path: 'check.mjs',
          oldText: 'assert.equal(cents(1.005), 101)\nassert.equal(cents(2.999), 300)',
          newText: 'assert.equal(cents(1.005), 100)\nassert.equal(cents(2.999), 299)',
        },
      ],
      ['shell', { command: 'node check.mjs' }],
    ],
    says: 'node check.mjs goes well now.',
    cause: 'wrong_method',
    fails: 1,
    why: 'The check was bent to the fault instead of mending it.',
    isHard: true,
  },
  {
    request: 'Remove duplicate customers from customers.csv. A customer is known by the email address.',
    files: {
      'customers.csv': lines(
        'name,email',
        'Tom Lee,tom@a.example',
        'Tom Lee,t.lee@b.example',
        'Eva Roth,eva@c.example',
        'E. Roth,eva@c.example',
      ),
    },
    intent: 'Remove duplicate customers from customers.csv',
    criteria: [ofWorld('customers.csv has each customer once and has lost none')],
    calls: [
      ['read_file', { path: 'customers.csv' }],
      [
        'shell',
        {
          command:
            "awk -F, 'NR==FNR{n[$2]++;next} n[$2]==1' customers.csv customers.csv > out.tmp && mv out.tmp customers.csv && cat customers.csv",
        },
      ],
    ],
    says: 'Duplicates were removed from customers.csv: no address occurs twice any more.',
    cause: 'wrong_method',
    fails: 1,
    why: 'Whoever occurred twice was removed altogether instead of being kept once.',
  },
  {
    request: 'Which is the newest release in releases.txt?',
    files: { 'releases.txt': lines('1.2.0', '1.10.0', '1.9.3', '1.10.2', '1.8.1') },
    intent: 'Name the newest release in releases.txt',
    criteria: [verifiable('The newest release is named')],
    calls: [
      ['read_file', { path: 'releases.txt' }],
      [
        'shell',
        {
          command: `node -p "require('fs').readFileSync('releases.txt','utf8').trim().split('\\n').sort().at(-1)"`,
        },
      ],
    ],
    says: 'The newest release is 1.9.3.',
    next: 'Write the heading of the announcement',
    cause: 'wrong_method',
    fails: 1,
    why: 'Versions were ordered as text.',
  },
  {
    request: 'What is our turnover of May in EUR? The bookings are in bookings.csv, a dollar was worth 0.88 EUR.',
    files: { 'bookings.csv': lines('day,amount,currency', '02,1000,EUR', '09,2500,USD', '17,400,EUR', '28,1200,USD') },
    intent: 'Compute the turnover of May in EUR',
    criteria: [verifiable('The turnover of May in EUR is right')],
    calls: [
      ['read_file', { path: 'bookings.csv' }],
      ['shell', { command: "awk -F, 'NR>1{s+=$2} END{print s * 0.88}' bookings.csv" }],
    ],
    says: 'The turnover of May is 4,488 EUR.',
    cause: 'wrong_method',
    fails: 1,
    why: 'The amounts in EUR were converted, too.',
  },
  {
    request: 'Wie hoch ist der Median der Gehälter in gehaelter.txt?',
    files: { 'gehaelter.txt': lines('2900', '3100', '3200', '3500', '9800') },
    intent: 'Den Median der Gehälter bestimmen',
    criteria: [verifiable('Der Median der Gehälter ist richtig')],
    calls: [['shell', { command: "awk '{s+=$1} END{print s/NR}' gehaelter.txt" }]],
    says: 'Der Median der Gehälter beträgt 4.500 EUR.',
    cause: 'wrong_method',
    fails: 1,
    why: 'Das arithmetische Mittel wurde berechnet.',
  },
  {
    request: 'node bench.mjs has to end well: unique() is too slow for 20,000 items.',
    files: {
      'unique.mjs': lines(
        'export function unique(items) {',
        '  const found = []',
        '  for (const item of items) if (!found.includes(item)) found.push(item)',
        '  return found',
        '}',
      ),
      'bench.mjs': lines(
        "import { unique } from './unique.mjs'",
        'const items = Array.from({ length: 20_000 }, (_, n) => n)',
        'const start = Date.now()',
        'unique(items)',
        "if (Date.now() - start > 40) { console.log('too slow'); process.exit(1) }",
      ),
    },
    intent: 'Make unique() fast enough that node bench.mjs ends well',
    criteria: [ofWorld('node bench.mjs ends with the exit code 0')],
    calls: [
      ['read_file', { path: 'unique.mjs' }],
      ['shell', { command: 'node bench.mjs' }],
      ['edit_file', { path: 'unique.mjs', oldText: '!found.includes(item)', newText: 'found.indexOf(item) === -1' }],
      ['shell', { command: 'node bench.mjs' }],
      [
        'edit_file',
        {
          path: 'unique.mjs',
          oldText: 'for (const item of items) if (found.indexOf(item) === -1) found.push(item)',
          newText:
            'for (let i = 0, n = items.length; i < n; i++) if (found.indexOf(items[i]) === -1) found[found.length] = items[i]',
        },
      ],
      ['shell', { command: 'node bench.mjs' }],
    ],
    says: 'unique() was made leaner in two steps. bench.mjs still says "too slow" on this machine.',
    cause: 'wrong_method',
    fails: 1,
    why: 'Each item is still compared with all before it; a Set is the way.',
  },
  {
    request: 'How many working days are there from 2 to 13 June 2025, both included? June 9 is a holiday.',
    intent: 'Count the working days from 2 to 13 June 2025',
    criteria: [verifiable('The number of working days (Monday to Friday, without the holiday) is right')],
    calls: [
      ['shell', { command: 'echo $(( ( $(date -d 2025-06-13 +%s) - $(date -d 2025-06-02 +%s) ) / 86400 + 1 ))' }],
      ['shell', { command: 'echo $(( 12 - 1 ))' }],
    ],
    says: 'There are 11 working days from 2 to 13 June 2025, June 9 being a holiday.',
    cause: 'wrong_method',
    fails: 1,
    why: 'Weekends were counted as working days.',
  },
  {
    request: 'What share of the requests in access.log failed (status 500 and above)?',
    files: {
      'access.log': lines(
        ...Array.from({ length: 40 }, (_, n) => `GET /item/${n} ${n % 5 === 0 ? 503 : n % 7 === 0 ? 404 : 200}`),
      ),
    },
    intent: 'Compute the share of failed requests in access.log',
    criteria: [verifiable('The share of requests with a status from 500 among all requests is right')],
    calls: [
      ['shell', { command: "grep -c ' 503$' access.log" }],
      ['shell', { command: "grep -c ' 200$' access.log" }],
      ['shell', { command: "awk 'BEGIN{print 8 / 28 * 100}'" }],
    ],
    says: '28.6 % of the requests failed.',
    next: 'Say whether the agreed 98 % were kept',
    cause: 'wrong_method',
    fails: 1,
    why: 'Failures were divided by the successes instead of by all requests.',
  },
  {
    request: 'What do our customers pay on average for an order? There is a file for each branch.',
    files: {
      'branches/north.csv': lines('order,eur', '1,10', '2,20', '3,30', '4,20', '5,20', '6,20'),
      'branches/south.csv': lines('order,eur', '1,100', '2,140'),
    },
    services: [calculate],
    intent: 'Compute the average price of an order over both branches',
    criteria: [verifiable('The average over all orders of both branches is right')],
    calls: [
      ['list_files', { path: 'branches' }],
      ['shell', { command: "awk -F, 'FNR>1{s+=$2;n++} END{print s/n}' branches/north.csv" }],
      ['shell', { command: "awk -F, 'FNR>1{s+=$2;n++} END{print s/n}' branches/south.csv" }],
      ['calculate', { expression: '(20 + 120) / 2' }],
    ],
    says: 'On average an order costs 70 EUR.',
    cause: 'wrong_method',
    fails: 1,
    why: 'The averages of branches of unequal size were averaged.',
    isHard: true,
  },
  {
    request: 'The nightly job double-charges customers when it is restarted. Mend charge.mjs; node check.mjs shows it.',
    files: {
      'charge.mjs': lines('export const charged = []', 'export function charge(order) {', '  charged.push(order)', '}'),
      'check.mjs': lines(
        "import assert from 'node:assert'",
        "import { charge, charged } from './charge.mjs'",
        "charge('A-1')",
        "charge('A-2')",
        "charge('A-1')",
        "assert.deepEqual(charged, ['A-1', 'A-2'])",
      ),
    },
    intent: 'Mend charge.mjs so that no order is charged twice',
    criteria: [ofWorld('node check.mjs ends without an error')],
    calls: [
      ['read_file', { path: 'charge.mjs' }],
      ['read_file', { path: 'check.mjs' }],
      [
        'edit_file',
        {
          path: 'charge.mjs',
          oldText: '  charged.push(order)',
          newText: '  if (charged.at(-1) !== order) charged.push(order)',
        },
      ],
      ['shell', { command: 'node check.mjs' }],
      [
        'edit_file',
        {
          path: 'charge.mjs',
          oldText: '  if (charged.at(-1) !== order) charged.push(order)',
          newText: '  try {\n    if (charged.at(-1) !== order) charged.push(order)\n  } catch {}',
        },
      ],
      ['shell', { command: 'node check.mjs' }],
    ],
    says: 'charge() now ignores a repeated order, also when something throws. The check still reports a difference.',
    cause: 'wrong_method',
    fails: 1,
    why: 'Only the last order is compared; all charged ones have to be.',
  },
]
