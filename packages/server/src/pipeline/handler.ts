// The type of a handler and of its context.

import type {
  BinaryBody,
  Body,
  EventData,
  EventType,
  HandlerOutput,
  OperationErrorCode,
  OperationName,
  Operations,
  Platform,
} from '@adrail/contract'
import type { Caller } from '../admission/authenticate.ts'
import type { UserDirectory } from '../admission/userDirectory.ts'
import type { AuditRecord, Surface } from '../audit/chain.ts'
import type { Journal } from '../journal/journal.ts'
import type { BatchDeclaration, UndoDeclaration, undoOperationName, Write } from '../journal/write.ts'
import type { Leads } from '../leads/leadAccess.ts'
import type { Accounts } from '../linking/accounts.ts'
import type { Connections } from '../linking/connect.ts'
import type { LinkingDeps } from '../linking/linking.ts'
import type { PagePictures } from '../linking/pagePictures.ts'
import type { ImageLibrary } from '../media/imageLibrary.ts'
import type { Connectors, PlatformClients } from '../platforms/index.ts'
import type { CompressedList } from '../runtime/compressedList.ts'
import type { ErrorDetails, ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Db, Store } from '../store/tables.ts'
import type { User } from '../store/users.ts'
import type { SendingDeps } from '../webhooks/sendMessage.ts'
import type { Paging } from './paging.ts'

/** The part of the context that every handler gets. */
interface BaseContext<Name extends OperationName> {
  readonly caller: Caller
  readonly runtime: Runtime
  /** Creates the error to throw. The operation must declare its code. */
  createError(code: OperationErrorCode<Name>, details?: ErrorDetails): ServiceError
}

/** For handlers that read a platform: a connector to the user's linked account. */
interface PlatformContext<Name extends Platform> {
  readonly connector: Connectors[Name]
}

/** For handlers of operations that need no platform of their own. */
interface ServiceContext<Name extends OperationName> {
  /** The user that the body's `userId` names. Present if and only if the body has one. */
  readonly user?: User
  /** Where the request came from: anyone at the screen can copy what a browser receives. */
  readonly surface: Surface
  readonly users: UserDirectory
  readonly store: Store
  readonly linking: LinkingDeps
  readonly connections: Connections
  /** The linked accounts of all users of the workspace, for operations that read several of them. */
  readonly accounts: Accounts
  /** Runtimes with the current time of each platform. */
  readonly runtimeByPlatform: Readonly<Record<Platform, Runtime>>
  readonly pictures: PagePictures
  /** The answers of people to lead forms. */
  readonly leads: Leads
  /** The images that the workspace uploaded. */
  readonly images: ImageLibrary
  /** The dependencies for sending requests to callers' endpoints. */
  readonly webhooks: SendingDeps
  /** For decisions about writes. Handlers of writes never use the journal. */
  readonly journal: Journal
  /** The platforms, for what they offer besides the accounts of users. */
  readonly platformClients: PlatformClients
  /** Appends the operation's audit entry and declared event in the same transaction as the change. */
  recordAuditEntry(transaction: Db, change: AuditedChange & DeclaredEventData<Name>): Promise<void>
}

/** `userId` and `operationId` override those of the request. */
type AuditedChange = Pick<AuditRecord, 'subject' | 'before' | 'after' | 'operationId' | 'userId'>

/** The data of the event that the operation declares. Empty without a declared event. */
type DeclaredEventData<Name extends OperationName> = Operations[Name] extends {
  readonly events: readonly [infer Type extends EventType]
}
  ? { readonly eventData: EventData<Type> }
  : unknown

/** For handlers with paged responses. */
interface PagedContext {
  readonly page: Paging
}

/** For handlers of operations whose body is a file. */
interface FileContext {
  readonly content: Buffer
}

export type HandlerContext<Name extends OperationName> = BaseContext<Name> &
  (Operations[Name] extends { readonly platform: infer OperationPlatform extends Platform }
    ? PlatformContext<OperationPlatform>
    : ServiceContext<Name>) &
  (Operations[Name] extends { readonly pageSize: number } ? PagedContext : unknown) &
  (Operations[Name] extends { readonly binaryBody: BinaryBody } ? FileContext : unknown)

/**
 * The context that the pipeline builds: the parts above, as far as the operation's declaration needs them.
 */
export type AnyHandlerContext = BaseContext<OperationName> &
  Omit<ServiceContext<OperationName>, 'recordAuditEntry'> &
  Partial<PagedContext> &
  Partial<FileContext> & {
    readonly connector: Connectors[Platform] | undefined
    recordAuditEntry(transaction: Db, change: AuditedChange & { readonly eventData?: object }): Promise<void>
  }

export interface Handler<Name extends OperationName = OperationName> {
  readonly operation: Name
  /** Its responses may be so large that serializing them at once would block other requests. */
  readonly mayBeLarge: boolean
  run(body: unknown, ctx: AnyHandlerContext): Promise<Readonly<Record<string, unknown>>>
}

/** The declared results, or the same with compressed lists. */
type HandlerResults<Results> = Results | { [Field in keyof Results]: CompressibleIfList<Results[Field]> }
type CompressibleIfList<Field> = Field extends (infer Entry)[] ? CompressedList<Entry> | Field : Field

export function handler<Name extends OperationName>(
  operation: Name,
  run: (body: Body<Name>, ctx: HandlerContext<Name>) => Promise<HandlerResults<HandlerOutput<Name>>>,
  { mayBeLarge = false } = {},
): Handler<Name> {
  return {
    operation,
    mayBeLarge,
    // The pipeline has validated the body against this operation's declaration and built the context from it.
    run: async (body, ctx) => await run(body as Body<Name>, ctx as unknown as HandlerContext<Name>),
  }
}

/**
 * One entry for every operation of the contract. A missing entry, or one of the wrong kind, does not compile.
 */
export type Handlers = {
  readonly [Name in OperationName]: Operations[Name] extends { readonly effect: 'write' }
    ? Operations[Name] extends { readonly platform: Platform }
      ? Write<Name>
      : Name extends typeof undoOperationName
        ? UndoDeclaration<Name>
        : BatchDeclaration<Name>
    : Handler<Name>
}
