// Maps the names of nodes to their kinds.

import type { Kinds } from '../graph/nodeKind.ts'
import { reportRunKind } from '../insights/reportRun.ts'
import { leadKind } from '../leads/lead.ts'
import { leadFormKind } from '../leads/leadForm.ts'
import { adKind, creativeKind } from './ad.ts'
import { adAccountKind } from './adAccount.ts'
import { adSetKind } from './adSet.ts'
import { audienceKind } from './audience.ts'
import { businessKind } from './business.ts'
import { campaignKind } from './campaign.ts'
import { customConversionKind } from './customConversion.ts'
import { imageKind } from './image.ts'
import { pageKind } from './page.ts'
import { photoAccountKind, photoMediaKind } from './photoAccount.ts'
import { pixelKind } from './pixel.ts'
import { postKind } from './post.ts'
import { userKind } from './user.ts'
import { videoKind } from './video.ts'

export const nodeKinds: Kinds = {
  user: userKind,
  business: businessKind,
  adaccount: adAccountKind,
  campaign: campaignKind,
  adset: adSetKind,
  ad: adKind,
  creative: creativeKind,
  page: pageKind,
  post: postKind,
  photo_account: photoAccountKind,
  photo_media: photoMediaKind,
  image: imageKind,
  video: videoKind,
  pixel: pixelKind,
  custom_conversion: customConversionKind,
  audience: audienceKind,
  lead_form: leadFormKind,
  lead: leadKind,
  report_run: reportRunKind,
}
