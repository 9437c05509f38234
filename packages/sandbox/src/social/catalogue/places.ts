// Places ads can be aimed at. Countries by ISO code; regions and cities with keys of the sandbox's own, except where a
// documented example uses one.

export interface Place {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly countryCode?: string
  readonly countryName?: string
  readonly region?: string
  readonly regionId?: number
  readonly countryCodes?: readonly string[]
  readonly primaryCity?: string
  readonly primaryCityId?: number
  readonly level?: readonly [string, string]
}

const countryLines = `AD Andorra|AE United Arab Emirates|AL Albania|AM Armenia|AR Argentina|AT Austria|AU Australia|AZ Azerbaijan|BA Bosnia and Herzegovina|BD Bangladesh|BE Belgium|BG Bulgaria|BH Bahrain|BO Bolivia|BR Brazil|BY Belarus|CA Canada|CH Switzerland|CL Chile|CM Cameroon|CN China|CO Colombia|CR Costa Rica|CY Cyprus|CZ Czech Republic|DE Germany|DK Denmark|DO Dominican Republic|DZ Algeria|EC Ecuador|EE Estonia|EG Egypt|ES Spain|ET Ethiopia|FI Finland|FR France|GB United Kingdom|GE Georgia|GH Ghana|GR Greece|GT Guatemala|HK Hong Kong|HN Honduras|HR Croatia|HU Hungary|ID Indonesia|IE Ireland|IL Israel|IN India|IQ Iraq|IS Iceland|IT Italy|JM Jamaica|JO Jordan|JP Japan|KE Kenya|KH Cambodia|KR South Korea|KW Kuwait|KZ Kazakhstan|LB Lebanon|LI Liechtenstein|LK Sri Lanka|LT Lithuania|LU Luxembourg|LV Latvia|MA Morocco|MC Monaco|MD Moldova|ME Montenegro|MG Madagascar|MK North Macedonia|MM Myanmar|MN Mongolia|MT Malta|MU Mauritius|MX Mexico|MY Malaysia|NG Nigeria|NI Nicaragua|NL Netherlands|NO Norway|NP Nepal|NZ New Zealand|OM Oman|PA Panama|PE Peru|PH Philippines|PK Pakistan|PL Poland|PT Portugal|PY Paraguay|QA Qatar|RO Romania|RS Serbia|RW Rwanda|SA Saudi Arabia|SE Sweden|SG Singapore|SI Slovenia|SK Slovakia|SM San Marino|SN Senegal|SV El Salvador|TH Thailand|TK Tokelau|TN Tunisia|TR Turkey|TT Trinidad and Tobago|TW Taiwan|TZ Tanzania|UA Ukraine|UG Uganda|US United States|UY Uruguay|UZ Uzbekistan|VE Venezuela|VN Vietnam|ZA South Africa|ZM Zambia|ZW Zimbabwe`

