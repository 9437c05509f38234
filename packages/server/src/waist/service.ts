// The parts of the service after its construction.

import type { Platform } from '@adrail/contract'
import type { Keyring } from '../base/keyring.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Authenticator } from '../guard/authenticate.ts'
import type { Users } from '../guard/knownUsers.ts'
import type { Limiter } from '../guard/limit.ts'
import type { Sessions } from '../guard/sessions.ts'
import type { Journal } from '../journal/journal.ts'
import type { Leads } from '../leads/leadAccess.ts'
import type { Accounts } from '../linking/accounts.ts'
import type { Connections } from '../linking/connect.ts'
import type { Linking } from '../linking/linking.ts'
import type { Pictures } from '../linking/pictures.ts'
import type { KeywordPlanner } from '../platforms/search/planner.ts'
import type { Store } from '../store/tables.ts'
import type { SendingParts } from '../webhooks/sending.ts'
import type { Handlers } from './handler.ts'

/** Everything that requests need. app.ts builds one instance. */
export interface Service {
  readonly runtime: Runtime
  /** Runtimes with the current time of each platform. */
  readonly runtimeAt: Readonly<Record<Platform, Runtime>>
  readonly store: Store
  readonly keyring: Keyring
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  readonly limiter: Limiter
  readonly users: Users
  readonly linking: Linking
  readonly connections: Connections
  readonly accounts: Accounts
  readonly pictures: Pictures
  /** The answers of people to lead forms. */
  readonly leads: Leads
  /** Absent if the service has no search account of its own. */
  readonly planner?: KeywordPlanner
  /** The dependencies for sending requests to callers' endpoints. */
  readonly webhooks: SendingParts
  readonly handlers: Handlers
  readonly journal: Journal
}
