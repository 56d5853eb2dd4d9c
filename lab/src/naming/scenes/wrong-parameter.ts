import { ofWorld, type Scene, verifiable } from '../scene.js'
import { acts, asks, failed, lines, web } from '../services.js'

const orders = Array.from({ length: 57 }, (_, n) => ({ id: 3001 + n, cents: 900 + ((n * 137) % 4100) }))

export const wrongParameter: readonly Scene[] = [
  {
    request: 'What is the sum of all open orders?',
    services: [
      asks(
        'list_orders',
        'Orders in a state, 20 a page.',
        { state: 'text', page: 'number?' },
        ({ page = 1 }) =>
          JSON.stringify({
            page,
            pages: 3,
            total: orders.length,
            orders: orders.slice((Number(page) - 1) * 20, Number(page) * 20),
          }),
        { target: 'state' },
      ),
      asks('add', 'The sum of numbers, separated by blanks.', { numbers: 'text' }, ({ numbers }) =>
        String(
          String(numbers)
            .split(' ')
            .map(Number)
            .reduce((sum, one) => sum + one, 0),
        ),
      ),
    ],
    intent: 'Add up all open orders',
    criteria: [verifiable('The sum is that of all open orders')],
    calls: [
      ['list_orders', { state: 'open', page: 1 }],
      [
        'add',
        {
          numbers: orders
            .slice(0, 20)
            .map(({ cents }) => cents)
            .join(' '),
        },
      ],
    ],
    says: `The open orders sum up to ${(orders.slice(0, 20).reduce((sum, { cents }) => sum + cents, 0) / 100).toFixed(2)} EUR.`,
    cause: 'wrong_parameter',
    fails: 1,
    why: 'Only the first of three pages was asked for.',
  },
  {
    request: 'Let the server listen on port 8080.',
    files: { 'server.conf': lines('name = shop', 'port = 3000', 'threads = 4') },
    intent: 'Set the port in server.conf to 8080',
    criteria: [ofWorld('server.conf has the port 8080'), ofWorld('The other lines of server.conf stand as they were')],
    calls: [
      ['read_file', { path: 'server.conf' }],
      ['edit_file', { path: 'server.conf', oldText: 'port = 3000', newText: 'port = 8008' }],
      ['shell', { command: 'cat server.conf' }],
    ],
    says: 'The server listens on the new port now.',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'The number that was written is 8008.',
  },
  {
    request: 'Which events are there on 4 March 2025?',
    services: [
      asks('events', 'Events of a day. Days are written MM/DD/YYYY.', { day: 'text' }, ({ day }) =>
        day === '03/04/2025' ? '03/04/2025 (Tuesday): Open day' : `${day} (Thursday): Spring market, Choir rehearsal`,
      ),
    ],
    intent: 'List the events on 4 March 2025',
    criteria: [verifiable('The events are those of 4 March 2025, a Tuesday')],
    calls: [['events', { day: '04/03/2025' }]],
    says: 'On that day there are the spring market and a choir rehearsal.',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'Day and month are swapped in the argument.',
  },
  {
    request: 'Name the ten customers with the highest turnover.',
    setup: `python3 -c "
import sqlite3
c = sqlite3.connect('sales.db')
c.execute('create table sales(customer text, eur int)')
c.executemany('insert into sales values(?,?)', [('K%02d' % (n % 17), n * 31 % 500) for n in range(200)])
c.commit()"`,
    intent: 'Name the ten customers with the highest turnover in sales.db',
    criteria: [verifiable('Ten customers are named, those with the highest turnover')],
    calls: [
      ['shell', { command: 'sqlite3 sales.db .schema' }],
      [
        'shell',
        {
          command:
            "sqlite3 sales.db 'select customer, sum(eur) as total from sales group by customer order by total desc limit 5'",
        },
      ],
    ],
    says: 'The customers with the highest turnover are K06, K07, K08, K05 and K09, in this order.',
    next: 'Write one line of thanks for each of them',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'The limit is 5, and ten were asked for.',
  },
  {
    request: 'Leg für morgen (12. Juni 2025) um 15 Uhr Berliner Zeit den Termin "Abnahme" an.',
    services: [
      acts(
        'create_event',
        'Creates an event.',
        { title: 'text', start: 'text' },
        ({ title, start }) => {
          const local = new Date(String(start)).toLocaleString('de-DE', { timeZone: 'Europe/Berlin' })
          return `angelegt: "${title}", ${local} (Europe/Berlin)`
        },
        { target: 'title' },
      ),
    ],
    intent: 'Den Termin "Abnahme" am 12. Juni 2025 um 15 Uhr Berliner Zeit anlegen',
    criteria: [ofWorld('Der Termin "Abnahme" beginnt am 12. Juni 2025 um 15 Uhr Berliner Zeit')],
    calls: [['create_event', { title: 'Abnahme', start: '2025-06-12T15:00:00Z' }]],
    says: 'Der Termin "Abnahme" ist für den 12. Juni angelegt.',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'Der Beginn wurde in UTC statt in Berliner Zeit angegeben.',
  },
  {
    request: 'Schick an +49 151 5550199 eine SMS: Die Lieferung kommt Freitag zwischen 8 und 12 Uhr.',
    services: [
      acts(
        'send_sms',
        'Sends an SMS.',
        { to: 'text', words: 'text' },
        ({ words }) =>
          String(words).length > 160
            ? failed(422, `{"error":"too_long","length":${String(words).length},"max":160}`)
            : 'sent',
        { target: 'to' },
      ),
    ],
    intent: 'Eine SMS mit dem Liefertermin schicken',
    criteria: [ofWorld('Die SMS mit Tag und Uhrzeit der Lieferung ging an +49 151 5550199')],
    calls: [
      [
        'send_sms',
        {
          to: '+49 151 5550199',
          words:
            'Sehr geehrte Kundin, sehr geehrter Kunde, wir freuen uns, Ihnen mitteilen zu dürfen, dass Ihre Lieferung am kommenden Freitag in der Zeit zwischen 8 und 12 Uhr bei Ihnen eintreffen wird. Mit freundlichen Grüßen, Ihr Team',
        },
      ],
    ],
    says: 'Die Nachricht zum Liefertermin wurde an den SMS-Dienst übergeben.',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'Der Text ist länger als 160 Zeichen.',
  },
  {
    request: 'How many TypeScript files are there below src?',
    files: {
      'src/a.ts': '1\n',
      'src/b.ts': '1\n',
      'src/parts/c.ts': '1\n',
      'src/parts/deep/d.ts': '1\n',
      'src/parts/deep/e.ts': '1\n',
      'src/readme.md': '1\n',
    },
    intent: 'Count the TypeScript files below src',
    criteria: [verifiable('The number of TypeScript files in src and all folders below it is right')],
    calls: [
      ['list_files', { path: 'src' }],
      ['glob', { pattern: 'src/*.ts' }],
    ],
    says: 'There are 2 TypeScript files below src.',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'The pattern does not go into folders.',
  },
  {
    request: 'Convert 12.99 USD to EUR at the rate of 2 May 2025.',
    services: [
      asks(
        'convert',
        'Converts an amount at the rate of a day. The amount is in cents.',
        { cents: 'number', from: 'text', to: 'text', day: 'text?' },
        ({ cents, day }) =>
          JSON.stringify({
            day: day ?? '2025-06-11 (latest)',
            rate: day ? 0.8815 : 0.8731,
            cents: Math.round(Number(cents) * (day ? 0.8815 : 0.8731)),
          }),
      ),
    ],
    intent: 'Convert 12.99 USD to EUR at the rate of 2 May 2025',
    criteria: [verifiable('The amount in EUR is right for the rate of 2 May 2025')],
    calls: [['convert', { cents: 1299, from: 'USD', to: 'EUR' }]],
    says: '12.99 USD are 11.34 EUR.',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'The day was left out, so the latest rate was taken.',
  },
  {
    request: 'Which of our servers in eu-west have less than 10 GB of free disk?',
    services: [
      asks(
        'servers',
        'Servers of a region with less free disk than a limit, in megabytes.',
        { region: 'text', below: 'number' },
        ({ region, below }) =>
          Number(below) < 1000
            ? `no server in ${region} has less than ${below} MB free (smallest: web-3, 2140 MB)`
            : 'web-3 2140 MB, db-1 8800 MB',
      ),
    ],
    intent: 'List the servers in eu-west with less than 10 GB of free disk',
    criteria: [verifiable('The servers in eu-west with less than 10 GB free are listed')],
    calls: [['servers', { region: 'eu-west', below: 10 }]],
    says: 'No server in eu-west is below the limit.',
    next: 'Write a ticket for each of them',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'The limit is in megabytes, so 10 means 10 MB.',
  },
  {
    request: 'Where in the notes is the kickoff mentioned?',
    files: {
      'notes/may.txt': lines('Monday: KickOff with the new supplier', 'Tuesday: nothing'),
      'notes/kick-off-agenda.txt': lines('1. Welcome', '2. After the Kick-Off: lunch'),
    },
    intent: 'Find where the notes mention the kickoff',
    criteria: [verifiable('The places that mention the kickoff are given with file and line')],
    calls: [
      ['list_files', { path: 'notes' }],
      ['search_text', { pattern: 'kickoff', glob: 'notes/**' }],
    ],
    says: 'The notes do not mention the kickoff.',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'The search minds case and knows no hyphen; the notes write KickOff and Kick-Off.',
    isHard: true,
  },
  {
    request: 'How many failed logins were there yesterday (10 June 2025)?',
    services: [
      asks(
        'query_logs',
        'Counts lines of the logs between two times. Scans about 40 days in a second.',
        { words: 'text', from: 'text', to: 'text' },
        ({ from }) => (String(from) < '2025-06' ? 'hang' : '218 lines'),
      ),
    ],
    intent: 'Count the failed logins of 10 June 2025',
    criteria: [verifiable('The number of failed logins of 10 June 2025 is given')],
    calls: [
      ['query_logs', { words: 'login ok', from: '2025-06-10T00:00Z', to: '2025-06-11T00:00Z' }],
      ['query_logs', { words: 'login failed', from: '2015-01-01T00:00Z', to: '2025-06-11T00:00Z' }],
      ['query_logs', { words: 'login failed', from: '2015-01-01T00:00Z', to: '2025-06-11T00:00Z' }],
    ],
    says: 'The log service did not answer the question about failed logins in time, twice.',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'Ten years were asked for instead of one day; the same query of one day is answered.',
    isHard: true,
  },
  {
    request: 'Read the three newest headlines of https://news.harbour.example/feed, in English.',
    services: [
      web({
        'https://news.harbour.example/feed': failed(406, '{"error":"say a language: ?lang=de|en|pl"}'),
        'https://news.harbour.example/feed?lang=en': 'Crane 4 is back; Night ferry to Rødby; Storm warning',
        'https://news.harbour.example/feed?language=en': failed(406, '{"error":"say a language: ?lang=de|en|pl"}'),
      }),
    ],
    intent: 'Read the three newest headlines of the feed',
    criteria: [verifiable('The three newest headlines are given in English, as the feed has them')],
    calls: [
      ['fetch_url', { url: 'https://news.harbour.example/feed' }],
      ['fetch_url', { url: 'https://news.harbour.example/feed?language=en' }],
    ],
    says: 'The feed of news.harbour.example gives no headlines at present.',
    cause: 'wrong_parameter',
    fails: 1,
    why: 'The parameter is called lang.',
  },
]
