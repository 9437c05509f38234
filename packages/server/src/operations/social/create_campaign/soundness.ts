// Whether a campaign that was made is what was asked for, and can run.

import { ServiceError } from '../../../base/errors.ts'
import type { TreeRow } from '../../../platforms/social/creationRows.ts'
import type { AdDraft, Blueprint } from './blueprint.ts'

export interface Missing {
  readonly adSet: boolean
  readonly ads: readonly AdDraft[]
}

/** What the platform did not make of a campaign. */
export function missingIn({ adsets = [], ads = [] }: TreeRow, planned: Blueprint): Missing | undefined {
  const names = new Set(ads.map(({ name }) => name))
  const missing = planned.ads.filter(({ name }) => !names.has(name))
  return adsets.length > 0 && missing.length === 0 ? undefined : { adSet: adsets.length === 0, ads: missing }
}

const partsOf = (tree: TreeRow) => [tree, ...(tree.adsets ?? []), ...(tree.ads ?? [])]

export function isInProcess(tree: TreeRow): boolean {
  return partsOf(tree).some(({ effective_status }) => effective_status === 'IN_PROCESS')
}

type Issue = NonNullable<TreeRow['issues_info']>[number]

const sentenceOf = ({ error_summary = '', error_message = '' }: Issue) => error_message || error_summary

/** A part that can never run: the whole is refused with the platform's words. */
export function refusalOf(tree: TreeRow, planned: Blueprint): ServiceError | undefined {
  for (const part of partsOf(tree)) {
    const hard = (part.issues_info ?? []).find(({ error_type }) => error_type === 'HARD_ERROR')
    if (hard === undefined) continue
    const from = planned.ads.find(({ name }) => name === part.name)?.from
    return new ServiceError('PLATFORM_REJECTED', {
      field: from ?? 'campaignName',
      values: { platform: 'social', problem: sentenceOf(hard) },
    })
  }
  return undefined
}

/** Problems that do not keep the campaign from running, and what the platform made of it that was not asked for. */
export function remarksOn(tree: TreeRow, planned: Blueprint): string[] {
  const soft = partsOf(tree).flatMap(({ name, issues_info = [] }) =>
    issues_info.map((issue) => `${JSON.stringify(name)}: ${sentenceOf(issue)}`),
  )
  return [...soft, ...differences(tree, planned)]
}

const compared = ['age_min', 'age_max', 'genders', 'publisher_platforms'] as const

function differences(tree: TreeRow, { campaign, adSet }: Blueprint): string[] {
  const asked = Object(adSet.params['targeting']) as Record<string, unknown>
  const [made] = tree.adsets ?? []
  const present = Object(made?.targeting) as Record<string, unknown>
  const changed = compared.filter(
    (name) => asked[name] !== undefined && JSON.stringify(asked[name]) !== JSON.stringify(present[name]),
  )
  const budget = campaign.params['daily_budget'] ?? campaign.params['lifetime_budget']
  const made0 = tree.daily_budget ?? tree.lifetime_budget ?? 0n
  return [
    ...(String(made0) === budget ? [] : ['The platform set another budget than was asked for.']),
    ...changed.map((name) => `The platform changed ${name} of the audience.`),
  ]
}

/** Whether a paused campaign is all as planned: no one has added to it, changed it or switched it on since it was created. */
export function isUntouched(tree: TreeRow, planned: Blueprint): boolean {
  const { name, status, adsets = [], ads = [] } = tree
  const names = planned.ads.map((ad) => ad.name)
  return (
    status === 'PAUSED' &&
    name === planned.name &&
    adsets.length <= 1 &&
    adsets.every((adSet) => adSet.name === planned.name && adSet.status === 'ACTIVE') &&
    ads.length <= names.length &&
    ads.every((ad) => names.includes(ad.name) && ad.status === 'ACTIVE') &&
    differences(tree, planned).length === 0
  )
}
