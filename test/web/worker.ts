import { runTask } from './task.js'

/** A worker as Cloudflare's runtime takes it: every request runs the task. */
export default {
  fetch: async () => Response.json(await runTask()),
}
