import { toMediaUrl } from '../../imageUrl.ts'

export const exampleMediaUrl = toMediaUrl('img_06f0t6t1h2v8k3m9q4w5x7y2z1')
