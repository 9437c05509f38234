// Compares a created campaign with its blueprint and checks whether it can run.

import { z } from 'zod'
import type { ReconcileResult } from '../../../journal/plan.ts'
import { computeDigest } from '../../../journal/undoPlans.ts'
import type { CreatedTreeRow } from '../../../platforms/social/creationRows.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import type { SocialAdDraft, SocialBlueprint } from './blueprint.ts'

interface MissingParts {
  readonly adSet: boolean
  readonly ads: readonly SocialAdDraft[]
}

/** Returns the parts of the blueprint that the platform did not create. */
export function findMissingParts(
  { adsets = [], ads = [] }: CreatedTreeRow,
  blueprint: SocialBlueprint,
): MissingParts | undefined {
  const names = new Set(ads.map(({ name }) => name))
  const missingAds = blueprint.ads.filter(({ name }) => !names.has(name))
  return adsets.length > 0 && missingAds.length === 0
    ? undefined
    : { adSet: adsets.length === 0, ads: missingAds }
}

const listParts = (tree: CreatedTreeRow) => [tree, ...(tree.adsets ?? []), ...(tree.ads ?? [])]

function isInProcess(tree: CreatedTreeRow): boolean {
  return listParts(tree).some(({ effective_status }) => effective_status === 'IN_PROCESS')
}

type DeliveryIssue = NonNullable<CreatedTreeRow['issues_info']>[number]

const formatIssue = ({ error_summary = '', error_message = '' }: DeliveryIssue) =>
  error_message || error_summary

/** Returns an error with the platform's message when a part can never run. */
function findHardError(tree: CreatedTreeRow, blueprint: SocialBlueprint): ServiceError | undefined {
  for (const part of listParts(tree)) {
    const hardIssue = (part.issues_info ?? []).find(({ error_type }) => error_type === 'HARD_ERROR')
    if (hardIssue === undefined) continue
    const from = blueprint.ads.find(({ name }) => name === part.name)?.from
    return new ServiceError('PLATFORM_REJECTED', {
      field: from ?? 'campaignName',
      values: { platform: 'social', problem: formatIssue(hardIssue) },
    })
  }
  return undefined
}

/**
 * Lists delivery issues and the values that the platform changed. Neither prevents the campaign from running.
 */
function collectSocialRemarks(tree: CreatedTreeRow, blueprint: SocialBlueprint): string[] {
  const issueRemarks = listParts(tree).flatMap(({ name, issues_info = [] }) =>
    issues_info.map((issue) => `${JSON.stringify(name)}: ${formatIssue(issue)}`),
  )
  return [...issueRemarks, ...describeDifferences(tree, blueprint)]
}

const comparedFields = ['age_min', 'age_max', 'genders', 'publisher_platforms'] as const

function describeDifferences(tree: CreatedTreeRow, { campaign, adSet }: SocialBlueprint): string[] {
  const requestedTargeting = Object(adSet.params['targeting']) as Record<string, unknown>
  const [createdAdSet] = tree.adsets ?? []
  const currentTargeting = Object(createdAdSet?.targeting) as Record<string, unknown>
  const changedFields = comparedFields.filter(
    (name) =>
      requestedTargeting[name] !== undefined &&
      JSON.stringify(requestedTargeting[name]) !== JSON.stringify(currentTargeting[name]),
  )
  const plannedBudget = campaign.params['daily_budget'] ?? campaign.params['lifetime_budget']
  const currentBudget = tree.daily_budget ?? tree.lifetime_budget ?? 0n
  return [
    ...(String(currentBudget) === plannedBudget
      ? []
      : ['The platform set a different budget from the requested one.']),
    ...changedFields.map((name) => `The platform changed ${name} of the audience.`),
  ]
}

/** True when no one has extended, changed or activated the paused campaign since its creation. */
export function isUntouched(tree: CreatedTreeRow, blueprint: SocialBlueprint): boolean {
  const { name, status, adsets = [], ads = [] } = tree
  const names = blueprint.ads.map((ad) => ad.name)
  return (
    status === 'PAUSED' &&
    name === blueprint.name &&
    adsets.length <= 1 &&
    adsets.every((adSet) => adSet.name === blueprint.name && adSet.status === 'ACTIVE') &&
    ads.length <= names.length &&
    ads.every((ad) => names.includes(ad.name) && ad.status === 'ACTIVE') &&
    describeDifferences(tree, blueprint).length === 0
  )
}

export const checkData = z.object({
  campaignId: z.string(),
  adGroupId: z.string(),
  adIds: z.array(z.string()),
  remarks: z.array(z.string()),
  /** Digests by the id of the part. Records of earlier releases have none. */
  digests: z.record(z.string(), z.record(z.string(), z.string())).optional(),
})

export type Digests = z.infer<typeof checkData>['digests']

/** Covers the values, other than names and statuses, that someone may change at the platform. */
export function computeSocialDigests({ adsets = [], ads = [] }: CreatedTreeRow): NonNullable<Digests> {
  return Object.fromEntries([
    ...adsets.map(({ id, targeting, bid_amount, start_time = '', end_time = '' }) => [
      id,
      {
        targeting: computeDigest(targeting ?? {}),
        bid: String(bid_amount ?? ''),
        schedule: computeDigest([start_time, end_time]),
      },
    ]),
    ...ads.map(({ id, creative }) => [id, { creative: creative?.id ?? '' }]),
  ])
}

/** Derives the result of the `check` step from the campaign at the platform. */
export function assessTree(
  tree: CreatedTreeRow,
  blueprint: SocialBlueprint,
  unclearResult?: ReconcileResult,
): ReconcileResult {
  if (tree.status === 'DELETED' || tree.status === 'ARCHIVED') return { state: 'conflict' }
  if (findMissingParts(tree, blueprint)) return unclearResult ?? { state: 'not_done' }
  const refusal = findHardError(tree, blueprint)
  if (refusal) return { state: 'conflict', refusal }
  if (isInProcess(tree)) return { state: 'unclear' }
  const idByName = new Map((tree.ads ?? []).map(({ name, id }) => [name, id]))
  const data = {
    campaignId: tree.id,
    adGroupId: tree.adsets?.[0]?.id ?? '',
    adIds: blueprint.ads.map(({ name }) => idByName.get(name) ?? ''),
    remarks: collectSocialRemarks(tree, blueprint),
    digests: computeSocialDigests(tree),
  }
  return { state: 'done', outcome: { upstreamId: tree.id, data } }
}