// Country / region: cities.
const cityLines = `
DE/Berlin: Berlin, Spandau
DE/Brandenburg: Potsdam, Cottbus, Bernau bei Berlin, Oranienburg
DE/Bavaria: Munich, Nuremberg, Augsburg, Regensburg, Wuerzburg, Berchtesgaden, Ingolstadt, Passau, Bamberg
DE/Baden-Wuerttemberg: Stuttgart, Mannheim, Karlsruhe, Freiburg, Heidelberg, Ulm, Konstanz, Tuebingen
DE/Hamburg: Hamburg, Bergedorf
DE/Hesse: Frankfurt, Wiesbaden, Kassel, Darmstadt, Marburg
DE/North Rhine-Westphalia: Cologne, Dusseldorf, Dortmund, Essen, Bonn, Muenster, Bielefeld, Aachen, Wuppertal, Bergisch Gladbach, Sankt Augustin
DE/Saxony: Dresden, Leipzig, Chemnitz, Annaberg-Buchholz
DE/Lower Saxony: Hanover, Brunswick, Oldenburg, Goettingen, Bergen
DE/Schleswig-Holstein: Kiel, Luebeck, Flensburg
DE/Bremen: Bremen, Bremerhaven
DE/Thuringia: Erfurt, Jena, Weimar
DE/Rhineland-Palatinate: Mainz, Trier, Koblenz
DE/Saxony-Anhalt: Magdeburg, Halle, Bernburg
AT/Vienna: Vienna
AT/Styria: Graz, Leoben
AT/Salzburg: Salzburg, Sankt Johann im Pongau
AT/Tyrol: Innsbruck, Kufstein
AT/Upper Austria: Linz, Wels
CH/Bern: Bern, Biel, Thun
CH/Zurich: Zurich, Winterthur
CH/Geneva: Geneva
CH/St. Gallen: St. Gallen
CH/Basel-City: Basel
NL/North Holland: Amsterdam, Haarlem, Alkmaar, Zandvoort
NL/South Holland: Rotterdam, The Hague, Leiden, Delft
NL/Utrecht: Utrecht, Amersfoort
NL/North Brabant: Eindhoven, Breda, Tilburg, Bergen op Zoom
BE/Brussels Region: Brussels
BE/Antwerp: Antwerp, Mechelen, Berchem
BE/East Flanders: Ghent, Aalst
FR/Ile-de-France: Paris, Versailles, Saint-Denis, Boulogne-Billancourt
FR/Provence-Alpes-Cote d'Azur: Marseille, Nice, Toulon, Avignon, Berre-l'Etang
FR/Auvergne-Rhone-Alpes: Lyon, Grenoble, Saint-Etienne, Annecy
FR/Nouvelle-Aquitaine: Bordeaux, Limoges, Bergerac, La Rochelle
FR/Occitanie: Toulouse, Montpellier, Nimes
FR/Grand Est: Strasbourg, Reims, Metz, Nancy
FR/Brittany: Rennes, Brest, Saint-Malo
GB/England: London, Manchester, Birmingham, Liverpool, Leeds, Sheffield, Bristol, Newcastle upon Tyne, Nottingham, Leicester, Brighton, Oxford, Cambridge, York, Bath, Sandwich, Berkhamsted, Berwick-upon-Tweed
GB/Scotland: Edinburgh, Glasgow, Aberdeen, Inverness
GB/Wales: Cardiff, Swansea
GB/Northern Ireland: Belfast, Derry
IE/Leinster: Dublin, Kilkenny
IE/Munster: Cork, Limerick
ES/Madrid: Madrid, San Sebastian de los Reyes, Alcala de Henares
ES/Catalonia: Barcelona, Girona, Tarragona, Berga
ES/Andalusia: Seville, Malaga, Granada, Cordoba, San Fernando
ES/Basque Country: San Sebastian, Bilbao, Vitoria-Gasteiz
ES/Valencia: Valencia, Alicante, San Vicente del Raspeig
ES/Canary Islands: Santa Cruz de Tenerife, Las Palmas
PT/Lisbon: Lisbon, Sintra
PT/Porto: Porto, Vila Nova de Gaia, Santo Tirso
IT/Lombardy: Milan, Bergamo, Brescia, Como
IT/Lazio: Rome, Latina
IT/Tuscany: Florence, Pisa, Siena, San Gimignano
IT/Veneto: Venice, Verona, Padua
IT/Campania: Naples, Salerno
IT/Piedmont: Turin, Asti
IT/Sicily: Palermo, Catania
IT/Emilia-Romagna: Bologna, Parma, Rimini, Bertinoro
DK/Capital Region: Copenhagen
DK/Central Denmark: Aarhus
SE/Stockholm County: Stockholm, Sodertalje
SE/Vastra Gotaland: Gothenburg, Boras
SE/Skane: Malmo, Lund
NO/Oslo: Oslo
NO/Vestland: Bergen
NO/Rogaland: Stavanger, Sandnes
FI/Uusimaa: Helsinki, Espoo
FI/Pirkanmaa: Tampere
PL/Masovian: Warsaw
PL/Lesser Poland: Krakow
PL/Pomeranian: Gdansk
PL/Podkarpackie: Rzeszow, Sandomierz
CZ/Prague: Prague
CZ/Central Bohemia: Beroun, Kladno
CZ/South Moravia: Brno
HU/Budapest: Budapest
HU/Borsod: Miskolc, Tokaj
GR/Attica: Athens, Piraeus
TR/Istanbul: Istanbul
TR/Izmir: Izmir, Bergama
TR/Tokat: Tokat
RO/Bucharest: Bucharest
UA/Kyiv: Kyiv
US/California: Los Angeles, San Francisco, San Diego, San Jose, Sacramento, Oakland, Berkeley, Santa Monica, Santa Barbara, Santa Cruz, San Mateo, Santa Clara, Fresno, Long Beach, Pasadena
US/New York: New York, Buffalo, Rochester, Albany, Syracuse, Sands Point
US/Texas: Houston, San Antonio, Dallas, Austin, Fort Worth, El Paso, San Angelo, San Marcos
US/Illinois: Chicago, Springfield, Sandwich, Berwyn
US/Florida: Miami, Orlando, Tampa, Jacksonville, Sanford, Sanibel
US/Washington: Seattle, Spokane, Tacoma
US/Oregon: Portland, Eugene, Bend, Sandy
US/Massachusetts: Boston, Cambridge, Worcester, Sandwich
US/New Hampshire: Manchester, Berlin, Sanbornton
US/Connecticut: Hartford, New Haven, Berlin
US/New Jersey: Newark, Jersey City, Bergenfield, Berkeley Heights
US/Pennsylvania: Philadelphia, Pittsburgh, Berwick
US/Georgia: Atlanta, Savannah, Sandy Springs
US/Colorado: Denver, Boulder, Berthoud
US/Arizona: Phoenix, Tucson, San Tan Valley
US/New Mexico: Santa Fe, Albuquerque, Bernalillo
US/Utah: Salt Lake City, Sandy, St. George
US/Nevada: Las Vegas, Reno
US/Michigan: Detroit, Ann Arbor, Berkley
US/Ohio: Columbus, Cleveland, Sandusky, Berea
US/Minnesota: Minneapolis, Saint Paul
US/Tennessee: Nashville, Memphis
US/Louisiana: New Orleans, Baton Rouge
US/Idaho: Boise, Sandpoint
US/Hawaii: Honolulu
US/Alaska: Anchorage
CA/Ontario: Toronto, Ottawa, Hamilton, Kitchener
CA/Quebec: Montreal, Quebec City, Berthierville
CA/British Columbia: Vancouver, Victoria
CA/Alberta: Calgary, Edmonton
MX/Mexico City: Mexico City
MX/Jalisco: Guadalajara, Puerto Vallarta
MX/Guanajuato: San Miguel de Allende, Leon
MX/San Luis Potosi: San Luis Potosi
PR/San Juan: San Juan
CR/San Jose: San Jose
SV/San Salvador: San Salvador
HN/Cortes: San Pedro Sula
AR/Buenos Aires: Buenos Aires, La Plata, Berazategui, San Isidro
AR/San Juan: San Juan
CL/Santiago Metropolitan: Santiago, San Bernardo
CO/Bogota: Bogota
CO/Antioquia: Medellin
PE/Lima: Lima, San Isidro
BR/Sao Paulo: Sao Paulo, Santos, Sao Bernardo do Campo, Santo Andre
BR/Rio de Janeiro: Rio de Janeiro, Niteroi
BR/Parana: Curitiba
JP/Tokyo: Tokyo, Hachioji, Machida, Tokorozawa
JP/Kanagawa: Yokohama, Kawasaki, Kamakura
JP/Osaka: Osaka, Sakai
JP/Kyoto: Kyoto, Uji
JP/Aichi: Nagoya, Tokoname, Tokai
JP/Hokkaido: Sapporo, Hakodate
JP/Fukuoka: Fukuoka, Kitakyushu
JP/Hiroshima: Hiroshima
JP/Hyogo: Kobe, Himeji, Sanda
JP/Niigata: Niigata, Sanjo, Tokamachi
JP/Tokushima: Tokushima
JP/Okinawa: Naha
KR/Seoul: Seoul
KR/Busan: Busan
TW/Taipei City: Taipei
TW/New Taipei: New Taipei, Sanchong
TW/Taichung: Taichung
CN/Beijing: Beijing
CN/Shanghai: Shanghai
CN/Hainan: Sanya, Haikou
HK/Hong Kong: Hong Kong
SG/Singapore: Singapore
TH/Bangkok: Bangkok
VN/Hanoi: Hanoi
VN/Ho Chi Minh: Ho Chi Minh City
ID/Jakarta: Jakarta
MY/Kuala Lumpur: Kuala Lumpur
MY/Sabah: Sandakan, Kota Kinabalu
PH/Metro Manila: Manila, Quezon City, San Juan
PH/Laguna: San Pablo, Santa Rosa
IN/Maharashtra: Mumbai, Pune, Sangli
IN/Delhi: Delhi
IN/Karnataka: Bengaluru, Mysuru
IN/Tamil Nadu: Chennai, Coimbatore
IN/West Bengal: Kolkata, Berhampore
AE/Dubai: Dubai
SA/Riyadh: Riyadh
IL/Tel Aviv: Tel Aviv
IL/Southern District: Beersheba
EG/Cairo: Cairo
MA/Casablanca-Settat: Casablanca, Berrechid
NG/Lagos: Lagos
KE/Nairobi: Nairobi
ZA/Gauteng: Johannesburg, Pretoria, Sandton
ZA/Western Cape: Cape Town
AU/New South Wales: Sydney, Newcastle, Berry
AU/Victoria: Melbourne, Geelong, Berwick
AU/Queensland: Brisbane, Cairns, Sandgate
AU/South Australia: Adelaide, Berri
AU/Western Australia: Perth
NZ/Auckland: Auckland
NZ/Wellington: Wellington
NZ/Waikato: Hamilton, Tokoroa
`

