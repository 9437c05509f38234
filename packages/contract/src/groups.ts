// The groups of operations, in the order of the documents.

import { type Platform, platformFacts, platforms } from './platforms.ts'

interface Group {
  readonly title: string
  readonly description: string
}

// `platforms` lists every platform, so no group is missing.
const platformGroups = Object.fromEntries(
  platforms.map((platform) => [platform, platformFacts[platform].group]),
) as Readonly<Record<Platform, Group>>

export const groups = {
  auth: {
    title: 'Linking accounts',
    description:
      'Links ad accounts of your users on Meta, Google Ads and LinkedIn, and lists linked accounts.',
  },
  user: {
    title: 'Users',
    description: 'Creates, finds and deletes the users whose accounts the other operations use.',
  },
  ...platformGroups,
  media: {
    title: 'Images',
    description: 'Uploads images for new ads, and deletes them.',
  },
  campaign: {
    title: 'Campaigns of all users',
    description:
      'Lists all campaigns in a workspace, as adrail last read them, and pauses campaigns of many users at once.',
  },
  report: {
    title: 'Reports',
    description:
      'Reports costs and results of advertising for several users and platforms, without converting currencies.',
  },
  lead: {
    title: 'Leads',
    description:
      'Lists leads from the lead forms of all platforms in one format, in order and each exactly once.',
  },
  operation: {
    title: 'Records of writes',
    description:
      'Returns the outcome of writes, undoes writes, and lets operators resolve writes with an unknown outcome.',
  },
  approval: {
    title: 'Approvals',
    description:
      'Lists writes that need approval, and approves or rejects them. For keys with the scope `approve`.',
  },
  event: {
    title: 'Events',
    description: 'Lists the events of a workspace in order, so that callers need not poll every user.',
  },
  webhook: {
    title: 'Webhooks',
    description: 'Sends signed events to your URLs, and resends each event until the receiver accepts it.',
  },
  workspace: {
    title: 'The workspace',
    description:
      'Manages a workspace: API keys, spend limits, freezes, settings and the audit log. For keys with the scope `admin`.',
  },
} as const satisfies Readonly<Record<string, Group>>

export type GroupName = keyof typeof groups

// The keys of a constant object are exactly its own keys. The compiler infers only `string`.
export const groupNames = Object.keys(groups) as GroupName[]
