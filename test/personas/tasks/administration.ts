import {
  type Files,
  holding,
  joined,
  linesOf,
  namesExactly,
  numbered,
  rewritten,
  saysExactly,
  statesOnly,
  type Task,
} from '../task.js'
import { log } from './texts.js'

const config = `${JSON.stringify({ name: 'demo', colour: 'red', size: 4, version: '2.7.1' }, null, 2)}\n`

const unit = (name: string, port: number, state: string) => `name=${name}\nport=${port}\nstate=${state}\nuser=www\n`

const services: Files = {
  'services/web.conf': unit('web', 8080, 'running'),
  'services/api.conf': unit('api', 9000, 'failed'),
  'services/mail/queue.conf': unit('queue', 8080, 'failed'),
  'services/mail/spool.conf': unit('spool', 2500, 'running'),
}

const clients = ['10.0.0.7', '10.0.0.9', '10.0.0.12']
const access = numbered(60, (index) => `${clients[(index % 7) % 3]} GET /page/${index} ${index % 11 === 5 ? 500 : 200}`)
const hosts = '127.0.0.1 localhost\n10.0.0.7 web\n10.0.0.8 old-mail\n10.0.0.9 api\n10.0.0.8 old-news\n'

export const administrationTasks: readonly Task[] = [
  {
    name: 'matching lines of a long file',
    words: 'How many lines of "logs/app.log" contain "ERROR"?',
    files: { 'logs/app.log': log },
    isRight: (answer, before) =>
      statesOnly(answer, linesOf(before['logs/app.log']).filter((line) => line.includes('ERROR')).length),
  },
  {
    name: 'JSON value',
    words: 'What is the value of "version" in "config.json"?',
    files: { 'config.json': config },
    isRight: (answer, before) => answer.includes(JSON.parse(before['config.json'] ?? '{}').version),
  },
  {
    name: 'rename a key',
    words: 'Rename the key "colour" to "color" in "config.json"',
    files: { 'config.json': config },
    leaves: rewritten('config.json', (content) => content.replace('"colour"', '"color"')),
  },
  {
    name: 'set a setting',
    words: 'Set "port" to "8443" in the settings "services/web.conf"',
    files: services,
    leaves: rewritten('services/web.conf', (content) => content.replace(/^port=.*$/m, 'port=8443')),
  },
  {
    name: 'services that failed',
    words: 'Which services in "services" are "failed"?',
    files: services,
    isRight: (answer, before) => namesExactly(answer, before, holding(before, 'services', 'state=failed')),
  },
  {
    name: 'services on one port',
    words: 'Which services in "services" have the same "port"?',
    files: services,
    isRight: (answer, before) => namesExactly(answer, before, holding(before, 'services', 'port=8080')),
  },
  {
    name: 'busiest client',
    words: 'Which client made the most requests in "logs/access.log"?',
    files: { 'logs/access.log': access },
    isRight(answer, before) {
      const requests = (client: string) =>
        linesOf(before['logs/access.log']).filter((line) => line.startsWith(`${client} `)).length
      const busiest = clients.toSorted((one, other) => requests(other) - requests(one)).slice(0, 1)
      return saysExactly(answer, clients, busiest)
    },
  },
  {
    name: 'remove hosts',
    words: 'Remove the lines with "10.0.0.8" from "etc/hosts"',
    files: { 'etc/hosts': hosts, 'etc/motd': 'Welcome\n' },
    leaves: rewritten('etc/hosts', (content) => joined(linesOf(content).filter((line) => !line.includes('10.0.0.8')))),
  },
]
