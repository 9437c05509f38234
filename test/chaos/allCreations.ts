// Lists every operation that creates an object at a platform, with its body, the creating call, and the name
// of the effect in the sandbox's ledger.

import { declarationOf, operationNames } from '@adrail/contract'
import type { FaultOrder, Sandbox } from '@adrail/sandbox'
import { leadForm, listEffects } from '@adrail/server/testing'
import { expect } from 'vitest'
import { creations, mutate } from './creations.ts'

export interface Creation {
  readonly operation: string
  /** Bodies with the same name are equal. Bodies with different names create different objects. */
  buildBody(name: string): object
  readonly makes: Pick<FaultOrder, 'platform' | 'call' | 'skip'>
}

const effectKinds = [
  'campaign.create',
  'adCampaignGroup.created',
  'asset.create',
  'asset_set.create',
  'audience.create',
  'lead_form_created',
  'test_lead_created',
  'video.create',
  'video.finished',
]
/** The Google Ads campaigns share one callout. */
const sharedCallouts = 1

/** Returns all creations. Fails when the contract has a creating operation that this list lacks. */
export function listCreations(sandbox: Sandbox): readonly Creation[] {
  const numberFor = createNumbering()
  const creationList: readonly Creation[] = [
    ...creations.map(({ operation, buildBody, makes }) => ({ operation, buildBody, makes })),
    {
      operation: 'search/create_lead_form',
      buildBody: (name) => ({ ...leadForm, name }),
      makes: mutate,
    },
    {
      operation: 'search/create_location_group',
      buildBody: (name) => ({ locationAssetIds: [addLocation(sandbox, numberFor(name))] }),
      makes: mutate,
    },
    {
      operation: 'social/create_leadform_audience',
      buildBody: (name) => ({ name, description: '', type: 'submit', leadFormIds: [existingFormId] }),
      makes: { platform: 'social', call: 'customaudiences.create' },
    },
    {
      operation: 'social/create_lead_form',
      buildBody: (name) => ({
        name,
        privacyPolicyUrl: 'https://bakery.example/privacy',
        questions: ['EMAIL'],
      }),
      makes: { platform: 'social', call: 'leadgen_forms.create' },
    },
    {
      operation: 'social/create_test_lead',
      buildBody: (name) => ({ formId: addForm(sandbox, numberFor(name)) }),
      makes: { platform: 'social', call: 'test_leads.create' },
    },
    {
      operation: 'social/upload_video',
      buildBody: (name) => ({ name, url: 'https://media.foxbakery.example/rye.mp4' }),
      makes: { platform: 'social', call: 'advideos.create' },
    },
    {
      operation: 'pro/upload_video',
      buildBody: (name) => ({
        url: `${sandbox.url}/_media/video/nursery-200kb.mp4?${encodeURIComponent(name)}`,
      }),
      makes: { platform: 'pro', call: 'videos.finalizeUpload' },
    },
  ]
  const creatingOperations = operationNames.filter(
    (name) => declarationOf(name).effect === 'write' && /\/(create|upload)_/.test(name),
  )
  expect(creationList.map(({ operation }) => operation).toSorted()).toEqual(creatingOperations.toSorted())
  return creationList
}

/**
 * Expects that each operation created `perOperation` objects, and returns the number of objects. A request
 * that the platform accepts twice for one object counts once.
 */
export function expectCreated(sandbox: Sandbox, perOperation: number): number {
  // The campaigns of Meta and Google Ads share one effect kind.
  const extraByKind: Readonly<Record<string, number>> = {
    'campaign.create': perOperation,
    'asset.create': sharedCallouts,
  }
  const counts = effectKinds.map((kind) => [kind, new Set(listEffects(sandbox, `${kind} `)).size] as const)
  expect(counts).toEqual(effectKinds.map((kind) => [kind, perOperation + (extraByKind[kind] ?? 0)]))
  return counts.reduce((sum, [, count]) => sum + count, -sharedCallouts)
}

function createNumbering(): (name: string) => number {
  const numbers = new Map<string, number>()
  return (name) => {
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return number
  }
}

const existingFormId = '700011'

/** Each number gets a separate form, because a form has one test lead at a time. */
function addForm(sandbox: Sandbox, number: number): string {
  const { leadForms } = sandbox.state().social
  const [id, form] = [`${700_100_000 + number}`, leadForms[existingFormId]]
  if (!form) throw new Error('The starting world lacks its lead form.')
  leadForms[id] ??= { ...form, id, name: `Form ${number}`, leads: 0 }
  return id
}

/** Each number gets a separate location, because equal locations form one group. */
function addLocation(sandbox: Sandbox, number: number): string {
  const [account, existingLocationId, syncSet] = ['4823109756', '55010001', '66001']
  const { asset = {}, asset_set_asset: setAssets = {} } =
    sandbox.state().search.accounts[account]?.resources ?? {}
  const [id, root] = [`${55_020_000 + number}`, `customers/${account}`]
  const [name, setAssetName] = [`${root}/assets/${id}`, `${root}/assetSetAssets/${syncSet}~${id}`]
  asset[name] ??= {
    ...asset[`${root}/assets/${existingLocationId}`],
    resourceName: name,
    id,
    name: `Shop ${number}`,
  }
  setAssets[setAssetName] ??= {
    ...setAssets[`${root}/assetSetAssets/${syncSet}~${existingLocationId}`],
    resourceName: setAssetName,
    asset: name,
  }
  return id
}
