// The documents, the sources of client and console, and the CLI's flags, which derive from the contract, the
// configuration, the sandbox and the proofs.

import {
  buildOpenApi,
  groupNames,
  listCommandGroups,
  platforms,
  renderAliases,
  renderErrors,
  renderEvents,
  renderLlmsText,
  renderOperationGroup,
  renderOperations,
  renderPermissionReasons,
  renderPermissions,
} from '@adrail/contract'
import { formatCallsTable } from '@adrail/sandbox'
import { renderEntryStates } from '@adrail/server/entryStatesText'
import { renderLogsDoc } from '@adrail/server/logsText'
import { renderMetricsDoc } from '@adrail/server/metricsText'
import { recordSandboxShapes } from '@adrail/server/shapes'
import { renderConfigurationDoc, renderEnvExample } from '@adrail/server/variableTexts'
import { diagrams } from './diagrams/index.ts'
import { renderDecisionsIndex, renderDocsIndex, renderReadmeIndex } from './docsIndexText.ts'
import type { GeneratedFile } from './generatedFile.ts'
import { renderReliability } from './reliabilityText.ts'
import { sources } from './sources.ts'

const notice = '<!-- Generated from the code by `npm run generate`. Do not edit. -->'

export const documents: readonly GeneratedFile[] = [
  ...diagrams,
  { path: 'docs/openapi.json', text: `${JSON.stringify(buildOpenApi(), null, 2)}\n` },
  { path: 'docs/README.md', text: `${notice}\n\n${renderDocsIndex()}` },
  { path: 'README.md', part: 'documentation', text: renderReadmeIndex() },
  { path: 'docs/decisions/README.md', part: 'decisions', text: renderDecisionsIndex() },
  { path: 'docs/operations.md', text: `${notice}\n\n${renderOperations()}` },
  ...groupNames.map((group) => ({
    path: `docs/operations/${group}.md`,
    text: `${notice}\n\n${renderOperationGroup(group)}`,
  })),
  { path: 'docs/errors.md', text: `${notice}\n\n${renderErrors()}` },
  { path: 'docs/configuration.md', text: `${notice}\n\n${renderConfigurationDoc()}` },
  { path: '.env.example', text: renderEnvExample() },
  { path: 'docs/logs.md', text: `${notice}\n\n${renderLogsDoc()}` },
  { path: 'docs/metrics.md', text: `${notice}\n\n${renderMetricsDoc()}` },
  ...sources,
  { path: 'docs/events.md', part: 'events', text: renderEvents() },
  { path: 'docs/writes.md', part: 'states', text: renderEntryStates() },
  { path: 'docs/versioning.md', part: 'names', text: renderAliases() },
  { path: 'docs/linking.md', part: 'permissions', text: renderPermissions() },
  ...platforms.map((platform) => ({
    path: `docs/going-live/${platform}.md`,
    part: 'reasons',
    text: renderPermissionReasons(platform),
  })),
  { path: 'packages/cli/data/operations.json', text: `${JSON.stringify(listCommandGroups(), null, 1)}\n` },
  { path: 'docs/sandbox.md', part: 'calls', text: formatCallsTable() },
  { path: 'packages/server/data/sandboxShapes.json', text: await recordSandboxShapes() },
  { path: 'docs/reliability.md', text: `${notice}\n\n${renderReliability()}` },
  { path: 'docs/llms.txt', text: `${notice}\n\n${renderLlmsText()}` },
]
