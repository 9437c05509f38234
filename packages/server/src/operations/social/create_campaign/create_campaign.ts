import type { Body } from '@adrail/contract'
import { z } from 'zod'
import { dailyWords, percentOf } from '../../../base/budgetWords.ts'
import { counted } from '../../../base/counted.ts'
import { createdWords } from '../../../base/creationWords.ts'
import { ServiceError } from '../../../base/errors.ts'
import { inUnits, moneyText } from '../../../base/money.ts'
import { type DoneStep, type Finding, foundBy, type Plan, type StepOutcome } from '../../../journal/plan.ts'
import { noSpending, spendingOf } from '../../../journal/spend/change.ts'
import { digestOf, type TreePart, undoCreation } from '../../../journal/undoPlans.ts'
import { quietMsOfCampaigns, type Stepping, step, unclearFor, write } from '../../../journal/write.ts'
import { NotFetched } from '../../../platforms/kit/publicFetch.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import { planRemoval, setStatus } from '../socialStatus.ts'
import { withImage } from './adParts.ts'
import { type Blueprint, blueprint, uploadData } from './blueprint.ts'
import { type Created, createdIn, makeTree, outcomeOf, refusalIn } from './made.ts'
import { type Budget, neededImage, planCampaign } from './plan.ts'
import { isInProcess, isUntouched, missingIn, refusalOf, remarksOn } from './soundness.ts'

/** What was sent and not answered may still turn up so long after. */
const unclear = (step: Stepping<unknown>) => unclearFor(quietMsOfCampaigns, step)

const upload = step('social', 'upload', {
  data: uploadData,
  async send({ from, url, sha256 }, { connector }) {
    const hash = await connector.creation.uploadImage(await imageData(connector, { from, url, sha256 }), from)
    return { upstreamId: hash, data: { sha256, hash } }
  },
  /** Repeating it is harmless: the platform keeps equal images once. */
  async find() {
    return { state: 'not_done' }
  },
})

const create = step('social', 'create', {
  data: blueprint,
  creates: true,
  async send(planned, step) {
    const { connector, marker, done, isRepeated } = step
    const made = await makeTree(withUploads(planned, done), connector, labelOf(marker))
    if (!isRepeated) return outcomeOf(made)
    const { living } = await labelled(planned, step)
    return outcomeOf({ ...made, others: living.filter((id) => id !== made.campaignId) })
  },
  async find(planned, step) {
    const { connector } = step
    const { found, living } = await labelled(planned, step)
    const [ours, ...others] = living
    if (ours === undefined && found > 0) return { state: 'conflict' }
    if (ours === undefined) return unclear(step) ?? { state: 'not_done' }
    const tree = await connector.creation.readBack(ours)
    // What is not there yet may come; what does not come is made by the next step.
    const mayCome = missingIn(tree, planned) && unclear(step)
    if (mayCome) return mayCome
    return { state: 'done', outcome: outcomeOf({ campaignId: ours, others }) }
  },
  async rehearse(planned, { connector }) {
    await connector.creation.rehearse(planned)
  },
  async takeBack(_planned, { connector }, outcome) {
    const { campaignId, others } = createdIn(outcome)
    for (const id of [campaignId, ...others]) await remove(connector, id)
  },
  /** By its label. A copy that a person makes in Ads Manager may keep the label, but gets another name. */
  async leftovers(planned, { connector, marker }, { upstreamId }) {
    const found = await connector.creation.find(planned.name, labelOf(marker))
    const extra = found.filter(
      ({ id, status }) => id !== upstreamId && !['DELETED', 'ARCHIVED'].includes(status),
    )
    return await Promise.all(
      extra.map(async ({ id }) => ({
        kind: 'campaign' as const,
        outcome: outcomeOf({ campaignId: id, others: [] }),
        mayBeRemoved: isUntouched(await connector.creation.readBack(id), planned),
      })),
    )
  },
})

const check = step('social', 'check', {
  data: blueprint,
  async send(planned, { connector, done }) {
    const created = createdBy(done)
    const refusal = refusalIn(created)
    if (refusal) throw refusal
    // A campaign that was made by a try which seemed lost: nothing in it has ever run.
    for (const id of created.others) await remove(connector, id)
    let tree = await connector.creation.readBack(created.campaignId)
    const missing = missingIn(tree, planned)
    if (missing) {
      const [adSet] = tree.adsets ?? []
      const { ads } = withUploads({ ...planned, ads: [...missing.ads] }, done)
      const entries = await connector.creation.complete(tree.id, adSet?.id, planned.adSet, ads)
      const refused = entries.find((entry) => entry instanceof ServiceError)
      if (refused) throw refused
      tree = await connector.creation.readBack(created.campaignId)
    }
    const found = judged(tree, planned)
    if (found.state === 'done') return found.outcome
    if (found.state === 'conflict') throw found.refusal ?? new ServiceError('CONCURRENT_CHANGE')
    throw new Error('The platform has not finished the campaign yet.')
  },
  async find(planned, step) {
    const created = createdBy(step.done)
    const refusal = refusalIn(created)
    if (refusal) return { state: 'conflict', refusal }
    const { connector } = step
    const found = judged(await connector.creation.readBack(created.campaignId), planned, unclear(step))
    // Sending it removes them: whoever was to do so may have been cut off before.
    return found.state === 'done' && (await areLeft(connector, created.others))
      ? { state: 'not_done' }
      : found
  },
})

