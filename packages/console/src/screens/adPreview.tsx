// Previews an ad approximately as its platform shows it. The platform chooses the final form.

import type { Platform } from '@adrail/client'
import { FeedAd } from '../platforms/feedAd.tsx'
import { findAccount, platformScreens } from '../platforms/index.ts'
import type { AdPreviewProps } from '../platforms/platformScreens.ts'
import { formatPlatform } from '../words/platforms.ts'

export function AdPreview({
  platform,
  number,
  ...previewProps
}: AdPreviewProps & { readonly platform: Platform; readonly number: number }) {
  const { AdPreview: PlatformAd, audienceSite = formatPlatform(platform) } = platformScreens[platform]
  return (
    <section class="ad stack" aria-label={`Preview of ad ${number}`}>
      <small>{`Approximate preview for ${audienceSite}`}</small>
      {PlatformAd ? (
        <PlatformAd {...previewProps} />
      ) : (
        <FeedAd
          ad={previewProps.ad}
          draft={previewProps.draft}
          {...(previewProps.pictures === undefined ? {} : { pictures: previewProps.pictures })}
          advertiser={findAccount(platform, previewProps.accounts)?.name ?? formatPlatform(platform)}
          label="Ad"
        />
      )}
    </section>
  )
}
