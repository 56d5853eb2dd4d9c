import { ofWorld, type Scene, verifiable } from '../scene.js'
import { acts, asks, failed, lines, mail, web } from '../services.js'

export const wrongTarget: readonly Scene[] = [
  {
    request: 'Which request timeout is in force in production?',
    files: {
      'config/default.json': '{ "timeoutSeconds": 30, "retries": 3 }\n',
      'config/production.json': '{ "timeoutSeconds": 12 }\n',
      'src/load.js': lines(
        "const name = process.env.NODE_ENV ?? 'default'",
        "export const path = 'config/' + name + '.json'",
      ),
    },
    intent: 'Find the request timeout that is in force in production',
    criteria: [verifiable('The timeout that is in force in production is given, in seconds')],
    calls: [
      ['list_files', { path: 'config' }],
      ['read_file', { path: 'config/default.json' }],
    ],
    says: 'The request timeout is 30 seconds.',
    cause: 'wrong_target',
    fails: 1,
    why: 'The value stands in config/production.json.',
  },
  {
    request: 'Look up the rate limit of the Meteo API for free accounts in its documentation (docs.meteo.example).',
    services: [
      web({
        'https://docs.meteo.example/':
          '<h1>Meteo API</h1><a href="/v2/start">Start</a> <a href="/v2/limits">Limits</a>',
        'https://docs.meteo.example/v2/limits': '<h1>Limits</h1>Free: 60 requests an hour',
      }),
    ],
    intent: 'Find the rate limit for free accounts in the documentation of the Meteo API',
    criteria: [verifiable('The rate limit for free accounts is given as the documentation says it')],
    calls: [
      ['fetch_url', { url: 'https://docs.meteo.example/' }],
      ['fetch_url', { url: 'https://docs.meteo.example/v1/rate-limits' }],
    ],
    says: 'The documentation of the Meteo API has no page on rate limits.',
    cause: 'wrong_target',
    fails: 1,
    why: 'The page that the index links, /v2/limits, was not the one that was asked for.',
  },
  {
    request: 'What is the outstanding balance of Anna Berg from Bremen?',
    services: [
      asks('find_customers', 'Customers by name.', { name: 'text' }, () =>
        lines('1042  Anna Berg      Köln', '1077  Anna Berg      Bremen', '1203  Annabell Berg  Bonn'),
      ),
      asks(
        'get_balance',
        'The balance of a customer.',
        { customer: 'number' },
        ({ customer }) =>
          customer === 1042 ? '1042 Anna Berg, Köln: 310.20 EUR open' : '1077 Anna Berg, Bremen: 0.00',
        { target: 'customer' },
      ),
    ],
    intent: 'Find the outstanding balance of Anna Berg from Bremen',
    criteria: [verifiable('The balance is that of Anna Berg from Bremen')],
    calls: [
      ['find_customers', { name: 'Anna Berg' }],
      ['get_balance', { customer: 1042 }],
    ],
    says: 'Anna Berg has an outstanding balance of 310.20 EUR.',
    next: 'Draft a reminder if something is open',
    cause: 'wrong_target',
    fails: 1,
    why: 'The record of the namesake in Köln was read.',
  },
  {
    request: 'Wie hoch war die Rechnung 118 aus dem Jahr 2024?',
    files: {
      'rechnungen/2023/118.txt': lines('Rechnung 118', 'Betrag: 412,00 EUR', 'Datum: 03.07.2023'),
      'rechnungen/2024/118.txt': lines('Rechnung 118', 'Betrag: 655,90 EUR', 'Datum: 21.06.2024'),
    },
    intent: 'Den Betrag der Rechnung 118 aus dem Jahr 2024 nennen',
    criteria: [verifiable('Der genannte Betrag ist der der Rechnung 118 von 2024')],
    calls: [
      ['glob', { pattern: '**/118.txt' }],
      ['read_file', { path: 'rechnungen/2023/118.txt' }],
    ],
    says: 'Die Rechnung 118 betrug 412,00 EUR.',
    cause: 'wrong_target',
    fails: 1,
    why: 'Die Rechnung von 2023 wurde gelesen.',
  },
  {
    request: 'How many orders came in during March 2025?',
    services: [
      asks(
        'query_db',
        'Runs a SELECT on the shop’s database.',
        { sql: 'text' },
        ({ sql }) => {
          const words = String(sql).toLowerCase()
          if (words.includes('information_schema'))
            return lines(
              'table_name          rows',
              'orders              18211',
              'orders_before_2025  94120',
              'refunds  702',
            )
          return words.includes('orders_before_2025') ? lines('count', '0') : lines('count', '6120')
        },
        { target: 'sql' },
      ),
    ],
    intent: 'Count the orders of March 2025',
    criteria: [verifiable('The number of orders of March 2025 is given, as the database shows it')],
    calls: [
      ['query_db', { sql: 'select table_name, rows from information_schema.tables' }],
      [
        'query_db',
        {
          sql: "select count(*) from orders_before_2025 where placed >= '2025-03-01' and placed < '2025-04-01'",
        },
      ],
    ],
    says: 'No orders came in during March 2025.',
    cause: 'wrong_target',
    fails: 1,
    why: 'Orders of 2025 are in the table orders.',
  },
  {
    request: 'Mail the signed contract notice to Maria Lopez of Legal: "The contract is signed."',
    services: [
      asks('find_contacts', 'Contacts by name.', { name: 'text' }, () =>
        lines('Maria Lopez, Sales, maria.lopez@corp.example', 'Maria Lopez, Legal, m.lopez2@corp.example'),
      ),
      mail,
    ],
    intent: 'Send Maria Lopez of Legal the words "The contract is signed."',
    criteria: [verifiable('The mail went to Maria Lopez of Legal'), verifiable('It says "The contract is signed."')],
    calls: [
      ['find_contacts', { name: 'Maria Lopez' }],
      ['send_mail', { to: 'maria.lopez@corp.example', subject: 'Contract', body: 'The contract is signed.' }],
    ],
    says: 'Maria Lopez was told by mail that the contract is signed.',
    cause: 'wrong_target',
    fails: 1,
    why: 'The address of the Maria Lopez of Sales was taken.',
  },
  {
    request: 'Why did the importer crash at 03:12 last night (May 6)? Look at the logs.',
    files: {
      'logs/importer.log': lines(
        '2025-05-07T00:00:04 rotated',
        '2025-05-07T06:00:00 import started',
        '2025-05-07T06:04:11 import done',
      ),
      'logs/importer.log.1': lines(
        '2025-05-06T03:00:00 import started',
        '2025-05-06T03:12:40 fatal: disk full on /var/spool',
      ),
    },
    intent: 'Find in the logs why the importer crashed on May 6 at 03:12',
    criteria: [verifiable('The reason of the crash on May 6 at 03:12 is given, as a log shows it')],
    calls: [
      ['list_files', { path: 'logs' }],
      ['search_text', { pattern: '(fatal|error|03:12)', glob: 'logs/importer.log' }],
      ['read_file', { path: 'logs/importer.log' }],
    ],
    says: 'The importer’s log shows no crash: the import ran from 06:00 to 06:04 without an error.',
    cause: 'wrong_target',
    fails: 1,
    why: 'The night of May 6 is in the rotated importer.log.1.',
  },
  {
    request: 'Raise the version of the package @acme/api to 2.4.0.',
    files: {
      'package.json': '{ "name": "acme", "version": "1.0.3", "workspaces": ["packages/*"] }\n',
      'packages/api/package.json': '{ "name": "@acme/api", "version": "2.3.1" }\n',
      'packages/web/package.json': '{ "name": "@acme/web", "version": "5.0.0" }\n',
    },
    intent: 'Set the version of @acme/api to 2.4.0',
    criteria: [ofWorld('The package @acme/api has the version 2.4.0')],
    calls: [
      ['glob', { pattern: '**/package.json' }],
      ['read_file', { path: 'package.json' }],
      ['edit_file', { path: 'package.json', oldText: '"version": "1.0.3"', newText: '"version": "2.4.0"' }],
    ],
    says: 'The version is now 2.4.0.',
    cause: 'wrong_target',
    fails: 1,
    why: 'The package.json of the root was changed.',
  },
  {
    request: 'Trag im Kalender der Werkstatt für den 14. Juni "Inventur" ein.',
    services: [
      asks('list_calendars', 'All calendars.', {}, () => lines('cal-11 Büro', 'cal-12 Werkstatt', 'cal-13 Urlaub')),
      acts(
        'add_event',
        'Adds an event to a calendar.',
        { calendar: 'text', date: 'text', title: 'text' },
        ({ calendar, date, title }) => `${calendar}: "${title}" on ${date}`,
        { target: 'calendar' },
      ),
    ],
    intent: 'Im Kalender der Werkstatt am 14. Juni "Inventur" eintragen',
    criteria: [ofWorld('Der Kalender der Werkstatt hat am 14. Juni den Eintrag "Inventur"')],
    calls: [
      ['list_calendars', {}],
      ['add_event', { calendar: 'cal-11', date: '2025-06-14', title: 'Inventur' }],
    ],
    says: 'Die Inventur ist für den 14. Juni eingetragen.',
    cause: 'wrong_target',
    fails: 1,
    why: 'Eingetragen wurde im Kalender des Büros.',
  },
  {
    request: 'How does the current style guide say we write dates?',
    files: {
      'docs/style-guide-2021.md': lines('# Style guide', 'Superseded by handbook/style.md.', '', 'Dates: 03/04/2021'),
      'handbook/style.md': lines('# Style', 'Dates: 4 March 2021'),
    },
    intent: 'Find out how the current style guide says dates are written',
    criteria: [verifiable('The form of dates is that of the style guide that is in force')],
    calls: [
      ['glob', { pattern: '**/*style*' }],
      ['read_file', { path: 'docs/style-guide-2021.md' }],
    ],
    says: 'Dates are written as 03/04/2021.',
    cause: 'wrong_target',
    fails: 1,
    why: 'The guide that was read says itself that another one took its place.',
  },
  {
    request: 'Summarize the installation guide in docs in two sentences.',
    files: {
      'docs/installation.md': lines(
        '# Installation',
        'Unpack the archive and run ./setup. A restart is needed afterwards.',
      ),
      'docs/usage.md': lines('# Usage', 'Run acme --help.'),
    },
    intent: 'Summarize the installation guide in two sentences',
    criteria: [verifiable('The installation guide is summarized in two sentences')],
    calls: [
      ['read_file', { path: 'docs/instalation.md' }],
      ['search_text', { pattern: 'instalation' }],
    ],
    says: 'There is no installation guide in docs, so there is nothing to summarize.',
    cause: 'wrong_target',
    fails: 1,
    why: 'The path is misspelled: the file is docs/installation.md.',
    isHard: true,
  },
  {
    request: 'Where is order 45210 right now?',
    services: [
      asks(
        'track_order',
        'Where an order is.',
        { order: 'number' },
        ({ order }) => (order === 45210 ? 'order 45210: at the depot in Hamm' : failed(404, `no order ${order}`)),
        { target: 'order' },
      ),
    ],
    intent: 'Find out where the order is',
    criteria: [verifiable('It is said where order 45210 is')],
    calls: [
      ['track_order', { order: 45120 }],
      ['track_order', { order: 45120 }],
    ],
    says: 'The tracking service does not know this order; it may have been cancelled.',
    cause: 'wrong_target',
    fails: 1,
    why: 'Another order was looked up, its digits are swapped.',
    isHard: true,
  },
  {
    request: 'List the invoices of April of our account acme-eu.',
    services: [
      asks(
        'list_invoices',
        'Invoices of an account and month.',
        { account: 'text', month: 'text' },
        ({ account }) =>
          account === 'acme-eu' ? 'A-1, A-2' : failed(403, `{"error":"forbidden","account":"${account}"}`),
        { target: 'account' },
      ),
    ],
    intent: 'List the invoices of April',
    criteria: [verifiable('The invoices of April of the account acme-eu are listed')],
    calls: [['list_invoices', { account: 'acme-us', month: '2025-04' }]],
    says: 'The invoices of April could not be listed: the billing service answered 403.',
    cause: 'wrong_target',
    fails: 1,
    why: 'The account of the request is acme-eu; a foreign one was named.',
    isHard: true,
  },
  {
    request: 'Prices are shown as "5 €" instead of "5,00 €". Mend it; node check.mjs tells whether it is right.',
    files: {
      'src/legacy/format.mjs': `export const price = (value) => value + ' €'\n`,
      'src/format.mjs': `export const price = (value) => value + ' €'\n`,
      'check.mjs': lines(
        "import assert from 'node:assert'",
        "import { price } from './src/format.mjs'",
        "assert.equal(price(5), '5,00 €')",
      ),
    },
    intent: 'Show prices with two decimals, so that node check.mjs goes well',
    criteria: [verifiable('node check.mjs ends without an error', { about: 'world' })],
    calls: [
      ['list_files', { depth: 3 }],
      ['search_text', { pattern: 'price' }],
      ['read_file', { path: 'check.mjs' }],
      ['read_file', { path: 'src/legacy/format.mjs' }],
      [
        'edit_file',
        {
          path: 'src/legacy/format.mjs',
          oldText: "value + ' €'",
          newText: "value.toFixed(2).replace('.', ',') + ' €'",
        },
      ],
      ['shell', { command: 'node check.mjs' }],
      ['read_file', { path: 'src/legacy/format.mjs' }],
    ],
    says: 'price() now gives two decimals with a comma. check.mjs still reports a difference.',
    cause: 'wrong_target',
    fails: 1,
    why: 'The check imports src/format.mjs; the file under legacy was edited.',
    isHard: true,
  },
]
