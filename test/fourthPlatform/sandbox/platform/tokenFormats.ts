import type { TokenFormats } from '../../oauth/tokenTexts.ts'

export const townTokenFormats: TokenFormats = {
  access: (text) => `TWN${text.slice(0, 60)}`,
  refresh: (text) => `TWR${text.slice(0, 60)}`,
  code: (text) => `TWC${text.slice(0, 60)}`,
}
