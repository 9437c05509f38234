// Devices and operating systems that ads can be aimed at.

import { textHash } from '../../delivery/chance.ts'

export interface Device {
  readonly name: string
  readonly description: string
  readonly platform: string
  readonly lowest: number
  readonly highest: number
}

export interface OperatingSystem {
  readonly platform: string
  readonly versions: readonly string[]
}

const range = (from: number, to: number, minors: number) =>
  Array.from({ length: to - from + 1 }, (_, major) =>
    Array.from({ length: minors }, (__, minor) => `${from + major}.${minor}`),
  ).flat()

export const operatingSystems: readonly OperatingSystem[] = [
  { platform: 'iOS', versions: range(9, 26, 5) },
  {
    platform: 'Android',
    versions: [
      '4.0',
      '4.1',
      '4.2',
      '4.3',
      '4.4',
      '5.0',
      '5.1',
      '6.0',
      '7.0',
      '7.1',
      '8.0',
      '8.1',
      ...range(9, 16, 1),
    ],
  },
  { platform: 'Windows', versions: ['7.0', '8.0', '8.1', '10.0', '11.0'] },
]

const groups: readonly (readonly [string, string, string])[] = [
  ['iPad', 'iPads (all)', 'iOS'],
  ['iPhone', 'iPhones (all)', 'iOS'],
  ['iPod', 'iPods (all)', 'iOS'],
  ['Android_Smartphone', 'Android Smartphones (all)', 'Android'],
  ['Android_Tablet', 'Android Tablets (all)', 'Android'],
]

// Maker or family: models. The maker goes into the description.
const models: readonly (readonly [string, string, string, string])[] = [
  [
    'iOS',
    '',
    'iPhone',
    'SE (2nd generation),SE (3rd generation),8,8 Plus,X,XR,XS,XS Max,11,11 Pro,11 Pro Max,12,12 mini,12 Pro,12 Pro Max,13,13 mini,13 Pro,13 Pro Max,14,14 Plus,14 Pro,14 Pro Max,15,15 Plus,15 Pro,15 Pro Max,16,16e,16 Plus,16 Pro,16 Pro Max,17,17 Pro,17 Pro Max,Air',
  ],
  [
    'iOS',
    '',
    'iPad',
    '(7th generation),(8th generation),(9th generation),(10th generation),Air (3rd generation),Air (4th generation),Air (5th generation),Air 11-inch,Air 13-inch,Pro 10.5-inch,Pro 11-inch,Pro 12.9-inch,Pro 13-inch,mini (5th generation),mini (6th generation)',
  ],
  [
    'Android',
    'Samsung',
    'Galaxy',
    'S9,S9+,S10,S10e,S10+,S20,S20 FE,S20 Ultra,S21,S21 FE,S21 Ultra,S22,S22+,S22 Ultra,S23,S23 FE,S23+,S23 Ultra,S24,S24 FE,S24+,S24 Ultra,S25,S25+,S25 Edge,S25 Ultra,A03,A04,A05,A10,A12,A13,A14,A15,A20,A21s,A22,A23,A24,A25,A30,A32,A33,A34,A35,A50,A51,A52,A53,A54,A55,A70,A71,A72,A73,Note 9,Note 10,Note 20,Z Flip3,Z Flip4,Z Flip5,Z Flip6,Z Fold3,Z Fold4,Z Fold5,Z Fold6,Tab A7,Tab A8,Tab A9,Tab S7,Tab S8,Tab S9,M12,M13,M33,M53,XCover 5,XCover 6 Pro',
  ],
  [
    'Android',
    'Google',
    'Pixel',
    '3,3a,4,4a,5,5a,6,6a,6 Pro,7,7a,7 Pro,8,8a,8 Pro,9,9a,9 Pro,9 Pro XL,10,10 Pro,Fold,Tablet',
  ],
  [
    'Android',
    'Xiaomi',
    'Redmi',
    '8,8A,9,9A,9C,10,10A,10C,12,12C,13,13C,Note 8,Note 9,Note 9 Pro,Note 10,Note 10 Pro,Note 11,Note 11 Pro,Note 12,Note 12 Pro,Note 13,Note 13 Pro,Note 14',
  ],
  ['Android', 'Xiaomi', 'Mi', '9,9T,10,10T,11,11 Lite,A3,Note 10'],
  ['Android', 'OPPO', 'Find', 'X2,X3,X5,X6,X7,X8,N2 Flip,N3 Flip'],
  ['Android', 'OPPO', 'Reno', '4,5,6,7,8,8 Pro,10,11,12'],
  ['Android', 'OnePlus', 'OnePlus', '6,7,7T,8,8T,8 Pro,9,9 Pro,10 Pro,10T,11,12,13,Nord,Nord 2,Nord CE,Open'],
  [
    'Android',
    'Motorola',
    'Moto',
    'G7,G8,G9,G10,G20,G30,G50,G52,G60,G72,G82,G84,E7,E13,E20,E22,Edge 20,Edge 30,Edge 40,Edge 50',
  ],
  ['Android', 'Huawei', 'P', '20,20 lite,30,30 lite,30 Pro,40,40 lite,40 Pro,Smart'],
  [
    'Android',
    'Sony',
    'Xperia',
    '1,1 II,1 III,1 IV,1 V,1 VI,5,5 II,5 III,5 IV,5 V,10,10 II,10 III,10 IV,10 V,Ace',
  ],
  ['Android', 'Nokia', 'Nokia', '2.4,3.4,5.3,5.4,G10,G20,G21,G42,X10,X20,X30,XR20'],
  ['Android', 'Fairphone', 'Fairphone', '3,3+,4,5,6'],
  ['Android', 'Sharp', 'AQUOS', 'R6,R7,R8,sense5G,sense6,sense7,sense8,wish,wish2'],
  ['Android', 'Vivo', 'vivo', 'V21,V23,V25,V27,V29,X60,X70,X80,X90,Y11,Y20,Y21,Y33,Y72'],
  ['Android', 'Realme', 'realme', '6,7,8,9,10,11,C11,C21,C25,C35,C55,GT,GT 2,GT Neo,Narzo 50'],
]

function sizes(name: string, scale: number): { lowest: number; highest: number } {
  const highest = Math.round((scale * (50 + (textHash(`device/${name}`) % 950))) / 1_000) * 1_000
  return { lowest: Math.round((highest * 0.85) / 1_000) * 1_000, highest }
}

export const devices: readonly Device[] = [
  ...groups.map(([name, description, platform]) => ({
    name,
    description,
    platform,
    ...sizes(name, 120_000),
  })),
  ...models.flatMap(([platform, maker, family, list]) =>
    list.split(',').map((model) => {
      const name = `${family} ${model}`
      const description = maker === '' || maker === family ? name : `${maker} ${name}`
      return { name, description, platform, ...sizes(name, 9_000) }
    }),
  ),
]
