// Campaigns with their ad sets and ads: creation in one request, lookup by label, verification, validation
// and deletion.
// https://developers.facebook.com/docs/marketing-api/reference/ad-account (campaigns, adsets, ads, campaignsbylabels)

import { ServiceError } from '../../runtime/errors.ts'
import { asText, valueAt } from '../connector-kit/values.ts'
import { type ReferenceRequest, readReferences } from './campaignReferences.ts'
import { createdTreeRow, labeledRow, uploadedImageRow } from './creationRows.ts'
import { type Graph, withFields } from './graph.ts'
import { createdRow, successRow } from './rows.ts'
import type { SocialSelection } from './selection.ts'
import { listableCampaignStatuses } from './status.ts'
import { type CallerFieldNames, type GraphCall, socialRowsParser } from './wire.ts'

/**
 * Parameters of one object in the platform's format, and the fields of the caller's body that they come from.
 */
export interface ObjectDraft {
  readonly params: Readonly<Record<string, unknown>>
  readonly names: Readonly<Record<string, string>>
}

/** A campaign with one ad set and its ads, before creation. */
export interface CampaignTreeDraft {
  readonly campaign: ObjectDraft
  readonly adSet: ObjectDraft
  readonly ads: readonly ObjectDraft[]
}

/** Outcome of each part: its id, the refusal, or `undefined` where the outcome is unknown. */
export interface CampaignCreation {
  readonly campaign: string | ServiceError | undefined
  readonly adSet: string | ServiceError | undefined
  readonly ads: readonly (string | ServiceError | undefined)[]
}

const validateOnlyParams = { execution_options: ['validate_only'] }

