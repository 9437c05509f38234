// The parts of the console that differ between platforms.

import type { OperationName, Results } from '@adrail/client'
import type { ComponentType } from 'preact'
import type { DraftFields } from '../form/draft.ts'
import type { Choice, Lookup } from '../form/lookup.ts'
import type { RequiredFields } from '../form/requiredFields.ts'

export type ConnectedAccounts = Results<'auth/get_connected_accounts_data'>

export interface Account {
  readonly name: string
  readonly id: string
  readonly currencyCode: string
}

export interface CampaignPartsProps {
  readonly userId: string
  readonly campaignId: string
}

export interface AdPreviewProps {
  readonly ad: DraftFields
  readonly draft: DraftFields
  /** Absent while the accounts are loaded. */
  readonly accounts: ConnectedAccounts | undefined
  /**
   * Pictures of an existing ad, the most important first. Absent for a draft, which shows the picture of the
   * chosen medium.
   */
  readonly pictures?: readonly string[]
}

export interface PlatformScreens {
  /** The operation that creates the campaigns of the form. */
  readonly createOperation: Extract<OperationName, `${string}/create_${string}campaign`>
  /** Look-ups of fields whose values are not known by heart. Keys are an operation and a field. Fields inside lists have no index. */
  readonly lookups: Readonly<Record<string, Lookup>>
  /** Fields of the form that other fields make required. */
  readonly requiredFields: RequiredFields
  loadLeadForms(userId: string, signal: AbortSignal): Promise<Choice[]>
  findAccount(connectedAccounts: ConnectedAccounts['connectedAccounts']): Account | undefined
  /** Shows the ad sets or ad groups of a campaign. */
  readonly CampaignParts: ComponentType<CampaignPartsProps>
  /** Where campaigns without a budget of their own have it. Absent where every campaign has one. */
  readonly budgetLocation?: string
  /** Previews an ad approximately as the platform shows it. Absent: as a post in a feed. */
  readonly AdPreview?: ComponentType<AdPreviewProps>
  /** Where people see the ads. Absent: on the platform. */
  readonly audienceSite?: string
}
