// Public exports of the contract.

export { createNameTranslator, type NameTranslator, toCanonicalBody, toPreferredBody } from './aliases.ts'
export { type BinaryBody, formatMediaTypes, jsonType } from './binaryBody.ts'
export { describeRules } from './derive/aliases.ts'
export { listAliases } from './derive/aliasList.ts'
export {
  generateClientGroups,
  generateClientOperations,
  generateConsolePlatforms,
  generateConsoleUploads,
  generateConsoleWrites,
} from './derive/clientSource.ts'
export { type CommandGroup, type CommandOperation, listCommandGroups } from './derive/commands.ts'
export { renderErrors } from './derive/errorsText.ts'
export { renderEvents } from './derive/eventsText.ts'
export type { Field } from './derive/fields.ts'
export { renderLlmsText } from './derive/llmsText.ts'
export { renderAliases } from './derive/namesText.ts'
export { buildOpenApi, type OpenApiDocument, type OpenApiOptions } from './derive/openapi.ts'
export { renderOperationGroup, renderOperations } from './derive/operationsText.ts'
export { renderPermissionReasons, renderPermissions } from './derive/permissionsText.ts'
export {
  type CompactToolName,
  compactToolNames,
  compactTools,
  listOperationTools,
  type OperationTool,
  type Tool,
  toolGroups,
  toolInstructions,
} from './derive/tools.ts'
export { type Envelope, type Failure, failure } from './envelope.ts'
export { commonErrors } from './errorSets.ts'
export { type ErrorCode, type ErrorDefinition, errorCodes, errors, toFailureTexts } from './errors.ts'
export type { Event } from './events/event.ts'
export { type EventData, type EventType, eventDeclarationOf, eventTypes } from './events/index.ts'
export {
  listMissingPermissions,
  listPermissionNames,
  type MissingPermission,
} from './grants.ts'
export { type GroupName, groupNames, groups } from './groups.ts'
export { parseMediaUrl, toMediaUrl } from './imageUrl.ts'
export { findNearestName } from './nearest.ts'
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
export { findStandardEvent } from './operations/social/newCampaign/conversionEvents.ts'
export type { UserRecord } from './operations/user/values.ts'
export {
  type ApprovalRules,
  type BrandUpdate,
  defaultRaiseFactor,
  type SpendIncreaseKind,
  type SpendLimits,
} from './operations/workspace/values.ts'
export {
  type Body,
  declarationOf,
  groupOf,
  type HandlerOutput,
  type OperationErrorCode,
  type OperationName,
  type Operations,
  operationNames,
  operations,
  type PlatformOf,
  type RequestBody,
  type Results,
  type WriteName,
} from './operations.ts'
export { formatPath } from './paths.ts'
export type { PermissionName } from './permissions.ts'
export {
  type LinkPlatform,
  linkPlatforms,
  type Platform,
  type PlatformFacts,
  platformFacts,
  platforms,
} from './platforms.ts'
export { validate } from './validate.ts'
export type { Violation, ViolationCode } from './violations.ts'
export { dryRunResultsSchema } from './writes.ts'
