// Record of a campaign that was created completely or in part.

import { errorCodes } from '@adrail/contract'
import { z } from 'zod'
import type { StepOutcome } from '../../../journal/plan.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import type { SocialBlueprint } from './blueprint.ts'

/** Serialized rejection. It survives the process that received it. */
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
  /** Ids of campaigns from attempts that seemed to have failed. */
  others: z.array(z.string()),
  /** Reason why the platform rejected a part. adrail then rolls back the campaign. */
  refusal: refusalRecord.optional(),
})
export type CreationRecord = z.infer<typeof creationRecord>

export function toCreationOutcome(creation: CreationRecord): StepOutcome {
  const { refusal: reason, ...fields } = creation
  // The record is plain JSON, so undefined fields are dropped.
  const optionalRefusal = reason === undefined ? {} : { refusal: JSON.parse(JSON.stringify(reason)) }
  return { upstreamId: creation.campaignId, data: { ...fields, ...optionalRefusal } }
}

export function parseCreation({ data }: StepOutcome): CreationRecord {
  return creationRecord.parse(data)
}

/**
 * Creates the whole campaign in one request. A rejected campaign leaves nothing behind. If the platform
 * rejects a part, the record contains the reason. If the outcome is unknown, the function throws and the step
 * reconciles.
 */
export async function createTree(
  blueprint: SocialBlueprint,
  { creation }: SocialConnector,
  label: string,
): Promise<CreationRecord> {
  const { campaign, adSet, ads } = await creation.create(blueprint, label)
  if (campaign instanceof ServiceError) throw campaign
  if (campaign === undefined) throw new Error('The platform did not report whether it created the campaign.')
  // Without the ad set, none of its ads can exist.
  const parts = typeof adSet === 'string' ? ads : [adSet]
  const refusedPart = parts.find((part) => part instanceof ServiceError && isDefiniteRefusal(part))
  if (refusedPart instanceof ServiceError)
    return { campaignId: campaign, others: [], refusal: toRefusalRecord(refusedPart) }
  if (parts.some((part) => typeof part !== 'string'))
    throw new Error('The platform did not report whether it created the complete campaign.')
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
