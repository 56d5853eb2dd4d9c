import pg from 'pg'

/** A pool that counts the statements of its connections by what they are about. */
export function countedPool(connectionString: string, max: number) {
  const pool = new pg.Pool({ connectionString, max })
  const counts: Record<string, number> = {}
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...words: unknown[]) => unknown
    client.query = ((...words: unknown[]) => {
      const kind = kindOf(String(Object(words[0]).text ?? words[0]))
      counts[kind] = (counts[kind] ?? 0) + 1
      return query(...words)
    }) as typeof client.query
  })
  return { pool, counts }
}

/** Words by which a statement is known, the more precise first. */
const kinds = [
  ['pg_notify', 'notify'],
  ['claim_jobs', 'claim'],
  ['ordinality as one', 'renew'],
  ['left join', 'look'],
  ['ordinality as given', 'append'],
  ['update', 'settle'],
  ['insert', 'submit'],
  ['select', 'read'],
] as const

const kindOf = (text: string) => kinds.find(([words]) => text.includes(words))?.[1] ?? 'other'
