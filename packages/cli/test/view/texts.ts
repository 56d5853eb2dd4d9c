import fc from 'fast-check'

const pieces = [
  ...['word', ' ', '  ', '\n', 'a-very-long-word-that-does-not-end', '日本語', '한국어', 'ｶﾞ', 'กำ', 'ก'],
  ...['👩‍👩‍👧‍👦', '👍🏽', '🇫🇷', '🇫', '1️⃣', '❤️', '✓', 'e\u0301', '\u0301', '\u200d', '\ufe0f', '\u3164', 'क्षि', '½'],
  ...['\u001b[31m', '\u0007', '\u202e', '\t', '\r', '\u001b]0;title\u0007', '\u200b', '\ud83d', '\u0000'],
]

/** Text as a model, a file or a server may give it. */
export const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
