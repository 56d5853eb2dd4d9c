/** Submits a dozen tasks and waits for them: eleven small payments and a large one. `client.ts`, with `DATABASE_URL`. */
import { clerk } from './clerk.js'

const { DATABASE_URL: connectionString = '' } = process.env
const say = (words: string) => console.log(`client: ${words}`)

const { artoo, payments, close } = await clerk({ connectionString })
const run = Date.now().toString(36)
const invoices = Array.from({ length: 12 }, (_, index) => `${index === 3 ? 'large' : 'small'}-${run}-${index + 1}`)
const tasks = invoices.map((invoice) => artoo.submit(`Pay invoice ${invoice}.`))
await Promise.all(tasks.map(({ submitted }) => submitted))
for (const [index, { taskId }] of tasks.entries()) say(`submitted task ${taskId.slice(-4)}: pay ${invoices[index]}`)

for (const { status, output } of await Promise.all(tasks)) say(`${status}: ${output}`)
const paid = await payments(invoices)
const twice = invoices.filter((invoice) => (paid.get(invoice) ?? 0) > 1)
const unpaid = invoices.filter((invoice) => !paid.has(invoice))
say(`${invoices.length} invoices, ${unpaid.length} left out, ${twice.length} paid twice`)
if (unpaid.length + twice.length > 0) process.exitCode = 1
await close()
