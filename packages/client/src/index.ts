// Public exports of the client.

export { type Client, type ClientOptions, createClient } from './client.ts'
export { AdrailError, type ClientErrorCode } from './error.ts'
export type { Answer } from './exchange.ts'
export type { FileContent } from './fileContent.ts'
export type * from './groups.ts'
export type {
  Body,
  CallOptions,
  Entry,
  OperationName,
  PagedName,
  Results,
  TableName,
  WriteName,
  WriteOptions,
} from './method.ts'
export type * from './operations.ts'
export type { PageOptions, Pages } from './pages.ts'
export {
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
  webhooks,
} from './webhooks.ts'
