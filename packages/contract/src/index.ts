// The public door of the contract.

export { type AuditDecision, type Effect, type Operation, type Scope, scopes } from './declare.ts'
export { errorsText } from './documents/errors.ts'
export { llmsText } from './documents/llms.ts'
export { operationsText } from './documents/operations.ts'
export { type Envelope, type Failure, failure } from './envelope.ts'
export { commonErrors, type ErrorCode, type ErrorDefinition, errors } from './errors.ts'
export { type OpenApiDocument, type OpenApiOptions, openapi } from './openapi.ts'
export {
  type Body,
  declarationOf,
  type OperationName,
  type Operations,
  operationNames,
  operations,
  type RequestBody,
  type Results,
} from './operations.ts'
export type { UserRecord } from './user.ts'
export { type Fault, type FaultCode, validate } from './validate.ts'
