// Previews an ad approximately as its platform shows it. The platform chooses the final form.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { known } from '../form/chosen.ts'
import type { Members, Value } from '../form/draft.ts'
import { pictureIn } from '../form/lookup.ts'
import { Picture } from '../parts/picture.tsx'
import type { Platform } from '../session/session.ts'
import { nameOf } from '../words/platforms.ts'
import { sentence } from '../words/statuses.ts'

export type Accounts = Results<'auth/get_connected_accounts_data'>

interface Previewed {
  readonly ad: Members
  readonly draft: Members
  readonly accounts: Accounts | undefined
}

export function AdPreview({
  platform,
  number,
  ...previewed
}: Previewed & { readonly platform: Platform; readonly number: number }) {
  return (
    <section class="ad stack" aria-label={`Preview of ad ${number}`}>
      <small>{`About as people will see it on ${platform === 'search' ? 'Google' : nameOf(platform)}`}</small>
      {platform === 'search' ? <TextAd {...previewed} /> : <FeedAd {...previewed} platform={platform} />}
    </section>
  )
}

/** An ad between the posts of other accounts: advertiser, text, picture and link. */
function FeedAd({ ad, draft, accounts, platform }: Previewed & { readonly platform: 'social' | 'pro' }) {
  const { socialAds, proAds } = accounts?.connectedAccounts ?? {}
  const page = socialAds?.primaryPage
  const isSocial = platform === 'social'
  const speaker = isSocial ? page?.name : proAds?.accountName
  const shown = ['postId', 'imageId', 'videoId'].map((name) => textOf(ad[name])).find((id) => id !== '')
  const { picture, text = '' } = shown === undefined ? {} : known(shown)
  const host = hostIn(textOf(ad['url']))
  const button = buttonOf(ad, draft)
  return (
    <div class="feed">
      <div class="speaker">
        {isSocial && <Picture src={accounts && page && pictureIn(accounts, page.pictureUrl)} />}
        <span>
          <strong>{speaker ?? nameOf(platform)}</strong>
          <small>{isSocial ? 'Sponsored' : 'Promoted'}</small>
        </span>
      </div>
      <Said>{textOf(ad['primaryText'] ?? ad['introText']) || text}</Said>
      <div class="scene">
        <Picture src={picture} />
        {picture === undefined && <small>{scene(ad)}</small>}
      </div>
      <div class="leads">
        <span>
          {host !== '' && <small>{host}</small>}
          <strong>{textOf(ad['headline'])}</strong>
          <small>{textOf(ad['description'])}</small>
        </span>
        {button !== '' && <span class="press">{button}</span>}
      </div>
    </div>
  )
}

function Said({ children }: { readonly children: string }) {
  return <p class="said">{children === '' ? <span class="muted">The text stands here.</span> : children}</p>
}

function scene(ad: Members): string {
  if (textOf(ad['imageUrl']) !== '') return 'The image is fetched from its URL with the plan.'
  return textOf(ad['videoId'] ?? ad['postId']) === '' ? 'The picture stands here.' : 'No picture to show.'
}

/**
 * Returns the default label of the platform where the draft has none, see the declaration of `callToAction`.
 */
function buttonOf(ad: Members, draft: Members): string {
  const given = textOf(ad['callToAction'])
  if (given === 'NO_BUTTON') return ''
  const objective = textOf(draft['objective'])
  const usual = { LEADS: 'SIGN_UP', SALES: 'SHOP_NOW' }[objective] ?? 'LEARN_MORE'
  return textOf(ad['postId']) !== '' && given === '' ? '' : sentence(given || usual)
}

/** Google Ads combines three headlines and two descriptions, in changing order. */
function TextAd({ ad, draft }: Previewed) {
  const [round, setRound] = useState(0)
  const [headlines, descriptions] = (['headline', 'description'] as const).map((name) =>
    turned(textsOf(ad[`${name}s`]), textOf(ad[`${name}IndexToPinFirstSlot`]), round),
  )
  const host = hostIn(textOf(ad['url']))
  const callouts = textsOf(draft['callouts'])
  return (
    <>
      <div class="result">
        <small>
          <strong>Sponsored</strong> {host === '' ? 'www.example.com' : host}
        </small>
        <p class="headline">{headlines?.slice(0, 3).join(' | ') || 'The headlines stand here'}</p>
        <p>
          {descriptions?.slice(0, 2).join(' ') || <span class="muted">The descriptions stand here.</span>}
        </p>
        {callouts.length > 0 && <small>{callouts.join(' · ')}</small>}
      </div>
      {(headlines?.length ?? 0) > 1 && (
        <div>
          <button type="button" class="plain small" onClick={() => setRound(round + 1)}>
            Another order
          </button>
        </div>
      )}
    </>
  )
}

/** Rotates the texts. A pinned text stays in the first position. */
function turned(texts: readonly string[], pinned: string, round: number): string[] {
  const first = pinned === '' ? [] : texts.filter((_, index) => index === Number(pinned))
  const others = texts.filter((text) => !first.includes(text))
  const from = others.length === 0 ? 0 : round % others.length
  return [...first, ...others.slice(from), ...others.slice(0, from)]
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.map(textOf).filter((text) => text.trim() !== '') : []
}

function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
