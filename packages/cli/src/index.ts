export { type Config, defineConfig } from './agent/config.js'
