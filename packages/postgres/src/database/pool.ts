/** A connection of `pg`, as far as it is used here. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>
}

/** A connection that a pool lends out. */
export interface PooledClient extends PostgresClient {
  release(error?: Error | boolean): void
  on(event: 'error', listener: () => void): unknown
}

/** A `pg.Pool`, as far as it is used here. */
export interface PostgresPool {
  readonly options: { readonly max?: number | undefined }
  connect(): Promise<PooledClient>
  end(): Promise<void>
  on(event: 'error' | 'connect', listener: (of: PooledClient) => void): unknown
}
