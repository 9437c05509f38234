// Whole campaigns: made in one request, found again by their label, read back, checked without effect, taken away.
// https://developers.facebook.com/docs/marketing-api/reference/ad-account (campaigns, adsets, ads, campaignsbylabels)

import { ServiceError } from '../../base/errors.ts'
import type { SocialSelection } from '../kit/selections.ts'
import { asText, at } from '../kit/values.ts'
import { type Asked, readReferences } from './campaignReferences.ts'
import { labelledRow, treeRow, uploadedImageRow } from './creationRows.ts'
import { asking, type Graph } from './graph.ts'
import { changedRow, madeRow } from './rows.ts'
import { notDeleted } from './statusFilter.ts'
import { type GraphCall, type Names, rowsOf } from './wire.ts'

/** Parameters of one object, written as the platform takes them, and the caller's members they come from. */
export interface Draft {
  readonly params: Readonly<Record<string, unknown>>
  readonly names: Readonly<Record<string, string>>
}

/** A campaign with one ad set and its ads, before it is made. */
export interface TreeDraft {
  readonly campaign: Draft
  readonly adSet: Draft
  readonly ads: readonly Draft[]
}

/** What became of each part: its id, why it was refused, or nothing where nobody knows. */
export interface Made {
  readonly campaign: string | ServiceError | undefined
  readonly adSet: string | ServiceError | undefined
  readonly ads: readonly (string | ServiceError | undefined)[]
}

const trial = { execution_options: ['validate_only'] }

export function creationCalls(graph: Graph, selection: SocialSelection) {
  const post = (edge: string, { params, names }: Draft, more: Partial<GraphCall> = {}): GraphCall => ({
    ...graph.ofAccount(edge, written(params)),
    method: 'POST',
    names: namesOf(names),
    ...more,
  })
  const under = (draft: Draft, above: Readonly<Record<string, unknown>>): Draft => ({
    ...draft,
    params: { ...draft.params, ...above },
  })

  return {
    references: (asked: Asked) => readReferences(graph, selection, asked),

    /** The campaign with everything in it; later parts refer to the ids of earlier ones. */
    async make({ campaign, adSet, ads }: TreeDraft, label: string): Promise<Made> {
      const entries = await graph.writeAll([
        post('campaigns', under(campaign, { adlabels: [{ name: label }] }), { label: 'c' }),
        post('adsets', under(adSet, { campaign_id: '{result=c:$.id}' }), { label: 's' }),
        ...ads.map((ad) => post('ads', under(ad, { adset_id: '{result=s:$.id}' }))),
      ])
      const [madeCampaign, madeAdSet, ...madeAds] = entries.map(idIn)
      return { campaign: madeCampaign, adSet: madeAdSet, ads: madeAds }
    },

    /** What is missing in a campaign that is there. */
    async complete(
      campaignId: string,
      adSetId: string | undefined,
      adSet: Draft,
      ads: readonly Draft[],
    ): Promise<readonly (string | ServiceError | undefined)[]> {
      const missingSet =
        adSetId === undefined
          ? [post('adsets', under(adSet, { campaign_id: campaignId }), { label: 's' })]
          : []
      const above = { adset_id: adSetId ?? '{result=s:$.id}' }
      const entries = await graph.writeAll([...missingSet, ...ads.map((ad) => post('ads', under(ad, above)))])
      const made = entries.map(idIn)
      const [ofSet] = made
      // Without an ad set the platform refuses its ads, which says nothing about them.
      return adSetId === undefined && typeof ofSet !== 'string' ? [ofSet] : made
    },

    /** Has the platform check all of it without effect: the campaign, then each ad with the ad set that it would be in. */
    async rehearse({ campaign, adSet, ads }: TreeDraft): Promise<void> {
      const spec = { ...adSet.params, campaign_spec: campaign.params }
      const calls = [
        post('campaigns', under(campaign, trial)),
        ...ads.map((ad) => {
          const names = { ...adSet.names, ...ad.names }
          return post('ads', { params: { ...ad.params, adset_spec: spec, ...trial }, names })
        }),
      ]
      for (const entry of await graph.writeAll(calls)) {
        if (entry instanceof ServiceError) throw entry
        if (entry === undefined) throw new ServiceError('UPSTREAM_ERROR', { values: { platform: 'social' } })
      }
    },

    /**
     * Campaigns of a name or under a label, each with its labels; edges never list deleted ones. Asked in both ways: the page
     * on labels leaves open whether names of labels are taken everywhere. Where they are not, the name alone decides; otherwise nothing
     * is there only if neither way shows it.
     * https://developers.facebook.com/docs/marketing-api/reference/ad-label
     */
    async find(name: string, label: string) {
      const fields = (call: GraphCall) => ({
        call: asking(call, labelledRow),
        reading: rowsOf(labelledRow),
      })
      const filtering = JSON.stringify([{ field: 'name', operator: 'EQUAL', value: name }])
      const effective_status = JSON.stringify(notDeleted)
      const answers = await graph.batch([
        fields(graph.ofAccount('campaignsbylabels', { ad_label_ids: JSON.stringify([label]), limit: '100' })),
        fields(graph.ofAccount('campaigns', { filtering, effective_status, limit: '100' })),
      ])
      const [byLabel, byName] = answers
      const listed = answers.flatMap((answer) => (answer instanceof ServiceError ? [] : answer))
      const ours = listed.filter(({ adlabels = [] }) => adlabels.some((each) => each.name === label))
      const takesNoNames = byLabel instanceof ServiceError && byLabel.code === 'PLATFORM_REJECTED'
      const failed = [byName, ...(takesNoNames ? [] : [byLabel])].find((look) => look instanceof ServiceError)
      if (failed && ours.length === 0) throw failed
      return [...new Map(ours.map((campaign) => [campaign.id, campaign])).values()].sort((a, b) =>
        (a.created_time ?? '').localeCompare(b.created_time ?? ''),
      )
    },

    readBack: (campaignId: string) =>
      graph.node({ ...graph.about([campaignId]), names: { object: 'campaignId' } }, treeRow),

    /** Deletes a campaign, whose parts go with it, and then what its ads showed, as far as nobody else uses that. */
    async remove(campaignId: string, creativeIds: readonly string[]): Promise<void> {
      const removed = { ...graph.about([campaignId], { status: 'DELETED' }), names: { object: 'campaignId' } }
      await graph.write(removed, changedRow)
      await graph.writeAll(creativeIds.map((id) => ({ ...graph.about([id]), method: 'DELETE' })))
    },

    /** Equal images are kept once. https://developers.facebook.com/docs/marketing-api/reference/ad-image#Creating */
    async uploadImage(data: string, from: string): Promise<string> {
      const call = { ...graph.ofAccount('adimages', { bytes: data }), names: { params: { bytes: from } } }
      const { images } = await graph.write(call, uploadedImageRow)
      const hash = asText(at(images, 'bytes', 'hash'))
      if (hash === '') throw new ServiceError('UPSTREAM_BAD_RESPONSE', { values: { platform: 'social' } })
      return hash
    },
  }
}

const namesOf = (params: Names['params'] = {}): Names => ({ params, object: 'campaignName' })

/** Text as it is, everything else as JSON. */
function written(params: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** The id that a part answered; an answer without one is no answer. */
function idIn(entry: unknown): string | ServiceError | undefined {
  if (entry === undefined || entry instanceof ServiceError) return entry
  try {
    return madeRow.read(entry).id
  } catch {
    return undefined
  }
}
