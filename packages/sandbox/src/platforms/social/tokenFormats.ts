import type { TokenFormats } from '../../oauth/tokenTexts.ts'

export const socialTokenFormats: TokenFormats = {
  access: (text) => `EAAB${text.slice(0, 150)}`,
  refresh: (text) => `EAAR${text.slice(0, 150)}`,
  code: (text) => `AQD${text.slice(0, 160)}`,
}
