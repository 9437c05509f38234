// The type of a handler and of its context.

import type {
  Body,
  EventData,
  EventType,
  OperationErrorCode,
  OperationName,
  Operations,
  Platform,
  ResultsWithoutRecord,
} from '@adrail/contract'
import type { AuditRecord, Surface } from '../audit/chain.ts'
import type { ErrorDetails, ServiceError } from '../base/errors.ts'
import type { LongList } from '../base/longList.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Caller } from '../guard/authenticate.ts'
import type { Users } from '../guard/knownUsers.ts'
import type { Journal } from '../journal/journal.ts'
import type { Batch, Undo, undoing, Write } from '../journal/write.ts'
import type { Leads } from '../leads/leadAccess.ts'
import type { Accounts } from '../linking/accounts.ts'
import type { Connections } from '../linking/connect.ts'
import type { Linking } from '../linking/linking.ts'
import type { Pictures } from '../linking/pictures.ts'
import type { Connectors } from '../platforms/connectors.ts'
import type { KeywordPlanner } from '../platforms/search/planner.ts'
import type { Db, Store } from '../store/tables.ts'
import type { User } from '../store/users.ts'
import type { SendingParts } from '../webhooks/sending.ts'
import type { Paging } from './paging.ts'

/** The part of the context that every handler gets. */
interface Asked<Name extends OperationName> {
  readonly caller: Caller
  readonly runtime: Runtime
  /** Creates the error to throw. The operation must declare its code. */
  refuse(code: OperationErrorCode<Name>, details?: ErrorDetails): ServiceError
}

/** For handlers that read a platform: a connector to the user's linked account. */
interface Linked<Name extends Platform> {
  readonly connector: Connectors[Name]
}

/** For handlers of operations that need no platform of their own. */
interface House<Name extends OperationName> {
  /** The user that the body's `userId` names. Present if and only if the body has one. */
  readonly user?: User
  /** Where the request came from: anyone at the screen can copy what a browser receives. */
  readonly surface: Surface
  readonly users: Users
  readonly store: Store
  readonly linking: Linking
  readonly connections: Connections
  /** The linked accounts of all users of the workspace, for operations that read several of them. */
  readonly accounts: Accounts
  /** Runtimes with the current time of each platform. */
  readonly runtimeAt: Readonly<Record<Platform, Runtime>>
  readonly pictures: Pictures
  /** The answers of people to lead forms. */
  readonly leads: Leads
  /** The dependencies for sending requests to callers' endpoints. */
  readonly webhooks: SendingParts
  /** For decisions about writes. Handlers of writes never use the journal. */
  readonly journal: Journal
  /** Keyword ideas, requested with the service's own account. Absent without such an account. */
  readonly planner?: KeywordPlanner
  /** Appends the operation's audit entry and declared event in the same transaction as the change. */
  record(transaction: Db, about: Change & Told<Name>): Promise<void>
}

/** `userId` and `operationId` override those of the request. */
type Change = Pick<AuditRecord, 'subject' | 'before' | 'after' | 'operationId' | 'userId'>

/** The data of the event that the operation declares. Empty without a declared event. */
type Told<Name extends OperationName> = Operations[Name] extends {
  readonly events: readonly [infer Type extends EventType]
}
  ? { readonly told: EventData<Type> }
  : unknown

/** For handlers with paged responses. */
interface Paged {
  readonly page: Paging
}

export type Context<Name extends OperationName> = Asked<Name> &
  (Operations[Name] extends { readonly platform: infer Of extends Platform } ? Linked<Of> : House<Name>) &
  (Operations[Name] extends { readonly pageSize: number } ? Paged : unknown)

/**
 * The context that the pipeline builds: the parts above, as far as the operation's declaration needs them.
 */
export type AnyContext = Asked<OperationName> &
  Omit<House<OperationName>, 'record'> &
  Partial<Paged> & {
    readonly connector: Connectors[Platform] | undefined
    record(transaction: Db, about: Change & { readonly told?: object }): Promise<void>
  }

export interface Handler<Name extends OperationName = OperationName> {
  readonly operation: Name
  /** Its responses may be so large that serializing them at once would block other requests. */
  readonly mayBeLarge: boolean
  run(body: unknown, ctx: AnyContext): Promise<Readonly<Record<string, unknown>>>
}

/** The declared results, or the same with compressed lists. */
type Answer<Results> = Results | { [Member in keyof Results]: LongIfList<Results[Member]> }
type LongIfList<Member> = Member extends (infer Entry)[] ? LongList<Entry> | Member : Member

export function handler<Name extends OperationName>(
  operation: Name,
  answer: (body: Body<Name>, ctx: Context<Name>) => Promise<Answer<ResultsWithoutRecord<Name>>>,
  { mayBeLarge = false } = {},
): Handler<Name> {
  return {
    operation,
    mayBeLarge,
    // The pipeline has validated the body against this operation's declaration and built the context from it.
    run: async (body, ctx) => await answer(body as Body<Name>, ctx as unknown as Context<Name>),
  }
}

/**
 * One entry for every operation of the contract. A missing entry, or one of the wrong kind, does not compile.
 */
export type Handlers = {
  readonly [Name in OperationName]: Operations[Name] extends { readonly effect: 'write' }
    ? Operations[Name] extends { readonly platform: Platform }
      ? Write<Name>
      : Name extends typeof undoing
        ? Undo<Name>
        : Batch<Name>
    : Handler<Name>
}