const zipLines = `
US/California/Los Angeles: 90001, 90012, 90028, 90210
US/California/San Francisco: 94102, 94103, 94110, 94114
US/New York/New York: 10001, 10011, 10013, 10036
US/Illinois/Chicago: 60601, 60614
US/Texas/San Antonio: 78201, 78205
DE/Berlin/Berlin: 10115, 10117, 10243, 10405, 10967, 12043, 13347
DE/Hamburg/Hamburg: 20095, 22765
DE/Bavaria/Munich: 80331, 80469
NL/North Holland/Amsterdam: 1011, 1012, 1017
GB/England/London: E1, N1, SE1, SW1
JP/Tokyo/Tokyo: 100-0001, 150-0002, 160-0022
FR/Ile-de-France/Paris: 75001, 75004, 75011
`

const markets = [
  'Los Angeles',
  'San Francisco-Oakland-San Jose',
  'San Diego',
  'San Antonio',
  'Santa Barbara-Santa Maria-San Luis Obispo',
  'Sacramento-Stockton-Modesto',
  'New York',
  'Chicago',
  'Boston',
  'Philadelphia',
  'Dallas-Fort Worth',
  'Houston',
  'Atlanta',
  'Seattle-Tacoma',
  'Denver',
  'Phoenix',
  'Miami-Fort Lauderdale',
  'Minneapolis-Saint Paul',
  'Portland',
  'San Angelo',
]

