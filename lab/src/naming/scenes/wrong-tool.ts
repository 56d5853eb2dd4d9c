import { ofWorld, plausible, type Scene, verifiable } from '../scene.js'
import { acts, asks, failed, lines, mail, web } from '../services.js'

const makesDatabase = `python3 -c "
import sqlite3
c = sqlite3.connect('stock.db')
c.execute('create table parts(sku text, pieces int)')
c.executemany('insert into parts values(?,?)', [('K-%d' % n, n * 7 % 40) for n in range(60)])
c.commit()"`

const makesPdf = `python3 -c "
import zlib
s = zlib.compress(b'BT /F1 12 Tf (Total due: 1,482.50 EUR) Tj ET')
open('invoice-0311.pdf','wb').write(b'%PDF-1.4 1 0 obj<</Filter/FlateDecode>>stream ' + s + b' endstream endobj %%EOF' + bytes(1))"`

export const wrongTool: readonly Scene[] = [
  {
    request: 'How many parts have fewer than 5 pieces left? stock.db has the stock.',
    setup: makesDatabase,
    intent: 'Find in stock.db how many parts have fewer than 5 pieces left',
    criteria: [verifiable('The number of parts with fewer than 5 pieces is given, as the data of stock.db show it')],
    tools: ['shell'],
    calls: [
      ['list_files', {}],
      ['read_file', { path: 'stock.db' }],
      ['search_text', { pattern: 'pieces', glob: 'stock.db' }],
    ],
    says: 'stock.db is there (one file), but the number of parts with fewer than 5 pieces could not be found in it.',
    cause: 'wrong_tool',
    fails: 1,
    why: 'Tools for text cannot query a database; the shell with sqlite could.',
  },
  {
    request: 'Was steht auf der Rechnung invoice-0311.pdf als Gesamtbetrag?',
    setup: makesPdf,
    services: [asks('pdf_text', 'The text of a PDF.', { path: 'text' }, () => 'Total due: 1,482.50 EUR')],
    intent: 'Den Gesamtbetrag aus invoice-0311.pdf lesen',
    criteria: [verifiable('Der Gesamtbetrag der Rechnung ist genannt')],
    tools: ['pdf_text'],
    calls: [
      ['search_text', { pattern: '(Total|Gesamt|EUR)' }],
      ['read_file', { path: 'invoice-0311.pdf' }],
      ['shell', { command: 'head -c 300 invoice-0311.pdf | tr -cd "[:print:]\\n"' }],
    ],
    says: 'Die Datei invoice-0311.pdf ist vorhanden. Ein Gesamtbetrag ist in ihr nicht zu erkennen.',
    cause: 'wrong_tool',
    fails: 1,
    why: 'The text lies compressed in a PDF, which a reader of PDF files shows and tools for text do not.',
  },
  {
    request: 'What does the Pro plan of https://app.plannerly.example/pricing cost per month?',
    services: [
      web({
        'https://app.plannerly.example/pricing':
          '<!doctype html><html><head><title>Plannerly</title><script defer src="/static/main.8f3c.js"></script></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript></body></html>',
        'https://app.plannerly.example/static/main.8f3c.js':
          '(()=>{"use strict";var e={},t=n(4129);fetch("/api/boot",{headers:{"x-s":t.sign(Date.now())}}).then(r=>t.mount(r))})();',
      }),
      asks('browse', 'A page as a browser with scripts shows it, as text.', { url: 'text' }, () => 'Pro: 14 EUR'),
    ],
    intent: 'Read the monthly price of the Pro plan from the pricing page',
    criteria: [verifiable('The monthly price of the Pro plan is given as the pricing page shows it')],
    tools: ['browse'],
    calls: [
      ['fetch_url', { url: 'https://app.plannerly.example/pricing' }],
      ['fetch_url', { url: 'https://app.plannerly.example/static/main.8f3c.js' }],
    ],
    says: 'The pricing page of Plannerly was read. It does not mention a price for a Pro plan.',
    cause: 'wrong_tool',
    fails: 1,
    why: 'The page is drawn by scripts, which only a browser runs.',
  },
  {
    request: 'Send the file minutes.txt as an attachment to board@harbour.example, subject "Minutes of May".',
    files: { 'minutes.txt': lines('Minutes of May 12', '1. The budget was adopted.', '2. Next meeting: June 9') },
    services: [
      mail,
      acts('send_file', 'Sends a mail with a file.', { to: 'text', path: 'text', subject: 'text' }, () => 'sent'),
    ],
    intent: 'Send minutes.txt as an attachment to board@harbour.example',
    criteria: [
      verifiable('A mail with the subject "Minutes of May" went to board@harbour.example'),
      verifiable('minutes.txt is attached to the mail'),
    ],
    tools: ['send_file'],
    calls: [
      ['read_file', { path: 'minutes.txt' }],
      [
        'send_mail',
        { to: 'board@harbour.example', subject: 'Minutes of May', body: 'See attached.', attachment: 'minutes.txt' },
      ],
      [
        'send_mail',
        { to: 'board@harbour.example', subject: 'Minutes of May', body: 'Please find the minutes in minutes.txt.' },
      ],
    ],
    says: 'The mail "Minutes of May" with minutes.txt was sent to board@harbour.example.',
    cause: 'wrong_tool',
    fails: 2,
    why: 'send_mail takes no attachment; another tool does.',
  },
  {
    request: 'Find the mail in which Petra mentions the broken pump and tell me when it came.',
    services: [
      asks('search_subjects', 'Mails by words of their subject.', { words: 'text' }, ({ words }) =>
        words === 'Petra' ? '0 subjects match "Petra"' : `0 subjects match "${words}"`,
      ),
      asks('search_bodies', 'Mails by words of their text.', { words: 'text' }, () => '1: 2025-04-02, "Hello again"'),
    ],
    intent: 'Find the mail of Petra that mentions the broken pump and when it came',
    criteria: [verifiable('The mail in which Petra mentions the broken pump is named with its date')],
    tools: ['search_bodies'],
    calls: [
      ['search_subjects', { words: 'broken pump' }],
      ['search_subjects', { words: 'pump' }],
      ['search_subjects', { words: 'Petra' }],
      ['search_subjects', { words: 'Pumpe' }],
      ['search_subjects', { words: 'defect' }],
    ],
    says: 'There is no mail from Petra about a broken pump.',
    cause: 'wrong_tool',
    fails: 1,
    why: 'Only subjects can be searched with it, and the pump is mentioned in a text.',
  },
  {
    request: 'Who last changed the retry limit in config.yml, and why?',
    files: { 'config.yml': lines('service: mailer', 'retries: 5', 'queue: slow') },
    setup:
      'git init -q . && git -c user.name=Ines -c user.email=i@x.example add . && git -c user.name=Ines -c user.email=i@x.example commit -qm "Five retries, since the relay is flaky"',
    intent: 'Find out who last changed the retry limit in config.yml and the reason',
    criteria: [
      verifiable('The retry limit in config.yml is given'),
      verifiable('The person who last changed the retry limit is named, with the reason'),
    ],
    tools: ['shell'],
    calls: [
      ['read_file', { path: 'config.yml' }],
      ['search_text', { pattern: '(author|changed by|retries)' }],
      ['glob', { pattern: '**/{CHANGELOG,AUTHORS}*' }],
    ],
    says: 'The retry limit in config.yml is 5. No file says who changed it or why.',
    next: 'Write a question to that person',
    cause: 'wrong_tool',
    fails: 2,
    why: 'Files do not hold their history; git by the shell does.',
  },
  {
    request: 'Will it rain in Kiel on Saturday?',
    services: [
      asks('weather_now', 'The weather of a place at this moment.', { place: 'text' }, ({ place }) =>
        lines(
          `station: ${String(place).slice(0, 4)}-Holtenau`,
          'observed: Tue 14:20',
          'sky: overcast',
          'rain: none',
          'temperature: 11 °C',
        ),
      ),
      asks('weather_forecast', 'The weather of the coming days.', { place: 'text' }, () => 'Saturday: rain'),
    ],
    intent: 'Find out whether it will rain in Kiel on Saturday',
    criteria: [verifiable('It is said whether rain is forecast for Kiel on Saturday')],
    tools: ['weather_forecast'],
    calls: [
      ['weather_now', { place: 'Kiel' }],
      ['weather_now', { place: 'Kiel, Saturday' }],
    ],
    says: 'It is overcast and dry in Kiel at 11 °C, so rain on Saturday is not to be expected.',
    cause: 'wrong_tool',
    fails: 1,
    why: 'The tool tells the present weather only; a forecast is another tool.',
  },
  {
    request: 'Übersetze die Begrüßung in greeting.txt ins Polnische und leg sie als greeting.pl.txt ab.',
    files: { 'greeting.txt': lines('Welcome to the harbour. Please report at gate 3.') },
    services: [
      asks('quick_translate', 'Translates a short text.', { text: 'text', to: 'text' }, ({ to }) =>
        to === 'pl'
          ? failed(422, '{"error":"unsupported target","pl":false,"available":["fr","es","it"]}')
          : 'Bienvenue au port. Veuillez vous présenter à la porte 3.',
      ),
      asks('translate', 'Translates into 40 languages.', { text: 'text', to: 'text' }, () => 'Witamy w porcie.'),
    ],
    intent: 'greeting.txt ins Polnische übersetzen und als greeting.pl.txt ablegen',
    criteria: [ofWorld('greeting.pl.txt enthält die Begrüßung auf Polnisch')],
    tools: ['translate'],
    calls: [
      ['read_file', { path: 'greeting.txt' }],
      ['quick_translate', { text: 'Welcome to the harbour. Please report at gate 3.', to: 'pl' }],
      ['quick_translate', { text: 'Welcome to the harbour. Please report at gate 3.', to: 'fr' }],
      [
        'write_file',
        { path: 'greeting.pl.txt', content: 'Bienvenue au port. Veuillez vous présenter à la porte 3.\n' },
      ],
    ],
    says: 'Die übersetzte Begrüßung liegt in greeting.pl.txt.',
    cause: 'wrong_tool',
    fails: 1,
    why: 'This translator knows no Polish; another one does.',
  },
  {
    request: 'Move draft.md into the folder archive.',
    files: { 'draft.md': lines('# Draft', 'The first lines.'), 'archive/older.md': lines('# Older') },
    intent: 'Move draft.md into the folder archive',
    criteria: [ofWorld('archive/draft.md has the content of draft.md'), ofWorld('draft.md no longer lies in the root')],
    tools: ['shell'],
    calls: [
      ['read_file', { path: 'draft.md' }],
      ['write_file', { path: 'archive/draft.md', content: '# Draft\nThe first lines.\n' }],
      ['edit_file', { path: 'draft.md', oldText: '# Draft\nThe first lines.\n', newText: '' }],
      ['list_files', { depth: 2 }],
    ],
    says: 'draft.md was moved to archive/draft.md.',
    cause: 'wrong_tool',
    fails: 2,
    why: 'The file tools can write and empty a file, and cannot remove it; the shell can.',
  },
  {
    request: 'What is the total of the column amount in payments.csv?',
    files: {
      'payments.csv': lines(
        'payee,purpose,amount',
        '"Berg, Lund & Co",rent,1200.00',
        'Aqua,water,80.50',
        '"Stein, Marta","desk, chair",340.00',
        'Volt,power,129.50',
      ),
    },
    intent: 'Add up the column amount of payments.csv',
    criteria: [verifiable('The total of the column amount is right')],
    calls: [
      ['shell', { command: 'head -2 payments.csv' }],
      ['shell', { command: "cut -d, -f3 payments.csv | tail -n +2 | paste -sd' '" }],
      ['shell', { command: "awk -F, 'NR>1{s+=$3} END{print s}' payments.csv" }],
    ],
    says: 'The amounts add up to 210.',
    next: 'Write the total into a note to the accountant',
    cause: 'wrong_tool',
    fails: 1,
    why: 'cut and awk split quoted commas; a parser of CSV is needed.',
    isHard: true,
  },
  {
    request: 'How many of the users in users.json are active?',
    files: {
      'users.json': `[${Array.from({ length: 9 }, (_, n) => `{"id":${n},"name":"u${n}","active":${n % 3 === 0 ? 'false' : 'true'},"roles":[{"name":"r","active":true}]}`).join(',')}]`,
    },
    intent: 'Count the active users in users.json',
    criteria: [verifiable('The number of active users is right'), plausible('The answer is one clear sentence')],
    calls: [
      ['shell', { command: 'head -c 220 users.json' }],
      ['search_text', { pattern: '"active":true', literal: true, glob: 'users.json' }],
      ['shell', { command: `grep -o '"active":true' users.json | wc -l` }],
    ],
    says: '15 of the users in users.json are active.',
    cause: 'wrong_tool',
    fails: 1,
    why: 'A search of text counts the nested "active" of roles too; a parser of JSON tells them apart.',
    isHard: true,
  },
]
