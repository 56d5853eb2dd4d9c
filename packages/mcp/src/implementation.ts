/** The name and version that artoo tells servers and clients. `npm run release:version` raises it. */
export const implementation = { name: 'artoo', version: '0.1.0' } as const
