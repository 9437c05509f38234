import type { TokenFormats } from '../../oauth/tokenTexts.ts'

export const proTokenFormats: TokenFormats = {
  access: (text) => `AQV${text.slice(0, 197)}`,
  refresh: (text) => `AQW${text.slice(0, 197)}`,
  code: (text) => `AQT${text.slice(0, 120)}`,
}
