/**
 * `npm run example:cluster`: three worker processes over one PostgreSQL, a client with a dozen tasks, a person at another machine, and a worker that
 * is killed. `DATABASE_URL` names your server; without it one is started for the time being.
 */
import { fileURLToPath } from 'node:url'
import { startServer, withoutPostgres } from '../../packages/postgres/test/server.js'
import { playScene } from './scene.js'

const { DATABASE_URL: given } = process.env
const words = (script: string) => [...process.execArgv, fileURLToPath(new URL(`${script}.ts`, import.meta.url))]
const play = (connectionString: string) =>
  playScene({ connectionString, command: words, leaseMs: 3_000, say: (line) => console.log(line) })

if (given) process.exitCode = await play(given)
else if (withoutPostgres) {
  console.error(
    'There is no PostgreSQL. Run npm ci --prefix test/postgres, or install the package postgresql of Debian, or set DATABASE_URL.',
  )
  process.exitCode = 2
} else {
  const server = await startServer()
  console.log(`scene: PostgreSQL listens at ${server.connectionString}`)
  process.exitCode = await play(server.connectionString).finally(() => server.stop())
}
