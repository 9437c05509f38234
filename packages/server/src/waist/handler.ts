// What a handler is and what it is given.

import type { Body, OperationName, Results } from '@adrail/contract'
import type { Runtime } from '../base/runtime.ts'
import type { Caller } from '../guard/authenticate.ts'
import type { Users } from '../guard/users.ts'
import type { Write } from '../journal/write.ts'
import type { Connections } from '../linking/connect.ts'
import type { Linking } from '../linking/linking.ts'
import type { Platform } from '../platforms/kit/names.ts'
import type { ProConnector } from '../platforms/pro/connector.ts'
import type { SearchConnector } from '../platforms/search/connector.ts'
import type { KeywordPlanner } from '../platforms/search/planner.ts'
import type { SocialConnector } from '../platforms/social/connector.ts'
import type { Db, Store } from '../store/tables.ts'
import type { User } from '../store/users.ts'
import type { Cursors } from './cursors.ts'

/** The connector of each platform. */
export interface Connectors {
  readonly social: SocialConnector
  readonly search: SearchConnector
  readonly pro: ProConnector
}

export interface Context {
  readonly caller: Caller
  /** Whom the body's `userId` names; present when, and only when, the body has one. */
  readonly user?: User
  readonly users: Users
  readonly store: Store
  readonly linking: Linking
  readonly connections: Connections
  /** A connector for the user's linked account, or 409 that says what to do. */
  connect<Name extends Platform>(userId: string, platform: Name): Promise<Connectors[Name]>
  /** Keyword ideas, in the service's own name; absent when it has no account for them. */
  readonly planner?: KeywordPlanner
  readonly runtime: Runtime
  /** Writes the operation's audit entry, in the transaction of what it records. */
  record(
    transaction: Db,
    about: { readonly subject: string; readonly before?: unknown; readonly after?: unknown },
  ): Promise<void>
  /** Cursors bound to this caller, operation and user. */
  readonly cursors: Cursors
}

export type Handler<Name extends OperationName> = (body: Body<Name>, ctx: Context) => Promise<Results<Name>>

/** One entry for every operation of the contract: a forgotten one does not compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> | Write<Name> }
