// The parts of a platform that only the doctor uses.

import type { OperationName } from '@adrail/contract'
import type { DriftProbe } from './driftProbes.ts'

export interface DoctorChecks<Connector> {
  /** Reads what every linked account can read. */
  checkRead(connector: Connector): Promise<unknown>
  /** Returns a probe for every read that operations make. */
  buildDriftProbes(nowMs: number): readonly DriftProbe<Connector>[]
  readonly trialCampaign: TrialCampaign
}

export type TrialBody = Readonly<Record<string, unknown>>

/** The operations and parameters with which the live check creates a paused campaign. */
export interface TrialCampaign {
  readonly create: OperationName
  readonly list: OperationName
  readonly change: OperationName
  /** The operation finds an object to show in the ads. Undefined if the platform's ads need none. */
  readonly adContent:
    | { readonly operation: OperationName; readonly body: TrialBody; readonly listField: string }
    | undefined
  /** The ads lead to the site. */
  buildBody(contentId: string, siteUrl: string): TrialBody
}
