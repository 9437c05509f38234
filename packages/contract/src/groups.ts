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
    description: "Links a user's ad accounts on the three platforms, and tells which are linked.",
  },
  user: {
    title: 'Users',
    description: 'Makes, finds and forgets the users that all other operations act for.',
  },
  ...platformGroups,
  campaign: {
    title: 'Campaigns of all users',
    description: 'All campaigns of a workspace in one list, as they were last looked at.',
  },
  report: {
    title: 'Reports',
    description:
      'Tells what advertising cost and brought, over users and platforms, without converting anything.',
  },
  lead: {
    title: 'Leads',
    description: 'What people filled in on lead forms, of all platforms in one shape: each once, in order.',
  },
  operation: {
    title: 'Records of writes',
    description:
      'Tells what became of writes, also when an answer was lost, takes them back, and lets a person say what nobody could find out.',
  },
  approval: {
    title: 'Approvals',
    description: 'Writes that wait until somebody else has approved them. For keys with the scope `approve`.',
  },
  event: {
    title: 'Events',
    description: 'Tells what happened, in order, so that nobody has to ask for every user.',
  },
  webhook: {
    title: 'Webhooks',
    description: 'Has events sent to your own addresses, signed, until they were taken.',
  },
  workspace: {
    title: 'The workspace',
    description:
      'The workspace itself: its API keys, what may be spent at most, the switch that stops all raising, and the record of what was changed. For keys with the scope `admin`.',
  },
} as const satisfies Readonly<Record<string, Group>>

export type GroupName = keyof typeof groups

// The keys of a constant object are exactly its own keys. The compiler infers only `string`.
export const groupNames = Object.keys(groups) as GroupName[]
