import type { EarlierTurn } from '../messages/task.js'

/** The turns on which words rest, for roles that are not in the conversation. As JSON, since they hold what tools and models said. */
export const inConversation = (intent: string, earlier: readonly EarlierTurn[]): string =>
  `The user asks for it in a conversation, and means: ${JSON.stringify({ intent, earlier })}`
