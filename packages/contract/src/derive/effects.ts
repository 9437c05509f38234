// Descriptions of the effects of operations, for the documents.

import type { Effect } from '../operation.ts'

export const effectTexts: Readonly<Record<Effect, string>> = {
  read: 'changes nothing',
  local: 'changes only data in adrail',
  write: 'changes something on the platform',
}
