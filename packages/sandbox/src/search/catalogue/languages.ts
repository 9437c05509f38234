// Languages that can be targeted. https://developers.google.com/google-ads/api/data/codes-formats#languages
// Ids up to 1044 as in the project's notes, the others from memory of that page. Esperanto is the sandbox's own: a language that
// exists but cannot be targeted.

import type { Wire } from '../wire.ts'

const table = `1000 en English|1001 de German|1002 fr French|1003 es Spanish|1004 it Italian|1005 ja Japanese|1009 da Danish|1010 nl Dutch|1011 fi Finnish
1012 ko Korean|1013 no Norwegian|1014 pt Portuguese|1015 sv Swedish|1017 zh_CN Chinese (simplified)|1018 zh_TW Chinese (traditional)|1019 ar Arabic|1020 bg Bulgarian
1021 cs Czech|1022 el Greek|1023 hi Hindi|1024 hu Hungarian|1025 id Indonesian|1026 is Icelandic|1027 iw Hebrew|1028 lv Latvian|1029 lt Lithuanian|1030 pl Polish
1031 ru Russian|1032 ro Romanian|1033 sk Slovak|1034 sl Slovenian|1035 sr Serbian|1036 uk Ukrainian|1037 tr Turkish|1038 ca Catalan|1039 hr Croatian|1040 vi Vietnamese
1041 ur Urdu|1042 tl Filipino|1043 et Estonian|1044 th Thai|1056 bn Bengali|1064 fa Persian|1072 gu Gujarati|1086 kn Kannada|1098 ml Malayalam|1101 mr Marathi
1102 ms Malay|1110 pa Punjabi|1130 ta Tamil|1131 te Telugu|1999 eo Esperanto`

export const languages: readonly Wire[] = table.split(/[|\n]/).map((line) => {
  const [, id = '', code = '', name = ''] = /^(\d+) (\w+) (.+)$/.exec(line) ?? []
  return { resourceName: `languageConstants/${id}`, id, code, name, targetable: code !== 'eo' }
})

const byId: ReadonlyMap<string, Wire> = new Map(languages.map((found) => [String(found['id']), found]))

export function language(id: string): Wire | undefined {
  return byId.get(id)
}
