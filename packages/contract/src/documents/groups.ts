// What the groups of operations are about and what their effects mean, for the documents.

import type { Effect } from '../declare.ts'

interface Group {
  readonly title: string
  readonly says: string
}

export const groupTexts: Readonly<Record<string, Group>> = {
  auth: {
    title: 'Linking accounts',
    says: "Links a user's ad accounts on the three platforms, and tells which are linked.",
  },
  user: {
    title: 'Users',
    says: 'Makes, finds and forgets the users that all other operations act for.',
  },
  social: {
    title: 'Social networks',
    says: 'Posts, media, targeting, campaigns and insights on the feed network (`SOCIAL_A`) and the photo network (`SOCIAL_B`).',
  },
  search: {
    title: 'Search advertising',
    says: 'Search campaigns with keywords, ads and extensions, and everything they are made from.',
  },
  pro: {
    title: 'Professional network',
    says: 'Audiences on the professional network.',
  },
  operation: {
    title: 'Records of writes',
    says: 'Tells what became of a write, also when its answer was lost.',
  },
}

export const effectTexts: Readonly<Record<Effect, string>> = {
  read: 'changes nothing',
  local: 'changes only what this service stores',
  write: 'changes something at the platform',
}

export function groupOf(operation: string): string {
  return operation.split('/', 1)[0] ?? ''
}
