// The sources of client and console that derive from the contract. The programs need them, unlike the documents.

import {
  generateClientGroups,
  generateClientOperations,
  generateConsolePlatforms,
  generateConsoleUploads,
  generateConsoleWrites,
} from '@adrail/contract'
import type { GeneratedFile } from './generatedFile.ts'

export const sources: readonly GeneratedFile[] = [
  { path: 'packages/client/src/operations.ts', text: generateClientOperations() },
  { path: 'packages/client/src/groups.ts', text: generateClientGroups() },
  { path: 'packages/console/src/words/platformNames.ts', text: generateConsolePlatforms() },
  { path: 'packages/console/src/form/uploadFields.ts', text: generateConsoleUploads() },
  { path: 'packages/console/src/words/writeNames.ts', text: generateConsoleWrites() },
]
