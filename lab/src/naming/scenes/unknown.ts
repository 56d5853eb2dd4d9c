import { ofWorld, type Scene, verifiable } from '../scene.js'
import { acts, asks, failed, lines, mail, web } from '../services.js'

export const unknown: readonly Scene[] = [
  {
    request: 'Run ./convert on plan.dwg and tell me how many layers it has.',
    files: { 'plan.dwg': 'AC1032 binary\n', convert: lines('#!/bin/sh', 'kill -SEGV $$') },
    setup: 'chmod +x convert',
    intent: 'Convert plan.dwg and count its layers',
    criteria: [verifiable('The number of layers is given')],
    calls: [
      ['list_files', {}],
      ['shell', { command: './convert plan.dwg' }],
      ['shell', { command: './convert plan.dwg' }],
    ],
    says: 'plan.dwg was handed to ./convert twice; it printed no layers.',
    cause: 'unknown',
    fails: 1,
    why: 'The program crashes, and nothing shows why.',
  },
  {
    request: 'Set the heating of room 3 to 21 degrees.',
    services: [
      acts(
        'set_heating',
        'Sets the temperature of a room.',
        { room: 'number', degrees: 'number' },
        () => '{"accepted":true}',
        { target: 'room' },
      ),
      asks('get_heating', 'The set temperature of a room.', { room: 'number' }, () => '{"room":3,"set":18}', {
        target: 'room',
      }),
    ],
    intent: 'Set the heating of room 3 to 21 degrees',
    criteria: [ofWorld('The heating of room 3 is set to 21 degrees')],
    calls: [
      ['get_heating', { room: 3 }],
      ['set_heating', { room: 3, degrees: 21 }],
      ['get_heating', { room: 3 }],
      ['set_heating', { room: 3, degrees: 21 }],
      ['get_heating', { room: 3 }],
    ],
    says: 'The heating of room 3 was set to 21 degrees; it shows 18.',
    cause: 'unknown',
    fails: 1,
    why: 'The order is accepted and not kept, for no reason that is told.',
  },
  {
    request: 'Start the nightly import now and tell me how many rows came in.',
    services: [
      acts('start_job', 'Starts a job.', { job: 'text' }, () => 'job import: run 514', { target: 'job' }),
      asks('job_run', 'A run of a job.', { run: 'number' }, () => '{"run":514,"state":"failed","rows":0,"log":""}', {
        target: 'run',
      }),
    ],
    intent: 'Start the import and give the number of rows',
    criteria: [verifiable('The import went through, and the number of its rows is given')],
    calls: [
      ['start_job', { job: 'import' }],
      ['job_run', { run: 514 }],
    ],
    says: 'The import was started as run 514. It brought 0 rows.',
    cause: 'unknown',
    fails: 1,
    why: 'The run failed, and its log is empty.',
  },
  {
    request: 'Melde das Paket P-55 zur Abholung an.',
    services: [
      acts(
        'book_pickup',
        'Meldet eine Abholung an.',
        { parcel: 'text', day: 'text' },
        (_, visit) => failed(400, `{"error":"unexpected error","ref":"a81f${visit}"}`),
        { target: 'parcel' },
      ),
    ],
    intent: 'Das Paket P-55 zur Abholung anmelden',
    criteria: [ofWorld('Das Paket P-55 ist zur Abholung angemeldet')],
    calls: [
      ['book_pickup', { parcel: 'P-55', day: '2025-06-13' }],
      ['book_pickup', { parcel: 'P-55', day: '2025-06-16' }],
    ],
    says: 'Die Abholung des Pakets P-55 wurde zweimal angemeldet, ohne Bestätigung.',
    cause: 'unknown',
    fails: 1,
    why: 'Der Dienst nennt nur einen unerwarteten Fehler.',
  },
  {
    request: 'Run the checks and make sure that they all go well.',
    files: { 'checks/run.sh': lines('#!/bin/sh', 'echo "41 checks"', 'exit 3') },
    setup: 'chmod +x checks/run.sh',
    intent: 'Run checks/run.sh until it goes well',
    criteria: [ofWorld('All checks go well')],
    calls: [
      ['shell', { command: 'checks/run.sh' }],
      ['shell', { command: 'checks/run.sh' }],
    ],
    says: 'The 41 checks were run twice. The exit code was 3 each time.',
    cause: 'unknown',
    fails: 1,
    why: 'The exit code 3 is explained by nothing.',
  },
  {
    request: 'Make sure that Mr. Jansen (jansen@werft.example) gets the plan: "Dock 2, 7 a.m."',
    services: [
      mail,
      asks('delivery', 'The fate of a mail.', { to: 'text' }, () => 'not delivered (5.0.0 undefined status)', {
        target: 'to',
      }),
    ],
    intent: 'Mail the plan to Mr. Jansen and look whether it arrived',
    criteria: [ofWorld('The mail with the plan was delivered to jansen@werft.example')],
    calls: [
      ['send_mail', { to: 'jansen@werft.example', subject: 'Plan', body: 'Dock 2, 7 a.m.' }],
      ['delivery', { to: 'jansen@werft.example' }],
    ],
    says: 'The plan was mailed to Mr. Jansen.',
    cause: 'unknown',
    fails: 1,
    why: 'The status 5.0.0 tells no reason.',
  },
  {
    request: 'Download the map of the harbour and check it against its checksum (map.example/harbour).',
    services: [
      web({
        'https://map.example/harbour': 'tiles:0412,0413,0414,0419',
        'https://map.example/harbour.sha256': '9c1185a5c5e9fc54612808977ee8f548b2258d31f2d2b6e0d0a2a6b6b3c1f000',
      }),
    ],
    intent: 'Download the map and check it against its checksum',
    criteria: [verifiable('The downloaded map has the checksum that the site gives')],
    calls: [
      ['fetch_url', { url: 'https://map.example/harbour' }],
      ['fetch_url', { url: 'https://map.example/harbour.sha256' }],
      ['shell', { command: "printf 'tiles:0412,0413,0414,0419' | sha256sum" }],
      ['fetch_url', { url: 'https://map.example/harbour' }],
    ],
    says: 'The map was downloaded twice with the same content. Its checksum differs from the one that the site gives.',
    next: 'Say whether the map may be used',
    cause: 'unknown',
    fails: 1,
    why: 'Nothing shows whether the map, the checksum or the copying is at fault.',
  },
  {
    request: 'What is the water level at the sluice right now?',
    services: [
      asks(
        'sensor',
        'The reading of a sensor.',
        { name: 'text' },
        ({ name }) => `{"sensor":"${name}","value":null,"unit":"cm","quality":7}`,
        { target: 'name' },
      ),
    ],
    intent: 'Read the water level at the sluice',
    criteria: [verifiable('The water level at the sluice is given in cm')],
    calls: [
      ['sensor', { name: 'sluice-level' }],
      ['sensor', { name: 'sluice-level' }],
    ],
    says: 'The sensor at the sluice gives no level at the moment.',
    cause: 'unknown',
    fails: 1,
    why: 'The reading is null with a quality that nothing explains.',
  },
]
