// Languages people use the platform in. Keys from 1001 on stand for all variants of a language at once.

const lines = `
1 Catalan|2 Czech|3 Cebuano|4 Danish|5 German|6 English (US)|7 Spanish|8 Finnish|9 French (France)|10 Italian|11 Japanese|12 Korean|13 Norwegian (bokmal)|14 Dutch|15 Polish|16 Portuguese (Brazil)
17 Russian|18 Swedish|19 Turkish|20 Simplified Chinese (China)|21 Traditional Chinese (Hong Kong)|22 Traditional Chinese (Taiwan)|23 Spanish (Spain)|24 English (UK)|25 Indonesian|26 Filipino|27 Vietnamese
28 Arabic|29 Hebrew|30 Hungarian|31 Portuguese (Portugal)|32 Romanian|33 Slovak|34 Slovenian|35 Thai|36 Afrikaans|37 Bulgarian|38 Croatian|39 Greek|40 Lithuanian|41 Malay|42 Serbian|43 Bengali|44 French (Canada)
45 Hindi|46 Punjabi|47 Tamil|48 Telugu|49 Malayalam|50 Icelandic|51 English (Upside Down)|52 Ukrainian|53 Estonian|54 Latvian|55 Basque|56 Bosnian|57 Galician|58 Welsh|59 Irish|60 Albanian|61 Armenian|62 Georgian
63 Azerbaijani|64 Belarusian|65 Macedonian|66 Mongolian|67 Nepali|68 Persian|69 Swahili|70 Urdu|71 Khmer|72 Kannada|73 Gujarati|74 Marathi|75 Javanese|76 Esperanto|77 Faroese|78 Norwegian (nynorsk)|79 Luxembourgish|80 Maltese
81 Sinhala|82 Somali|83 Tajik|84 Uzbek|85 Kazakh|86 Amharic|87 Burmese|88 Lao|89 Pashto|90 Sardinian|91 Silesian|92 Frisian|93 Breton|94 Corsican|95 Haitian Creole|96 Hausa|97 Kinyarwanda|98 Malagasy|99 Zulu|100 English (Pirate)
1001 English (All)|1002 Spanish (All)|1003 French (All)|1004 Chinese (All)|1005 Portuguese (All)|1006 Norwegian (All)
`

export interface Locale {
  readonly key: number
  readonly name: string
}

export const locales: readonly Locale[] = lines
  .trim()
  .split(/[|\n]/)
  .map((entry) => {
    const blank = entry.indexOf(' ')
    return { key: Number(entry.slice(0, blank)), name: entry.slice(blank + 1) }
  })
