/** A process that writes to an audit file until it is killed. */
import { fileAuditLog } from '../src/node.js'

const log = fileAuditLog(process.argv[2] ?? '')
for (let index = 0; ; index++) {
  await log.append({ kind: 'anomaly', at: index, anomaly: { taskId: '', code: 'thrashing', text: 'x'.repeat(5_000) } })
  if (index === 20) process.send?.('writing')
}
