// The names of the kinds of objects that have an address. Kinds refer to each other by these names only, so
// that no kind's file imports another's.

import type { Person } from '../../../oauth/people.ts'
import type {
  Ad,
  AdAccount,
  AdImage,
  AdSet,
  AdVideo,
  Audience,
  Business,
  Campaign,
  Creative,
  CustomConversion,
  Lead,
  LeadForm,
  Page,
  PhotoAccount,
  PhotoMedia,
  Pixel,
  Post,
  ReportRun,
} from '../state.ts'

export const nodeNames = [
  'user',
  'business',
  'adaccount',
  'campaign',
  'adset',
  'ad',
  'creative',
  'page',
  'post',
  'photo_account',
  'photo_media',
  'image',
  'video',
  'pixel',
  'custom_conversion',
  'audience',
  'lead_form',
  'lead',
  'report_run',
] as const

export type NodeName = (typeof nodeNames)[number]

/** The type of state that each kind has. */
export interface NodeItems extends Record<NodeName, object> {
  user: Person
  business: Business
  adaccount: AdAccount
  campaign: Campaign
  adset: AdSet
  ad: Ad
  creative: Creative
  page: Page
  post: Post
  photo_account: PhotoAccount
  photo_media: PhotoMedia
  /** The state of an image contains its hash only. The id contains the account as well. */
  image: { readonly account: AdAccount; readonly image: AdImage }
  video: AdVideo
  pixel: Pixel
  custom_conversion: CustomConversion
  audience: Audience
  lead_form: LeadForm
  lead: Lead
  report_run: ReportRun
}

/** An object together with the name of its kind. */
export type NamedNode = {
  readonly [Name in NodeName]: { readonly kind: Name; readonly item: NodeItems[Name] }
}[NodeName]
