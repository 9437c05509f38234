// Descriptions of the effects of operations, for the documents.

import type { Effect } from '../operation.ts'

export const effectTexts: Readonly<Record<Effect, string>> = {
  read: 'changes nothing',
  local: 'changes only what this service stores',
  write: 'changes something at the platform',
}