const enable = step('social', 'enable', {
  data: z.object({}),
  readsBack: true,
  raisesSpend: () => true,
  async send(_data, { connector, done }) {
    const { campaignId } = createdBy(done)
    await connector.change(campaignId, { status: 'ACTIVE' })
    return { upstreamId: campaignId }
  },
  async find(_data, { connector, done }) {
    const { campaignId } = createdBy(done)
    const { status } = await connector.campaignStatus(campaignId)
    return foundBy(status, { from: 'PAUSED', to: 'ACTIVE' }, campaignId)
  },
})

/**
 * Everything is made in one request with the campaign paused and labelled, then read back, then switched on. What is
 * missing after a lost answer is made within the campaign that is there.
 */
export const create_campaign = write('social/create_campaign', {
  steps: [upload, create, check, enable, setStatus],
  replayForMs: 15 * 60 * 1000,

  async plan(body, { connector, runtime }) {
    const { planned, images, budget, warnings } = await planCampaign(body, connector, runtime.now())
    const { name, ads } = planned
    return {
      steps: [
        ...images.map((image) => upload.plan(image, `Upload the image ${image.url} to the account.`)),
        create.plan(
          planned,
          `Create the campaign ${JSON.stringify(name)}, paused, with ${moneyWords(budget, body)}, one ad group and ${counted(ads, 'ad')}. ${overspendWords(budget)}`,
        ),
        check.plan(planned, 'Read the campaign back and see that every part of it can run.'),
        ...(body.status === 'ACTIVE'
          ? [enable.plan({}, `Switch the campaign ${JSON.stringify(name)} on.`)]
          : []),
      ],
      warnings,
      after: {
        [budget.member]: `${moneyText(budget.amount, budget.currencyCode)} ${budget.currencyCode}`,
        status: body.status,
      },
      spend: {
        campaignId: '',
        currencyCode: budget.currencyCode,
        before: noSpending,
        after: spendingOf('social', microsOf(budget), body.status === 'ACTIVE'),
        field: budget.member,
      },
    }
  },

  async undo({ body, plan, done }, { connector }) {
    const { campaignId } = createdBy(done)
    const [removal, tree] = await Promise.all([
      planRemoval(connector, campaignId),
      connector.creation.readBack(campaignId),
    ])
    return undoCreation(removal, plan, { present: partsOf(tree), left: partsLeft(body.status, plan, done) })
  },

  results(done, body, { warnings = [] }) {
    const [checked] = check.outcomesIn(done)
    const { campaignId, adGroupId, adIds, ...found } = checkedTree.parse(checked?.data)
    const remarks = [...warnings, ...found.remarks]
    const left = body.status === 'ACTIVE' ? 'switched on' : 'left paused'
    return {
      campaignId,
      adGroupId,
      adIds,
      additionalMessage: createdWords(left, body, remarks),
      ...(remarks.length === 0 ? {} : { warnings: remarks }),
    }
  },
})

const checkedTree = z.object({
  campaignId: z.string(),
  adGroupId: z.string(),
  adIds: z.array(z.string()),
  remarks: z.array(z.string()),
  /** By the ids of the parts. Absent in records of an earlier release. */
  digests: z.record(z.string(), z.record(z.string(), z.string())).optional(),
})

function partsOf(tree: Tree): TreePart[] {
  const { id, name, status, adsets = [], ads = [] } = tree
  return [
    { kind: 'campaign', id, values: { name, status } },
    ...adsets.map((each) => partOf('ad group', each, digestsOf(tree))),
    ...ads.map((each) => partOf('ad', each, digestsOf(tree))),
  ]
}

type Digests = z.infer<typeof checkedTree>['digests']

function partOf(
  kind: TreePart['kind'],
  { id, name, status }: Record<'id' | 'name' | 'status', string>,
  digests?: Digests,
): TreePart {
  return { kind, id, values: { name, status }, digests: digests?.[id] }
}

/** What someone else may change of the parts besides their names and statuses. */
function digestsOf({ adsets = [], ads = [] }: Tree): NonNullable<Digests> {
  return Object.fromEntries([
    ...adsets.map(({ id, targeting, bid_amount, start_time = '', end_time = '' }) => [
      id,
      {
        targeting: digestOf(targeting ?? {}),
        bid: String(bid_amount ?? ''),
        schedule: digestOf([start_time, end_time]),
      },
    ]),
    ...ads.map(({ id, creative }) => [id, { creative: creative?.id ?? '' }]),
  ])
}

