import type { Arguments, Reply, Service } from './service.js'

type Answer = (given: Arguments, visit: number) => Reply
type More = Partial<Pick<Service, 'target' | 'isDown'>>

/** A service that only reads. */
export const asks = (
  name: string,
  description: string,
  input: Service['input'],
  reply: Answer,
  more: More = {},
): Service => ({ name, description, input, effect: 'read', reply, ...more })

/** A service that changes something for good. */
export const acts = (
  name: string,
  description: string,
  input: Service['input'],
  reply: Answer,
  more: More = {},
): Service => ({ name, description, input, effect: 'irreversible', reply, ...more })

/** The web, of which these pages are known. */
export const web = (pages: Readonly<Record<string, Reply>>): Service =>
  asks(
    'fetch_url',
    'The text of a web page or of an answer of an HTTP API, by GET.',
    { url: 'text' },
    ({ url }) => pages[String(url)] ?? failed(404, 'not found'),
    { target: 'url' },
  )

/** Sends mails, whoever they are for. */
export const mail = acts(
  'send_mail',
  'Sends a mail in plain text.',
  { to: 'text', subject: 'text', body: 'text' },
  ({ to }) => `accepted for ${to}`,
  { target: 'to' },
)

export const failed = (status: number, body: string): Reply => ({ status, body })

export const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`
