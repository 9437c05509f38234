// Uploaded images.

import * as images from '../../src/store/images.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, limit, workspace_id } from './rows.ts'

const bytes = Buffer.from('image')
const image = {
  id: 'image',
  workspace_id,
  digest: 'digest',
  type: 'image/png' as const,
  width: 1,
  height: 1,
  size: bytes.length,
  created_at: at,
  expires_at: at,
}

export const listImageCalls = ({ db }: Store): readonly StoreFunctionCall[] => [
  call(images.reserveImageBytes, db, workspace_id, image.size, 1000),
  call(images.insertImage, db, image, [bytes]),
  call(images.findImage, db, workspace_id, image.id, at),
  call(images.prolongImage, db, workspace_id, image.id, at),
  call(images.readImageBytes, db, image),
  call(images.listExpiredImages, db, at, limit),
  call(images.deleteExpiredImages, db, workspace_id, [image.id], at),
  call(images.deleteImage, db, workspace_id, image.id),
]
