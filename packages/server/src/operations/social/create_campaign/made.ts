// What is remembered of a campaign that was made, or half made.

import { errorCodes } from '@adrail/contract'
import { z } from 'zod'
import { ServiceError } from '../../../base/errors.ts'
import type { StepOutcome } from '../../../journal/plan.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import type { SocialBlueprint } from './blueprint.ts'

/** A refusal as it survives the process that was told. */
const refusalRecord = z.object({
  code: z.enum(errorCodes),
  field: z.string().optional(),
  problem: z.string(),
  platformCode: z.string(),
  subcode: z.string(),
  traceId: z.string(),
})

const creationRecord = z.object({
  campaignId: z.string(),
  /** Campaigns that were made by tries which seemed lost. */
  others: z.array(z.string()),
  /** Why a part of it was not made: it is taken back for that. */
  refusal: refusalRecord.optional(),
})
export type CreationRecord = z.infer<typeof creationRecord>

export function toCreationOutcome(creation: CreationRecord): StepOutcome {
  const { refusal: reason, ...fields } = creation
  // Only members that are there: what is remembered is plain JSON.
  const optionalRefusal = reason === undefined ? {} : { refusal: JSON.parse(JSON.stringify(reason)) }
  return { upstreamId: creation.campaignId, data: { ...fields, ...optionalRefusal } }
}

export function parseCreation({ data }: StepOutcome): CreationRecord {
  return creationRecord.parse(data)
}

/**
 * Makes everything in one request. A campaign that was refused left nothing; one whose parts were refused is remembered with
 * the reason; where nobody knows, it has to be looked for.
 */
export async function createTree(
  blueprint: SocialBlueprint,
  { creation }: SocialConnector,
  label: string,
): Promise<CreationRecord> {
  const { campaign, adSet, ads } = await creation.create(blueprint, label)
  if (campaign instanceof ServiceError) throw campaign
  if (campaign === undefined) throw new Error('The platform did not say whether it made the campaign.')
  // Ads cannot be where their ad set is not.
  const parts = typeof adSet === 'string' ? ads : [adSet]
  const refusedPart = parts.find((part) => part instanceof ServiceError && isDefiniteRefusal(part))
  if (refusedPart instanceof ServiceError)
    return { campaignId: campaign, others: [], refusal: toRefusalRecord(refusedPart) }
  if (parts.some((part) => typeof part !== 'string'))
    throw new Error('The platform did not say whether it made all of the campaign.')
  return { campaignId: campaign, others: [] }
}

const isDefiniteRefusal = ({ status }: ServiceError) => status < 500 && status !== 429

function toRefusalRecord({ code, details }: ServiceError): z.infer<typeof refusalRecord> {
  const { field, values, platformError } = details
  return {
    code,
    ...(field === undefined ? {} : { field }),
    problem: String(values?.['problem'] ?? ''),
    platformCode: platformError?.code ?? '',
    subcode: platformError?.subcode ?? '',
    traceId: platformError?.traceId ?? '',
  }
}

export function toRefusalError({ refusal: reason }: CreationRecord): ServiceError | undefined {
  if (reason === undefined) return undefined
  const { code, field, problem, platformCode, subcode, traceId } = reason
  return new ServiceError(code, {
    ...(field === undefined ? {} : { field }),
    values: { platform: 'social', problem },
    platformError: { platform: 'social', code: platformCode, subcode, traceId },
  })
}
