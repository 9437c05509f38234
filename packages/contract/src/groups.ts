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
      "Links your users' ad accounts on Meta, Google Ads and LinkedIn, and lists the linked accounts.",
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
      'Lists all campaigns in a workspace, as adrail last read them, and pauses campaigns on request.',
  },
  report: {
    title: 'Reports',
    description:
      'Reports advertising costs and results for several users and platforms, without converting currencies.',
  },
  lead: {
    title: 'Leads',
    description:
      'Lists leads from the lead forms on all platforms in one format. Each lead is listed once, in order of arrival.',
  },
  operation: {
    title: 'Write records',
    description:
      'Returns the outcomes of writes, undoes writes, and lets operators resolve writes whose outcome is unknown.',
  },
  approval: {
    title: 'Approvals',
    description:
      'Lists writes that need approval, and approves or rejects them. Requires a key with the `approve` scope.',
  },
  event: {
    title: 'Events',
    description:
      'Lists the events in a workspace in order, so that callers do not need to poll for each user.',
  },
  webhook: {
    title: 'Webhooks',
    description: 'Sends signed events to your URLs, and resends an event if the receiver does not accept it.',
  },
  workspace: {
    title: 'The workspace',
    description:
      'Manages API keys, spend limits, freezes, settings and the audit log for a workspace. Requires a key with the `admin` scope.',
  },
} as const satisfies Readonly<Record<string, Group>>

export type GroupName = keyof typeof groups

// The keys of a constant object are exactly its own keys. The compiler infers only `string`.
export const groupNames = Object.keys(groups) as GroupName[]
