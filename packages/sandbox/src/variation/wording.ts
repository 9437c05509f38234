// Replaces whole error texts. Codes, subcodes and types stay, sentences do not. Meta writes
// `error_user_title` and `error_user_msg` in the language of the user, so some of the sentences are not
// English.

/** Text that no other field of the error carries, so that every correct client has to read it. */
export interface RequiredText {
  /** Meta: the code, for errors without a subcode or with the subcode 99 of unknown errors. */
  readonly code?: number
  readonly text: RegExp
  readonly reason: string
}

/** The texts of a platform's varied errors. */
export interface ErrorTexts {
  /** The sentences that replace an error's text. */
  readonly replacements: readonly string[]
  /**
   * All texts that survive the replacement. A row belongs here only if recorded errors have the same code,
   * without a subcode, for something else. If an error has a code of its own, its text is not here, because
   * adrail classifies it by the code.
   */
  readonly required: readonly RequiredText[]
}

export interface ErrorCodes {
  /** Meta's code and subcode. */
  readonly code?: unknown
  readonly subcode?: unknown
}

/** Returns another sentence for the same error. `choice` is from 0 to below 1. */
export function rewordError(
  text: string,
  { replacements, required }: ErrorTexts,
  { code, subcode }: ErrorCodes,
  choice: number,
): string {
  const sentence = replacements[Math.floor(choice * replacements.length)] ?? ''
  const requiredParts = required
    .filter((row) => row.code === undefined || row.code === code)
    .filter((row) => row.code === undefined || subcode === undefined || subcode === 99)
    .flatMap(({ text: words }) => text.match(new RegExp(words, `${words.flags}g`)) ?? [])
  // Text that clients read line by line stays at the beginning of its line.
  const lines = requiredParts
    .filter((words) => words.startsWith('ERROR ::'))
    .map((words) => `${words}${sentence}\n`)
  if (lines.length > 0) return lines.join('')
  // Recorded messages of the same error exist with and without its code as a prefix.
  const prefix = (choice * replacements.length * 2) % 2 < 1 ? (/^\(#\d+\) /.exec(text)?.[0] ?? '') : ''
  return prefix + [sentence, ...requiredParts].join(' ')
}
