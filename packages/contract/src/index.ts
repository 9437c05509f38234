// Public exports of the contract.

export { canonicalBody, preferredBody, type Spelling, spellingOf } from './aliases.ts'
export { rulesInWords } from './derive/aliases.ts'
export { aliasList } from './derive/aliasList.ts'
export { clientGroups, clientOperations } from './derive/clientSource.ts'
export { type CommandGroup, type CommandOperation, commandGroups } from './derive/commands.ts'
export { errorsText } from './derive/errorsText.ts'
export { eventsText } from './derive/eventsText.ts'
export type { Field } from './derive/fields.ts'
export { llmsText } from './derive/llmsText.ts'
export { namesText } from './derive/namesText.ts'
export { type OpenApiDocument, type OpenApiOptions, openapi } from './derive/openapi.ts'
export { operationsText } from './derive/operationsText.ts'
export { permissionsText, reasonsText } from './derive/permissionsText.ts'
export {
  type CompactToolName,
  compactToolNames,
  compactTools,
  type OperationTool,
  operationTools,
  type Tool,
  toolGroups,
  toolInstructions,
} from './derive/tools.ts'
export { type Envelope, type Failure, failure } from './envelope.ts'
export { commonErrors } from './errorSets.ts'
export { type ErrorCode, type ErrorDefinition, errorCodes, errors } from './errors.ts'
export type { Event } from './events/event.ts'
export { type EventData, type EventType, eventOf, eventTypes } from './events/index.ts'
export type { Flaw, FlawCode } from './flaws.ts'
export {
  type MissingPermission,
  missingPermissions,
  permissionNames,
} from './grants.ts'
export { type GroupName, groupNames } from './groups.ts'
export { nearest } from './nearest.ts'
export {
  type AuditDecision,
  type Effect,
  type Operation,
  type Scope,
  scopes,
  scopesOf,
} from './operation.ts'
export { type ConnectionHealth, connectionHealths } from './operations/connections.ts'
export { workFacets } from './operations/pro/values.ts'
export { standardEventMeant } from './operations/social/newCampaign/conversionEvents.ts'
export type { UserRecord } from './operations/user/values.ts'
export {
  type ApprovalRules,
  type BrandWish,
  defaultRaiseFactor,
  type RaisingKind,
  type SpendLimits,
} from './operations/workspace/values.ts'
export {
  type Body,
  type Codes,
  declarationOf,
  groupOf,
  type OperationName,
  type Operations,
  type OwnResults,
  operationNames,
  operations,
  type PlatformOf,
  type RequestBody,
  type Results,
  type WriteName,
} from './operations.ts'
export { pathOf } from './paths.ts'
export type { PermissionName } from './permissions.ts'
export { type Platform, platforms } from './platforms.ts'
export { validate } from './validate.ts'
export { dryRunResults } from './writes.ts'
