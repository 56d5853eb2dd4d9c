export { type ArtooHandler, type ArtooHandlerOptions, artooHandler } from './server/artoo-handler.js'
export type { Secret, ServedArtoo } from './server/options.js'
export { type ServeArtooOptions, serveArtoo } from './server/serve-artoo.js'
