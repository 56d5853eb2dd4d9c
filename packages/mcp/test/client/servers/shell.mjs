/** A server that runs any line of a shell, for what it can reach. Arguments: a line that it runs before it serves. */
import { execSync, spawnSync } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const [before] = process.argv.slice(2)
if (before) execSync(before, { stdio: ['ignore', 'ignore', 'inherit'] })

serveStdio(() => {
  const server = new McpServer({ name: 'shell', version: '1.0.0' })
  server.registerTool('run', { description: 'Runs', inputSchema: z.object({ line: z.string() }) }, ({ line }) => {
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { encoding: 'utf8' })
    return { content: [{ type: 'text', text: `${stdout}${stderr}` }] }
  })
  server.registerTool('die', { description: 'Ends', inputSchema: z.object({ line: z.string() }) }, ({ line }) => {
    spawnSync('/bin/sh', ['-c', line])
    process.exit(3)
  })
  return server
})