export function createCreationClient(graph: Graph, selection: SocialSelection) {
  const postCall = (
    edge: string,
    { params, names }: ObjectDraft,
    overrides: Partial<GraphCall> = {},
  ): GraphCall => ({
    ...graph.accountCall(edge, serializeParams(params)),
    method: 'POST',
    names: toCallerFieldNames(names),
    ...overrides,
  })
  const withParams = (draft: ObjectDraft, extraParams: Readonly<Record<string, unknown>>): ObjectDraft => ({
    ...draft,
    params: { ...draft.params, ...extraParams },
  })

  return {
    references: (request: ReferenceRequest) => readReferences(graph, selection, request),

    /** Creates the campaign with its ad set and ads. Later parts refer to the ids of earlier parts. */
    async create({ campaign, adSet, ads }: CampaignTreeDraft, label: string): Promise<CampaignCreation> {
      const entries = await graph.writeAll([
        postCall('campaigns', withParams(campaign, { adlabels: [{ name: label }] }), { label: 'c' }),
        postCall('adsets', withParams(adSet, { campaign_id: '{result=c:$.id}' }), { label: 's' }),
        ...ads.map((ad) => postCall('ads', withParams(ad, { adset_id: '{result=s:$.id}' }))),
      ])
      const [createdCampaign, createdAdSet, ...createdAds] = entries.map(parseCreatedId)
      return { campaign: createdCampaign, adSet: createdAdSet, ads: createdAds }
    },

    /** Creates the missing parts of an existing campaign. */
    async createMissing(
      campaignId: string,
      adSetId: string | undefined,
      adSet: ObjectDraft,
      ads: readonly ObjectDraft[],
    ): Promise<readonly (string | ServiceError | undefined)[]> {
      const adSetCalls =
        adSetId === undefined
          ? [postCall('adsets', withParams(adSet, { campaign_id: campaignId }), { label: 's' })]
          : []
      const extraParams = { adset_id: adSetId ?? '{result=s:$.id}' }
      const entries = await graph.writeAll([
        ...adSetCalls,
        ...ads.map((ad) => postCall('ads', withParams(ad, extraParams))),
      ])
      const results = entries.map(parseCreatedId)
      const [adSetResult] = results
      // Without an ad set, the platform refuses the ads for that reason alone.
      return adSetId === undefined && typeof adSetResult !== 'string' ? [adSetResult] : results
    },

    /**
     * Validates everything at the platform without effect: the campaign, then each ad with its planned ad
     * set.
     */
    async validate({ campaign, adSet, ads }: CampaignTreeDraft): Promise<void> {
      const spec = { ...adSet.params, campaign_spec: campaign.params }
      const calls = [
        postCall('campaigns', withParams(campaign, validateOnlyParams)),
        ...ads.map((ad) => {
          const names = { ...adSet.names, ...ad.names }
          return postCall('ads', { params: { ...ad.params, adset_spec: spec, ...validateOnlyParams }, names })
        }),
      ]
      for (const entry of await graph.writeAll(calls)) {
        if (entry instanceof ServiceError) throw entry
        if (entry === undefined) throw new ServiceError('UPSTREAM_ERROR', { values: { platform: 'social' } })
      }
    },

    /**
     * Finds campaigns with a name or a label, together with their labels. Edges never list deleted campaigns.
     * Both queries are needed: the page on labels does not state whether label names are accepted everywhere.
     * Where the label query is rejected, only the name query decides. Otherwise both queries must succeed to
     * prove that no campaign exists.
     * https://developers.facebook.com/docs/marketing-api/reference/ad-label
     */
    async findByLabel(name: string, label: string) {
      const listPart = (call: GraphCall) => ({
        call: withFields(call, labeledRow),
        parser: socialRowsParser(labeledRow),
      })
      const filtering = JSON.stringify([{ field: 'name', operator: 'EQUAL', value: name }])
      const effective_status = JSON.stringify(listableCampaignStatuses)
      const results = await graph.readBatch([
        listPart(
          graph.accountCall('campaignsbylabels', { ad_label_ids: JSON.stringify([label]), limit: '100' }),
        ),
        listPart(graph.accountCall('campaigns', { filtering, effective_status, limit: '100' })),
      ])
      const [labelResult, nameResult] = results
      const campaigns = results.flatMap((result) => (result instanceof ServiceError ? [] : result))
      const labeled = campaigns.filter(({ adlabels = [] }) =>
        adlabels.some((adlabel) => adlabel.name === label),
      )
      const rejectsLabelNames =
        labelResult instanceof ServiceError && labelResult.code === 'PLATFORM_REJECTED'
      const failure = [nameResult, ...(rejectsLabelNames ? [] : [labelResult])].find(
        (result) => result instanceof ServiceError,
      )
      if (failure && labeled.length === 0) throw failure
      return [...new Map(labeled.map((campaign) => [campaign.id, campaign])).values()].sort((a, b) =>
        (a.created_time ?? '').localeCompare(b.created_time ?? ''),
      )
    },

    readBack: (campaignId: string) =>
      graph.readNode({ ...graph.userCall([campaignId]), names: { object: 'campaignId' } }, createdTreeRow),

    /**
     * Deletes a campaign with its ad sets and ads. Then deletes the creatives of its ads, except those that
     * other ads use.
     */
    async deleteCampaign(campaignId: string, creativeIds: readonly string[]): Promise<void> {
      const deleteCall = {
        ...graph.userCall([campaignId], { status: 'DELETED' }),
        names: { object: 'campaignId' },
      }
      await graph.write(deleteCall, successRow)
      await graph.writeAll(creativeIds.map((id) => ({ ...graph.userCall([id]), method: 'DELETE' })))
    },

    /**
     * The platform stores equal images once.
     * https://developers.facebook.com/docs/marketing-api/reference/ad-image#Creating
     */
    async uploadImage(data: string, sourceField: string): Promise<string> {
      const call = {
        ...graph.accountCall('adimages', { bytes: data }),
        names: { params: { bytes: sourceField } },
      }
      const { images } = await graph.write(call, uploadedImageRow)
      const hash = asText(valueAt(images, 'bytes', 'hash'))
      if (hash === '') throw new ServiceError('UPSTREAM_BAD_RESPONSE', { values: { platform: 'social' } })
      return hash
    },
  }
}

const toCallerFieldNames = (params: CallerFieldNames['params'] = {}): CallerFieldNames => ({
  params,
  object: 'campaignName',
})

/** Keeps text unchanged and serializes other values as JSON. */
function serializeParams(params: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** Returns the id in a part's response. A response without an id counts as an unknown outcome. */
function parseCreatedId(entry: unknown): string | ServiceError | undefined {
  if (entry === undefined || entry instanceof ServiceError) return entry
  try {
    return createdRow.parse(entry).id
  } catch {
    return undefined
  }
}
