// Everything that adrail knows about a platform. The folder of a platform exports one definition, and shared
// code looks its facts up there instead of naming platforms.

import type { Platform } from '@adrail/contract'
import type { Variables } from '../../variables/variable.ts'
import type { AccessTiers } from './accessTiers.ts'
import type { SelectionFormat } from './accountSelection.ts'
import type { AppSettings, declareAppVariables } from './appVariables.ts'
import type { OverspendRule } from './budgets.ts'
import type { ConsentTexts } from './consentTexts.ts'
import type { DoctorChecks } from './doctorChecks.ts'
import type { LeadAdapter } from './leadAdapter.ts'
import type { LeadPush } from './leadPush.ts'
import type { PictureUrlReaders } from './pictureUrls.ts'
import type { PlatformClient } from './platformClient.ts'
import type { TokenPolicy } from './tokenPolicy.ts'
import type { PlatformVersions } from './versions.ts'

export interface SandboxSettingsDeps {
  /** Returns a refresh token that the sandbox accepts from the start for one of its people. */
  getRefreshToken(personKey: string): string
}

/** platforms/index.ts checks that `Connector` is what the platform's client creates. */
export interface PlatformDefinition<Name extends Platform = Platform, Connector = unknown> {
  readonly id: Name
  readonly versions: PlatformVersions
  /** The environment variables of the platform. Each key is the name of the value in the platform's settings. */
  readonly variables: ReturnType<typeof declareAppVariables> & Variables
  /** Domains whose subdomains serve media of the platform. */
  readonly mediaDomains: readonly string[]
  /**
   * Completes the settings with which adrail uses the sandbox in place of the platform. Absent where an app
   * suffices. platforms/index.ts checks the type.
   */
  readonly completeSandboxSettings?: (settings: never, deps: SandboxSettingsDeps) => AppSettings
  /** Builds the client from `ClientDeps` with the platform's settings. platforms/index.ts checks the type. */
  readonly createClient: (deps: never) => PlatformClient<Name>
  readonly overspend: OverspendRule
  /** For how long adrail reads daily metrics of the platform. Not longer than the platform keeps them. */
  readonly metricsRetentionMonths: number
  /** How the account that a user chose is stored and reported. */
  readonly selection: SelectionFormat
  /** When adrail refreshes and checks the tokens of a credential. */
  readonly tokenPolicy: TokenPolicy
  /** Names of the platform and its permissions on the link pages. */
  readonly consentTexts: ConsentTexts
  /** Absent where responses do not state the app's access tier. */
  readonly accessTiers?: AccessTiers
  /** Absent where results of operations contain no pictures of the platform. */
  readonly pictureUrls?: PictureUrlReaders
  /** Reads leads. */
  readonly leads: LeadAdapter<Connector>
  /** How the platform notifies adrail about new leads. */
  readonly leadPush: LeadPush
  /** Loads what only the doctor uses, so that the service starts without it. */
  readonly loadDoctorChecks: () => Promise<DoctorChecks<Connector>>
}

/** Checks a definition, and keeps its exact type. */
export function definePlatform<Name extends Platform, Definition extends PlatformDefinition<Name>>(
  definition: Definition & { readonly id: Name },
): Definition {
  return definition
}
