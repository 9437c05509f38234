// The parts of the service after its construction.

import type { Platform } from '@adrail/contract'
import type { Authenticator } from '../admission/authenticate.ts'
import type { RequestLimiter } from '../admission/requestLimiter.ts'
import type { Sessions } from '../admission/sessions.ts'
import type { UserDirectory } from '../admission/userDirectory.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { Journal } from '../journal/journal.ts'
import type { Leads } from '../leads/leadAccess.ts'
import type { Accounts } from '../linking/accounts.ts'
import type { Connections } from '../linking/connect.ts'
import type { LinkingDeps } from '../linking/linking.ts'
import type { PagePictures } from '../linking/pagePictures.ts'
import type { ImageLibrary } from '../media/imageLibrary.ts'
import type { PlatformClients } from '../platforms/index.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Store } from '../store/tables.ts'
import type { SendingDeps } from '../webhooks/sendMessage.ts'
import type { Handlers } from './handler.ts'

/** Everything that requests need. app.ts builds one instance. */
export interface Service {
  readonly runtime: Runtime
  /** Runtimes with the current time of each platform. */
  readonly runtimeByPlatform: Readonly<Record<Platform, Runtime>>
  readonly store: Store
  readonly keyring: Keyring
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  readonly limiter: RequestLimiter
  readonly users: UserDirectory
  readonly linking: LinkingDeps
  readonly connections: Connections
  readonly accounts: Accounts
  readonly pictures: PagePictures
  /** The answers of people to lead forms. */
  readonly leads: Leads
  /** The images that workspaces uploaded. */
  readonly images: ImageLibrary
  /** The platforms, for what they offer besides the accounts of users. */
  readonly platformClients: PlatformClients
  /** The dependencies for sending requests to callers' endpoints. */
  readonly webhooks: SendingDeps
  readonly handlers: Handlers
  readonly journal: Journal
}