/** What the creation left, from its record. */
function partsLeft(status: string, { steps }: Plan, done: readonly DoneStep[]): TreePart[] {
  const { name, ads } = blueprint.parse(steps.find((step) => step.name === 'check')?.data)
  const [checked] = check.outcomesIn(done)
  const { campaignId, adGroupId, adIds, digests } = checkedTree.parse(checked?.data)
  return [
    partOf('campaign', { id: campaignId, name, status }),
    partOf('ad group', { id: adGroupId, name, status: 'ACTIVE' }, digests),
    ...ads.map((ad, index) =>
      partOf('ad', { id: adIds[index] ?? '', name: ad.name, status: 'ACTIVE' }, digests),
    ),
  ]
}

type Tree = Awaited<ReturnType<SocialConnector['creation']['readBack']>>

/** What a look at a campaign means. */
function judged(tree: Tree, planned: Blueprint, mayCome?: Finding): Finding {
  if (tree.status === 'DELETED' || tree.status === 'ARCHIVED') return { state: 'conflict' }
  if (missingIn(tree, planned)) return mayCome ?? { state: 'not_done' }
  const refusal = refusalOf(tree, planned)
  if (refusal) return { state: 'conflict', refusal }
  if (isInProcess(tree)) return { state: 'unclear' }
  const ids = new Map((tree.ads ?? []).map(({ name, id }) => [name, id]))
  const data = {
    campaignId: tree.id,
    adGroupId: tree.adsets?.[0]?.id ?? '',
    adIds: planned.ads.map(({ name }) => ids.get(name) ?? ''),
    remarks: remarksOn(tree, planned),
    digests: digestsOf(tree),
  }
  return { state: 'done', outcome: { upstreamId: tree.id, data } }
}

/** What stands under the label that nobody else's campaign has: how many there are, and which of them are not deleted. */
async function labelled({ name }: Blueprint, { connector, marker }: Stepping<SocialConnector>) {
  const found = await connector.creation.find(name, labelOf(marker))
  const living = found.filter(({ status }) => status !== 'DELETED').map(({ id }) => id)
  return { found: found.length, living }
}

const labelOf = (marker: string) => `adrail:${marker}`

async function remove(connector: SocialConnector, campaignId: string): Promise<void> {
  const tree = await connector.creation.readBack(campaignId)
  if (tree.status === 'DELETED') return
  const creatives = (tree.ads ?? []).flatMap(({ creative }) => creative?.id ?? [])
  await connector.creation.remove(campaignId, creatives)
}

async function areLeft({ creation }: SocialConnector, campaignIds: readonly string[]): Promise<boolean> {
  const trees = await Promise.all(campaignIds.map((id) => creation.readBack(id)))
  return trees.some(({ status }) => status !== 'DELETED')
}

function createdBy(done: readonly DoneStep[]): Created {
  const [created] = create.outcomesIn(done)
  if (!created) throw new Error('A campaign was to be looked at before it was made.')
  return createdIn(created)
}

function withUploads(planned: Blueprint, done: readonly DoneStep[]): Blueprint {
  const hashes = new Map(upload.outcomesIn(done).map((outcome) => uploadedHash(outcome)))
  const ads = planned.ads.map((ad) => (ad.sha256 === '' ? ad : withImage(ad, hashes.get(ad.sha256) ?? '')))
  return { ...planned, ads }
}

const uploaded = z.object({ sha256: z.string(), hash: z.string() })

function uploadedHash({ data }: StepOutcome): readonly [string, string] {
  const { sha256, hash } = uploaded.parse(data)
  return [sha256, hash]
}

async function imageData(
  { fetchedImages }: SocialConnector,
  { from, url, sha256 }: z.infer<typeof uploadData>,
): Promise<string> {
  try {
    return (await fetchedImages.again(url, sha256)).toString('base64')
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    throw new ServiceError('IMAGE_NOT_FETCHABLE', { field: from, values: neededImage, cause: error })
  }
}

function microsOf({ member, amount }: Budget) {
  // No currency has more decimals than micros.
  const micros = inUnits(amount, 6) ?? 0n
  return member === 'dailyBudget' ? { daily: micros, lifetime: 0n } : { daily: 0n, lifetime: micros }
}

function moneyWords(
  { member, amount, currencyCode }: Budget,
  { endDate = '' }: Body<'social/create_campaign'>,
) {
  return member === 'dailyBudget'
    ? dailyWords(amount, currencyCode)
    : `${moneyText(amount, currencyCode)} ${currencyCode} in all until ${endDate}`
}

/** https://developers.facebook.com/docs/marketing-api/bidding/overview/budgets */
function overspendWords({ member, amount, currencyCode }: Budget): string {
  if (member === 'lifetimeBudget') return 'No more than that is spent.'
  const day = moneyText(percentOf(amount, 175n), currencyCode)
  const week = moneyText(percentOf(amount, 700n), currencyCode)
  return `On one day the platform may spend up to 175 % of the daily budget (${day} ${currencyCode}), in a week up to 700 % (${week} ${currencyCode}).`
}