const groups: readonly (readonly [string, string, string])[] = [
  ['worldwide', 'Worldwide', ''],
  [
    'europe',
    'Europe',
    'AT,BE,BG,CH,CZ,DE,DK,EE,ES,FI,FR,GB,GR,HR,HU,IE,IT,LT,LU,LV,MT,NL,NO,PL,PT,RO,SE,SI,SK',
  ],
  [
    'eea',
    'European Economic Area',
    'AT,BE,BG,CY,CZ,DE,DK,EE,ES,FI,FR,GR,HR,HU,IE,IS,IT,LI,LT,LU,LV,MT,NL,NO,PL,PT,RO,SE,SI,SK',
  ],
  ['nafta', 'NAFTA (North American Free Trade Agreement)', 'CA,MX,US'],
  ['mercosur', 'Mercosur', 'AR,BO,BR,PY,UY'],
  ['asia', 'Asia', 'AE,BD,CN,HK,ID,IN,JP,KH,KR,LK,MM,MY,NP,PH,PK,SG,TH,TW,VN'],
  ['south_america', 'South America', 'AR,BO,BR,CL,CO,EC,PE,PY,UY,VE'],
]

const parts: readonly (readonly [string, string, string, string])[] = [
  ['DE', 'Berlin', 'Berlin Mitte', 'BOROUGH'],
  ['DE', 'Berlin', 'Prenzlauer Berg, Berlin', 'NEIGHBORHOOD'],
  ['DE', 'Berlin', 'Kreuzberg, Berlin', 'NEIGHBORHOOD'],
  ['US', 'New York', 'Manhattan', 'BOROUGH'],
  ['US', 'New York', 'Brooklyn', 'BOROUGH'],
  ['US', 'California', 'Santa Monica Mountains', 'NEIGHBORHOOD'],
  ['US', 'California', 'San Pedro, Los Angeles', 'NEIGHBORHOOD'],
  ['JP', 'Tokyo', 'Shibuya', 'WARD'],
  ['JP', 'Tokyo', 'Shinjuku', 'WARD'],
  ['JP', 'Tokyo', 'Tokyo Station', 'NEIGHBORHOOD'],
]

