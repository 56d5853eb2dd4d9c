export type { PooledClient, PostgresClient, PostgresPool } from './database/pool.js'
export type { ErrorCode } from './error-codes.js'
export { type ArtooDatabase, type PostgresOptions, postgres } from './postgres.js'
export type { TransactionContext } from './transaction/transaction-tool.js'
