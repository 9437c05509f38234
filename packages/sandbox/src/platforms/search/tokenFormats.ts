import type { TokenFormats } from '../../oauth/tokenTexts.ts'

export const searchTokenFormats: TokenFormats = {
  access: (text) => `ya29.a0${text.slice(0, 150)}`,
  refresh: (text) => `1//0${text.slice(0, 80)}`,
  code: (text) => `4/0A${text.slice(0, 70)}`,
}