const fixedKeys: Readonly<Record<string, string>> = {
  'region/US/California': '3847',
  'region/NL/North Holland': '2664',
  'city/NL/North Holland/Amsterdam': '2759794',
  'city/US/California/Los Angeles': '2420379',
}

export const places: readonly Place[] = buildPlaces()

function buildPlaces(): Place[] {
  const countries = new Map(countryLines.split('|').map((entry) => [entry.slice(0, 2), entry.slice(3)]))
  countries.set('PR', 'Puerto Rico')
  const list: Place[] = [...countries].map(([key, name]) => ({
    key,
    name,
    type: 'country',
    countryCode: key,
    countryName: name,
  }))
  for (const [key, name, codes] of groups) {
    list.push({
      key,
      name,
      type: 'country_group',
      countryCodes: codes === '' ? [...countries.keys()] : codes.split(','),
    })
  }
  const regionIds = new Map<string, number>()
  const cityIds = new Map<string, number>()
  let region = 1_000
  let city = 2_000_000
  for (const line of cityLines.trim().split('\n')) {
    const colon = line.indexOf(': ')
    const head = line.slice(0, colon)
    const slash = head.indexOf('/')
    const countryCode = head.slice(0, slash)
    const regionName = head.slice(slash + 1)
    const countryName = countries.get(countryCode) ?? countryCode
    const regionId = Number(fixedKeys[`region/${head}`] ?? String(++region))
    regionIds.set(head, regionId)
    list.push({ key: String(regionId), name: regionName, type: 'region', countryCode, countryName })
    for (const name of line.slice(colon + 2).split(', ')) {
      city += 37
      const key = fixedKeys[`city/${head}/${name}`] ?? String(city)
      cityIds.set(`${head}/${name}`, Number(key))
      list.push({ key, name, type: 'city', countryCode, countryName, region: regionName, regionId })
    }
  }
  let part = 3_000_000
  for (const [countryCode, regionName, name, level] of parts) {
    const regionId = regionIds.get(`${countryCode}/${regionName}`) ?? 0
    const type = level === 'NEIGHBORHOOD' ? 'neighborhood' : 'subcity'
    const hierarchy = [level === 'NEIGHBORHOOD' ? 'NEIGHBORHOOD' : 'SUBCITY', level] as const
    const base = {
      key: String(++part),
      name,
      type,
      countryCode,
      countryName: countries.get(countryCode) ?? countryCode,
    }
    list.push({ ...base, region: regionName, regionId, level: hierarchy })
  }
  for (const line of zipLines.trim().split('\n')) {
    const [head = '', codes = ''] = line.split(': ')
    const [countryCode = '', regionName = '', primaryCity = ''] = head.split('/')
    const countryName = countries.get(countryCode) ?? countryCode
    const regionId = regionIds.get(`${countryCode}/${regionName}`) ?? 0
    const primaryCityId = cityIds.get(head) ?? 0
    for (const code of codes.split(', ')) {
      const base = { key: `${countryCode}:${code}`, name: code, type: 'zip', countryCode, countryName }
      list.push({ ...base, region: regionName, regionId, primaryCity, primaryCityId })
    }
  }
  markets.forEach((name, index) => {
    list.push({
      key: `COMSCORE_MARKET:${2_051 + index}`,
      name,
      type: 'geo_market',
      countryCode: 'US',
      countryName: 'United States',
    })
  })
  for (const [state, regionName, count] of [
    ['CA', 'California', 52],
    ['NY', 'New York', 26],
    ['TX', 'Texas', 38],
  ] as const) {
    for (let number = 1; number <= count; number++) {
      const key = `US:${state}${String(number).padStart(2, '0')}`
      const regionId = regionIds.get(`US/${regionName}`) ?? 0
      list.push({
        key,
        name: `${regionName}'s ${number}. congressional district`,
        type: 'electoral_district',
        countryCode: 'US',
        countryName: 'United States',
        region: regionName,
        regionId,
      })
    }
  }
  return list
}
