/** LangGraph's loop of an agent and its tools with a saver: `calls` model calls, a tool call after each but the last. */
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import * as z from 'zod'

const add = tool(({ numbers }) => String(numbers.reduce((sum, number) => sum + number, 0)), {
  name: 'add',
  description: 'Adds numbers.',
  schema: z.object({ numbers: z.array(z.number()) }),
})

export function contender({ calls }) {
  let call = 0
  let thread = 0
  const checkpointer = new MemorySaver()
  const agent = () => {
    if (++call === calls) return { messages: [new AIMessage('The total is 42.')] }
    const toolCalls = [{ id: `call_${call}`, name: 'add', args: { numbers: [20, 22] } }]
    return { messages: [new AIMessage({ content: '', tool_calls: toolCalls })] }
  }
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('agent', agent)
    .addNode('tools', new ToolNode([add]))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', ({ messages }) => (messages.at(-1).tool_calls?.length ? 'tools' : END))
    .addEdge('tools', 'agent')
    .compile({ checkpointer })
  return {
    async task() {
      call = 0
      const thread_id = `${thread++}`
      const input = { messages: [new HumanMessage('Add up the invoices of March')] }
      const { messages } = await graph.invoke(input, { configurable: { thread_id }, recursionLimit: 50 })
      if (messages.at(-1).content !== 'The total is 42.') throw new Error('langgraph: no total')
      await checkpointer.deleteThread(thread_id)
      return call
    },
    async close() {},
  }
}
