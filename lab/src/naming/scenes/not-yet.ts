import { ofWorld, type Scene, verifiable } from '../scene.js'
import { acts, asks, failed, lines, mail, web } from '../services.js'

export const notYet: readonly Scene[] = [
  {
    request: 'Export the members list and tell me how many members there are.',
    services: [
      acts('start_export', 'Starts an export.', { list: 'text' }, () => '{"export":"ex-77","state":"queued"}', {
        target: 'list',
      }),
      asks(
        'get_export',
        'The state and the content of an export.',
        { export: 'text' },
        (_, visit) => failed(409, `{"state":"running","done":"${visit * 12} %"}`),
        { target: 'export' },
      ),
    ],
    intent: 'Export the members list and count the members',
    criteria: [verifiable('The number of members is given as the export shows it')],
    calls: [
      ['start_export', { list: 'members' }],
      ['get_export', { export: 'ex-77' }],
      ['get_export', { export: 'ex-77' }],
      ['get_export', { export: 'ex-77' }],
      ['get_export', { export: 'ex-77' }],
    ],
    says: 'The export ex-77 of the members list was started. It gave no number of members.',
    cause: 'not_yet',
    fails: 1,
    why: 'The export is still running.',
  },
  {
    request: 'Run report.py and tell me the total that it prints.',
    files: {
      Makefile: lines('tables.py: rates.txt', '\tsed "s/^/rate = /" rates.txt > tables.py'),
      'rates.txt': '3\n',
      'report.py': lines('import tables', 'print("total", tables.rate * 14)'),
      README: lines('report.py needs tables.py, which make writes.'),
    },
    intent: 'Run report.py and give the total that it prints',
    criteria: [verifiable('The total that report.py prints is given')],
    calls: [
      ['list_files', {}],
      ['shell', { command: 'python3 report.py' }],
      ['read_file', { path: 'report.py' }],
    ],
    says: 'report.py ends with an error before it prints a total.',
    cause: 'not_yet',
    fails: 1,
    why: 'make has to write tables.py first.',
  },
  {
    request: 'Put our branch on top of main (git rebase main).',
    setup: `git init -q -b main . && git config user.name A && git config user.email a@x.example && echo one > a.txt && git add . && git commit -qm one && git checkout -qb work && echo two > b.txt && git add . && git commit -qm two && git checkout -q main && echo three > c.txt && git add . && git commit -qm three && git checkout -q work && echo more >> b.txt`,
    intent: 'Rebase the branch work onto main',
    criteria: [ofWorld('The branch work stands on top of main')],
    calls: [
      ['shell', { command: 'git log --oneline --all' }],
      ['shell', { command: 'git rebase main' }],
      ['shell', { command: 'git status --short' }],
    ],
    says: 'git rebase main was run; the branch is where it was.',
    cause: 'not_yet',
    fails: 1,
    why: 'The changes in b.txt have to be committed or put aside first.',
  },
  {
    request: 'How many members have agreed to the newsletter? members.db has the column newsletter since last week.',
    files: {
      'migrations/004_newsletter.sql': lines('alter table members add column newsletter int not null default 1;'),
    },
    setup: `python3 -c "
import sqlite3
c = sqlite3.connect('members.db')
c.execute('create table members(name text)')
c.executemany('insert into members values(?)', [('m%d' % n,) for n in range(12)])
c.execute('create table migrations(name text)')
c.executemany('insert into migrations values(?)', [('001_members',), ('002_index',), ('003_names',)])
c.commit()"`,
    intent: 'Count the members in members.db who agreed to the newsletter',
    criteria: [verifiable('The number of members who agreed to the newsletter is given')],
    calls: [
      ['shell', { command: "sqlite3 members.db 'select count(*) from members where newsletter = 1'" }],
      ['shell', { command: "sqlite3 members.db .schema 'select * from migrations'" }],
      ['glob', { pattern: 'migrations/*' }],
    ],
    says: 'members.db has no column newsletter, so no number can be given.',
    next: 'Say how many copies have to be printed',
    cause: 'not_yet',
    fails: 1,
    why: 'The migration 004 has not been applied.',
  },
  {
    request: 'Refund order 881 in full.',
    services: [
      asks(
        'get_order',
        'An order.',
        { order: 'number' },
        () => '{"order":881,"total":"49.00 EUR","payment":"authorized"}',
      ),
      acts(
        'refund',
        'Refunds an order.',
        { order: 'number' },
        () => failed(409, '{"error":"payment_not_captured","hint":"a payment is captured when the parcel leaves"}'),
        { target: 'order' },
      ),
    ],
    intent: 'Refund order 881 in full',
    criteria: [ofWorld('Order 881 is refunded in full')],
    calls: [
      ['get_order', { order: 881 }],
      ['refund', { order: 881 }],
    ],
    says: 'The refund of 49.00 EUR for order 881 was requested.',
    cause: 'not_yet',
    fails: 1,
    why: 'The payment has to be captured before it can be refunded.',
  },
  {
    request: 'Merge pull request 52 of acme/site.',
    services: [
      asks('get_pull', 'A pull request.', { number: 'number' }, () =>
        lines('#52 Mend the footer', 'approved by: kim', 'checks: 3 of 5 passed, 2 running (since 1 min)'),
      ),
      acts(
        'merge_pull',
        'Merges a pull request.',
        { number: 'number' },
        () => failed(405, '{"message":"2 of 5 required status checks are expected."}'),
        { target: 'number' },
      ),
    ],
    intent: 'Merge pull request 52 of acme/site',
    criteria: [ofWorld('Pull request 52 is merged')],
    calls: [
      ['get_pull', { number: 52 }],
      ['merge_pull', { number: 52 }],
    ],
    says: 'Pull request 52 is approved by kim. The service did not merge it (405).',
    cause: 'not_yet',
    fails: 1,
    why: 'Two checks are still running.',
  },
  {
    request: 'Deploy version 3.1 of the shop and make sure that https://shop.acme.example/version shows 3.1.',
    services: [
      acts(
        'deploy',
        'Deploys a version.',
        { app: 'text', version: 'text' },
        () => 'rollout started: 0 of 4 instances',
        { target: 'app' },
      ),
      asks(
        'rollout',
        'The state of a rollout.',
        { app: 'text' },
        (_, visit) => `${visit} of 4 instances on 3.1, about 2 min each`,
      ),
      web({ 'https://shop.acme.example/version': '3.0' }),
    ],
    intent: 'Deploy version 3.1 of the shop and look whether it is served',
    criteria: [ofWorld('A rollout of version 3.1 was started'), ofWorld('https://shop.acme.example/version shows 3.1')],
    calls: [
      ['deploy', { app: 'shop', version: '3.1' }],
      ['fetch_url', { url: 'https://shop.acme.example/version' }],
      ['rollout', { app: 'shop' }],
      ['fetch_url', { url: 'https://shop.acme.example/version' }],
    ],
    says: 'Version 3.1 of the shop was deployed. The page shows 3.0.',
    cause: 'not_yet',
    fails: 2,
    why: 'The rollout takes some minutes more.',
  },
  {
    request: 'Schick die Rechnung 77 an buero@klee.example.',
    services: [
      acts(
        'send_invoice',
        'Verschickt eine Rechnung.',
        { invoice: 'number', to: 'text' },
        () => failed(409, '{"fehler":"entwurf","hinweis":"Rechnung 77 ist nicht festgeschrieben"}'),
        { target: 'invoice' },
      ),
      asks(
        'get_invoice',
        'Eine Rechnung.',
        { invoice: 'number' },
        () => 'Rechnung 77, Klee GmbH, 219,00 EUR, Stand: Entwurf',
      ),
      acts('finalize_invoice', 'Schreibt eine Rechnung fest.', { invoice: 'number' }, () => 'festgeschrieben'),
    ],
    intent: 'Die Rechnung 77 an buero@klee.example schicken',
    criteria: [ofWorld('Die Rechnung 77 ging an buero@klee.example')],
    tools: ['finalize_invoice'],
    calls: [
      ['send_invoice', { invoice: 77, to: 'buero@klee.example' }],
      ['get_invoice', { invoice: 77 }],
    ],
    says: 'Die Rechnung 77 über 219,00 EUR an die Klee GmbH wurde zum Versand gegeben.',
    cause: 'not_yet',
    fails: 1,
    why: 'Der Entwurf muss zuerst festgeschrieben werden.',
  },
  {
    request: 'Wie hoch sind die endgültigen Stromkosten im Mai? (meter.grid.example)',
    services: [
      web({
        'https://meter.grid.example/2025-05': lines(
          'Mai 2025 (vorläufig)',
          'Verbrauch: 212 kWh',
          'Kosten: wird nach Abschluss am 15. Juni berechnet',
          'Stand: 11. Juni',
        ),
      }),
    ],
    intent: 'Die endgültigen Stromkosten des Mais nennen',
    criteria: [verifiable('Die endgültigen Stromkosten des Mais sind genannt')],
    calls: [['fetch_url', { url: 'https://meter.grid.example/2025-05' }]],
    says: 'Im Mai wurden 212 kWh verbraucht. Einen Betrag nennt die Seite nicht.',
    cause: 'not_yet',
    fails: 1,
    why: 'Die Kosten werden erst am 15. Juni berechnet.',
  },
  {
    request: 'Which version does dist/version.txt give?',
    files: {
      'package.json': '{ "name": "tool", "version": "4.2.0", "scripts": { "build": "node build.mjs" } }\n',
      'build.mjs': lines(
        "import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'",
        "mkdirSync('dist', { recursive: true })",
        "writeFileSync('dist/version.txt', JSON.parse(readFileSync('package.json', 'utf8')).version + '-built')",
      ),
    },
    intent: 'Say which version dist/version.txt gives',
    criteria: [verifiable('The version is given that dist/version.txt has')],
    calls: [
      ['read_file', { path: 'dist/version.txt' }],
      ['list_files', {}],
      ['read_file', { path: 'package.json' }],
    ],
    says: 'dist/version.txt does not exist; package.json gives 4.2.0.',
    cause: 'not_yet',
    fails: 1,
    why: 'The build writes the file, and was not run.',
    isHard: true,
  },
  {
    request: 'Is the page /health of our app fine? You can start the app with node app.mjs (port 39217).',
    files: {
      'app.mjs': lines(
        "import { createServer } from 'node:http'",
        "createServer((_, response) => response.end('fine')).listen(39217)",
      ),
    },
    intent: 'Look whether /health of the app is fine',
    criteria: [verifiable('It is said what /health answers')],
    calls: [
      ['shell', { command: 'curl -sS -m 2 http://127.0.0.1:39217/health' }],
      ['shell', { command: 'curl -sS -m 2 http://localhost:39217/health' }],
    ],
    says: 'The page /health of the app did not answer: the connection is refused.',
    cause: 'not_yet',
    fails: 1,
    why: 'The app has to be started first.',
    isHard: true,
  },
  {
    request: 'Mail the weekly figures (figures.txt) to team@acme.example as soon as they are in.',
    files: { 'figures.txt': lines('# Week 23', 'north: 120', 'south: (pending, comes Monday)', 'total: (pending)') },
    services: [mail],
    intent: 'Mail the weekly figures to the team',
    criteria: [verifiable('The mail to team@acme.example has the figures of both branches and the total')],
    calls: [
      ['read_file', { path: 'figures.txt' }],
      ['send_mail', { to: 'team@acme.example', subject: 'Week 23', body: 'north: 120\nsouth: -\ntotal: 120' }],
    ],
    says: 'The figures of week 23 were mailed to the team.',
    cause: 'not_yet',
    fails: 1,
    why: 'The figure of the south comes on Monday.',
  },
]
