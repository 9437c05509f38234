// What is remembered of a campaign that was made, or half made.

import { errorCodes } from '@adrail/contract'
import { z } from 'zod'
import { ServiceError } from '../../../base/errors.ts'
import type { StepOutcome } from '../../../journal/plan.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import type { Blueprint } from './blueprint.ts'

/** A refusal as it survives the process that was told. */
const refusal = z.object({
  code: z.enum(errorCodes),
  field: z.string().optional(),
  problem: z.string(),
  platformCode: z.string(),
  subcode: z.string(),
  traceId: z.string(),
})

const created = z.object({
  campaignId: z.string(),
  /** Campaigns that were made by tries which seemed lost. */
  others: z.array(z.string()),
  /** Why a part of it was not made: it is taken back for that. */
  refusal: refusal.optional(),
})
export type Created = z.infer<typeof created>

export function outcomeOf(made: Created): StepOutcome {
  const { refusal: why, ...rest } = made
  // Only members that are there: what is remembered is plain JSON.
  const told = why === undefined ? {} : { refusal: JSON.parse(JSON.stringify(why)) }
  return { upstreamId: made.campaignId, data: { ...rest, ...told } }
}

export function createdIn({ data }: StepOutcome): Created {
  return created.parse(data)
}

/**
 * Makes everything in one request. A campaign that was refused left nothing; one whose parts were refused is remembered with
 * the reason; where nobody knows, it has to be looked for.
 */
export async function makeTree(
  planned: Blueprint,
  { creation }: SocialConnector,
  label: string,
): Promise<Created> {
  const { campaign, adSet, ads } = await creation.make(planned, label)
  if (campaign instanceof ServiceError) throw campaign
  if (campaign === undefined) throw new Error('The platform did not say whether it made the campaign.')
  // Ads cannot be where their ad set is not.
  const parts = typeof adSet === 'string' ? ads : [adSet]
  const refused = parts.find((part) => part instanceof ServiceError && isDefinite(part))
  if (refused instanceof ServiceError)
    return { campaignId: campaign, others: [], refusal: rememberedRefusal(refused) }
  if (parts.some((part) => typeof part !== 'string'))
    throw new Error('The platform did not say whether it made all of the campaign.')
  return { campaignId: campaign, others: [] }
}

const isDefinite = ({ status }: ServiceError) => status < 500 && status !== 429

function rememberedRefusal({ code, details }: ServiceError): z.infer<typeof refusal> {
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

export function refusalIn({ refusal: why }: Created): ServiceError | undefined {
  if (why === undefined) return undefined
  const { code, field, problem, platformCode, subcode, traceId } = why
  return new ServiceError(code, {
    ...(field === undefined ? {} : { field }),
    values: { platform: 'social', problem },
    platformError: { platform: 'social', code: platformCode, subcode, traceId },
  })
}
