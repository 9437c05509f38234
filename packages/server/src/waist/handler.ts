// What a handler is and what it is given.

import type {
  Body,
  Codes,
  EventData,
  EventType,
  OperationName,
  Operations,
  OwnResults,
  Platform,
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

/** What every handler is given. */
interface Asked<Name extends OperationName> {
  readonly caller: Caller
  readonly runtime: Runtime
  /** Makes the error to throw: one that the operation declares. */
  refuse(code: Codes<Name>, details?: ErrorDetails): ServiceError
}

/** Given to handlers of a platform: the user's linked account there. */
interface Linked<Name extends Platform> {
  readonly connector: Connectors[Name]
}

/** Given to handlers that work with what the service itself stores, or in its own name. */
interface House<Name extends OperationName> {
  /** Whom the body's `userId` names; present when, and only when, the body has one. */
  readonly user?: User
  /** Where the request came from: what a browser receives can be copied by anyone at its screen. */
  readonly surface: Surface
  readonly users: Users
  readonly store: Store
  readonly linking: Linking
  readonly connections: Connections
  /** The accounts of any user of the workspace, for what looks at several of them. */
  readonly accounts: Accounts
  /** The time that it is at each platform. */
  readonly runtimeAt: Readonly<Record<Platform, Runtime>>
  readonly pictures: Pictures
  /** What people filled in on lead forms. */
  readonly leads: Leads
  /** What sending to the addresses of callers needs. */
  readonly webhooks: SendingParts
  /** For what is decided about writes; handlers of writes never meet it. */
  readonly journal: Journal
  /** Keyword ideas, in the service's own name; absent when it has no account for them. */
  readonly planner?: KeywordPlanner
  /** Writes the operation's audit entry, and the event that it declares, in the transaction of what they tell. */
  record(transaction: Db, about: Change & Told<Name>): Promise<void>
}

/** `userId` and `operationId` where they are not those of the request. */
type Change = Pick<AuditRecord, 'subject' | 'before' | 'after' | 'operationId' | 'userId'>

/** What the event says that an operation declares to tell; nothing where it declares none. */
type Told<Name extends OperationName> = Operations[Name] extends {
  readonly events: readonly [infer Type extends EventType]
}
  ? { readonly told: EventData<Type> }
  : unknown

/** Given to handlers whose answers come in pages. */
interface Paged {
  readonly page: Paging
}

export type Context<Name extends OperationName> = Asked<Name> &
  (Operations[Name] extends { readonly platform: infer Of extends Platform } ? Linked<Of> : House<Name>) &
  (Operations[Name] extends { readonly pageSize: number } ? Paged : unknown)

/** What the waist builds: all of the above, as far as the operation's declaration asks for it. */
export type AnyContext = Asked<OperationName> &
  Omit<House<OperationName>, 'record'> &
  Partial<Paged> & {
    readonly connector: Connectors[Platform] | undefined
    record(transaction: Db, about: Change & { readonly told?: object }): Promise<void>
  }

export interface Handler<Name extends OperationName = OperationName> {
  readonly operation: Name
  /** Its answers may be so large that writing them down at once would keep others waiting. */
  readonly mayBeLarge: boolean
  run(body: unknown, ctx: AnyContext): Promise<Readonly<Record<string, unknown>>>
}

/** The declared results, or the same with long lists. */
type Answer<Results> = Results | { [Member in keyof Results]: LongIfList<Results[Member]> }
type LongIfList<Member> = Member extends (infer Entry)[] ? LongList<Entry> | Member : Member

export function handler<Name extends OperationName>(
  operation: Name,
  answer: (body: Body<Name>, ctx: Context<Name>) => Promise<Answer<OwnResults<Name>>>,
  { mayBeLarge = false } = {},
): Handler<Name> {
  return {
    operation,
    mayBeLarge,
    // The waist has checked the body against this operation's declaration, and built the context from it.
    run: async (body, ctx) => await answer(body as Body<Name>, ctx as unknown as Context<Name>),
  }
}

/** One entry for every operation of the contract: a forgotten one, or one of the wrong kind, does not compile. */
export type Handlers = {
  readonly [Name in OperationName]: Operations[Name] extends { readonly effect: 'write' }
    ? Operations[Name] extends { readonly platform: Platform }
      ? Write<Name>
      : Name extends typeof undoing
        ? Undo<Name>
        : Batch<Name>
    : Handler<Name>
}
