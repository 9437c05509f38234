// Regions and cities of the catalogue: country, region, then cities with the thousands of people that can be reached in each.
// Ids in parentheses are the platform's own where they were known; all others are the sandbox's.

export const usStates = `Alaska 21132|Alabama 21133|Arkansas 21135|Arizona 21136|California 21137|Colorado 21138|Connecticut 21139|District of Columbia 21140|Delaware 21141|Florida 21142|Georgia 21143|Hawaii 21144
Iowa 21145|Idaho 21146|Illinois 21147|Indiana 21148|Kansas 21149|Kentucky 21150|Louisiana 21151|Massachusetts 21152|Maryland 21153|Maine 21154|Michigan 21155|Minnesota 21156|Missouri 21157|Mississippi 21158|Montana 21159
North Carolina 21160|North Dakota 21161|Nebraska 21162|New Hampshire 21163|New Jersey 21164|New Mexico 21165|Nevada 21166|New York 21167|Ohio 21168|Oklahoma 21169|Oregon 21170|Pennsylvania 21171|Rhode Island 21172
South Carolina 21173|South Dakota 21174|Tennessee 21175|Texas 21176|Utah 21177|Virginia 21178|Vermont 21179|Washington 21180|Wisconsin 21182|West Virginia 21183|Wyoming 21184`

export const cities = `US/California: Los Angeles 9800 (1013962)|San Francisco 3400 (1014221)|San Diego 2900 (1014218)|San Jose 2100|Sacramento 1900|Santa Ana 620|Santa Barbara 310|Santa Cruz 190|Santa Monica 280|Oakland 940|Berkeley 310|Fresno 870|Long Beach 760|Anaheim 640|Palo Alto 240|Pasadena 380|San Bernardino 520|San Mateo 260
US/New York: New York 14200 (1023191)|Albany 430 (1022762)|Buffalo 780|Rochester 640|Syracuse 420|Yonkers 350
US/Texas: Houston 4900 (1026481)|Dallas 4600|Austin 2470 (1026201)|San Antonio 2300|Fort Worth 1500|El Paso 720|San Marcos 160|Plano 540
US/Florida: Miami 4100 (1015116)|Orlando 2400|Tampa 2200|Jacksonville 1300|Fort Lauderdale 900|Sanford 140|Sarasota 330
US/Illinois: Chicago 6100 (1016367)|Springfield 230|Naperville 260|Peoria 210
US/Washington: Seattle 2900 (1027744)|Spokane 440|Tacoma 520|Bellevue 410
US/Massachusetts: Boston 3300 (1018127)|Cambridge 420|Worcester 390|Springfield 280
US/Pennsylvania: Philadelphia 3800|Pittsburgh 1500|Bethlehem 170
US/Georgia: Atlanta 4300|Savannah 340|Augusta 330
US/Arizona: Phoenix 3600|Tucson 890|Scottsdale 520|Mesa 610
US/Colorado: Denver 2500|Boulder 290|Colorado Springs 630
US/New Mexico: Santa Fe 160|Albuquerque 690
US/Michigan: Detroit 2600|Grand Rapids 610|Ann Arbor 300
US/Ohio: Columbus 1900|Cleveland 1600|Cincinnati 1500
US/Minnesota: Minneapolis 2100|Saint Paul 640
US/Oregon: Portland 1900|Eugene 300|Salem 310
US/Nevada: Las Vegas 1900|Reno 430
US/North Carolina: Charlotte 2000|Raleigh 1200|Durham 520
US/Tennessee: Nashville 1700|Memphis 1100
US/Louisiana: New Orleans 980|Baton Rouge 620
US/Maryland: Baltimore 1900|Annapolis 130
US/Virginia: Richmond 890|Virginia Beach 640|Alexandria 310
US/Missouri: Kansas City 1600|St. Louis 1700
US/Wisconsin: Milwaukee 1100|Madison 520
US/Utah: Salt Lake City 1100|Provo 320
US/Indiana: Indianapolis 1500|Fort Wayne 360
US/Connecticut: Hartford 510|New Haven 390|Berlin 20
US/New Jersey: Newark 860|Jersey City 620|Princeton 90
US/Hawaii: Honolulu 760
US/District of Columbia: Washington 2700
US/Oklahoma: Oklahoma City 1000|Tulsa 720
US/Kentucky: Louisville 930|Lexington 470
US/New Hampshire: Berlin 9|Manchester 190
CA/Ontario: Toronto 5600 (1002451)|Ottawa 1300|Hamilton 740|London 460|Mississauga 900
CA/Quebec: Montreal 3900|Quebec City 760|Laval 400
CA/British Columbia: Vancouver 2500|Victoria 370|Kelowna 200
CA/Alberta: Calgary 1400|Edmonton 1300
CA/Manitoba: Winnipeg 760
CA/Nova Scotia: Halifax 430
MX/Mexico City: Mexico City 15800
MX/Jalisco: Guadalajara 4300|Zapopan 1200
MX/Nuevo León: Monterrey 4100|San Pedro Garza García 160|San Nicolás de los Garza 410
MX/Puebla: Puebla 2400
MX/Baja California: Tijuana 1800|Mexicali 900
MX/San Luis Potosí: San Luis Potosí 980
MX/Quintana Roo: Cancún 800
BR/State of São Paulo: São Paulo 17500|Campinas 2200|Santos 800|Santo André 690|São Bernardo do Campo 780
BR/State of Rio de Janeiro: Rio de Janeiro 9800|Niterói 480
BR/Federal District: Brasília 2900
BR/State of Bahia: Salvador 2600
BR/State of Minas Gerais: Belo Horizonte 3800
BR/State of Paraná: Curitiba 2600
BR/State of Rio Grande do Sul: Porto Alegre 2600|Santa Maria 250
AR/Buenos Aires: Buenos Aires 11500|La Plata 700|Mar del Plata 580
AR/Córdoba Province: Córdoba 1400
AR/Santa Fe Province: Rosario 1200|Santa Fe 470
CL/Santiago Metropolitan Region: Santiago 5900|San Bernardo 280
CL/Valparaíso: Valparaíso 780|San Antonio 90
CO/Bogota: Bogotá 8100
CO/Antioquia: Medellín 3300
CO/Magdalena: Santa Marta 430
PE/Lima Region: Lima 8900
PE/Arequipa: Arequipa 880
EC/Pichincha: Quito 1700
EC/Guayas: Guayaquil 2300
VE/Capital District: Caracas 2300
UY/Montevideo Department: Montevideo 1500
PY/Asunción: Asunción 1700
BO/Santa Cruz Department: Santa Cruz de la Sierra 1600
CR/San José Province: San José 1200
SV/San Salvador Department: San Salvador 900
DO/Distrito Nacional: Santo Domingo 2500
DO/Santiago Province: Santiago de los Caballeros 600
PA/Panamá Province: Panama City 1500
GT/Guatemala Department: Guatemala City 2100
GB/England: London 9100 (1006886)|Manchester 2400|Birmingham 2300|Leeds 1600|Liverpool 1200|Bristol 860|Sheffield 730|Newcastle upon Tyne 780|Nottingham 720|Leicester 560|Brighton 480|Oxford 310|Cambridge 290|Sandwich 20|Berkhamsted 25
GB/Scotland: Glasgow 1500|Edinburgh 810|Aberdeen 300|Dundee 200
GB/Wales: Cardiff 690|Swansea 280
GB/Northern Ireland: Belfast 590
IE/County Dublin: Dublin 1400
IE/County Cork: Cork 320
IE/County Galway: Galway 140
FR/Île-de-France: Paris 10200 (1006094)|Versailles 150|Boulogne-Billancourt 190
FR/Provence-Alpes-Côte d'Azur: Marseille 1700|Nice 880|Cannes 140|Sanary-sur-Mer 17
FR/Auvergne-Rhône-Alpes: Lyon 1800|Grenoble 510
FR/Occitanie: Toulouse 1100|Montpellier 520
FR/Nouvelle-Aquitaine: Bordeaux 960|Bergerac 40
FR/Hauts-de-France: Lille 1000|Berck 14
FR/Grand Est: Strasbourg 610
FR/Brittany: Rennes 520|Brest 260
FR/Pays de la Loire: Nantes 760
DE/Berlin: Berlin 4400 (1003854)
DE/Bavaria: Munich 2600 (1004234)|Nuremberg 860|Augsburg 410|Berchtesgaden 9|Bernried 3
DE/Hamburg: Hamburg 2500
DE/Hesse: Frankfurt 2100|Wiesbaden 400|Bensheim 45
DE/North Rhine-Westphalia: Cologne 1900|Düsseldorf 1400|Dortmund 800|Essen 780|Bergisch Gladbach 120|Bergheim 70
DE/Baden-Württemberg: Stuttgart 1500|Mannheim 530|Karlsruhe 440|Freiburg im Breisgau 320
DE/Saxony: Leipzig 720|Dresden 680
DE/Lower Saxony: Hanover 810|Brunswick 340
DE/Bremen: Bremen 640
DE/Brandenburg: Potsdam 230|Bernau bei Berlin 42
AT/Vienna: Vienna 2000
AT/Salzburg: Salzburg 210
AT/Tyrol: Innsbruck 190
AT/Styria: Graz 380|Bad Gleichenberg 6
CH/Canton of Zürich: Zürich 1300
CH/Canton of Bern: Bern 420|Berneck 4
CH/Geneva: Geneva 610
CH/Basel City: Basel 530
IT/Lazio: Rome 3900
IT/Lombardy: Milan 4300|Bergamo 480|Brescia 460
IT/Piedmont: Turin 1600
IT/Campania: Naples 2900
IT/Tuscany: Florence 960|Sansepolcro 15
IT/Veneto: Venice 620|Verona 480|San Donà di Piave 40
IT/Sicily: Palermo 1100
IT/Emilia-Romagna: Bologna 870|San Marino di Bentivoglio 4
ES/Community of Madrid: Madrid 6200|San Sebastián de los Reyes 80
ES/Catalonia: Barcelona 5100|Berga 16|Sant Cugat del Vallès 90
ES/Valencian Community: Valencia 1700|Alicante 710
ES/Andalusia: Seville 1400|Málaga 1000|San Fernando 90
ES/Basque Country: Bilbao 900|San Sebastián 320|Bergara 14|Bermeo 16
ES/Cantabria: Santander 270
ES/Canary Islands: Santa Cruz de Tenerife 330|Las Palmas 500
ES/Galicia: Santiago de Compostela 160
PT/Lisbon: Lisbon 2700
PT/Porto District: Porto 1500
NL/North Holland: Amsterdam 2400|Santpoort 12|Bergen 30
NL/South Holland: Rotterdam 1500|The Hague 1100|Berkel en Rodenrijs 30
NL/Utrecht: Utrecht 760
NL/Limburg: Maastricht 150
NL/North Brabant: Eindhoven 480|Bergen op Zoom 65
BE/Brussels: Brussels 2000
BE/Flanders: Antwerp 900|Ghent 420|Berchem 45
LU/Luxembourg District: Luxembourg City 210
DK/Capital Region of Denmark: Copenhagen 1700
DK/Central Denmark Region: Aarhus 460
SE/Stockholm County: Stockholm 2200
SE/Västra Götaland County: Gothenburg 980
SE/Skåne County: Malmö 640|Sankt Olof 1
NO/Oslo: Oslo 1300
NO/Vestland: Bergen 400
NO/Rogaland: Stavanger 290|Sandnes 80
FI/Uusimaa: Helsinki 1400|Espoo 310
FI/Pirkanmaa: Tampere 380
IS/Capital Region: Reykjavík 240
PL/Masovian Voivodeship: Warsaw 2700
PL/Lesser Poland Voivodeship: Kraków 1200
PL/Pomeranian Voivodeship: Gdańsk 840
PL/Lower Silesian Voivodeship: Wrocław 920
CZ/Prague: Prague 1500
CZ/South Moravian Region: Brno 500
CZ/Central Bohemian Region: Beroun 21
SK/Bratislava Region: Bratislava 510
HU/Budapest: Budapest 2300
RO/Bucharest: Bucharest 2100
BG/Sofia City Province: Sofia 1400|Bankya 12
GR/Attica: Athens 3100
GR/Aegean: Santorini 18
HR/City of Zagreb: Zagreb 790
RS/Belgrade: Belgrade 1500
SI/Ljubljana: Ljubljana 320
UA/Kyiv city: Kyiv 2800
UA/Lviv Oblast: Lviv 730
UA/Zhytomyr Oblast: Berdychiv 70
EE/Harju County: Tallinn 450
LV/Riga: Riga 620
LT/Vilnius County: Vilnius 560
TR/Istanbul: Istanbul 13900
TR/Ankara: Ankara 4900
TR/İzmir: İzmir 3300|Bergama 60
TR/Tokat: Tokat 150
RU/Moscow: Moscow 11200
RU/Saint Petersburg: Saint Petersburg 5000
RU/Perm Krai: Berezniki 140
IL/Tel Aviv District: Tel Aviv 1900
IL/Jerusalem District: Jerusalem 900
IL/Southern District: Beersheba 260
AE/Dubai: Dubai 3400
AE/Abu Dhabi: Abu Dhabi 1400
SA/Riyadh Province: Riyadh 6900
SA/Makkah Province: Jeddah 4200
QA/Doha: Doha 2100
KW/Al Asimah: Kuwait City 2600
JO/Amman Governorate: Amman 3300
LB/Beirut: Beirut 1700
YE/Amanat Al Asimah: Sanaa 1900
EG/Cairo Governorate: Cairo 14600
EG/Alexandria Governorate: Alexandria 4100
MA/Casablanca-Settat: Casablanca 3500|Berrechid 110
MA/Marrakesh-Safi: Marrakesh 1000
TN/Tunis Governorate: Tunis 1800
DZ/Algiers: Algiers 2900
NG/Lagos: Lagos 12800
NG/Federal Capital Territory: Abuja 2700
GH/Greater Accra Region: Accra 2800
KE/Nairobi: Nairobi 3700
ET/Addis Ababa: Addis Ababa 2200
TZ/Dar es Salaam: Dar es Salaam 3100
UG/Central Region: Kampala 1900
ZA/Gauteng: Johannesburg 5200|Pretoria 2300|Sandton 280|Tokoza 110
ZA/Western Cape: Cape Town 3900
ZA/KwaZulu-Natal: Durban 2900
IN/Maharashtra: Mumbai 17800|Pune 5400|Sangli 380
IN/Delhi: New Delhi 16500
IN/Karnataka: Bengaluru 10900|Mysuru 900
IN/Tamil Nadu: Chennai 8100
IN/Telangana: Hyderabad 8300
IN/West Bengal: Kolkata 9900|Santipur 120|Berhampore 210
IN/Gujarat: Ahmedabad 5900|Surat 4800|Sanand 60
IN/Odisha: Berhampur 280
PK/Sindh: Karachi 10600
PK/Punjab: Lahore 8200
BD/Dhaka Division: Dhaka 12400
LK/Western Province: Colombo 1900
NP/Bagmati Province: Kathmandu 1400
CN/Beijing: Beijing 19600
CN/Shanghai: Shanghai 22400
CN/Guangdong: Guangzhou 15200|Shenzhen 14800
CN/Hainan: Sanya 700
HK/Hong Kong: Hong Kong 7000
TW/Taipei City: Taipei 2600
TW/New Taipei City: Sanchong 380
KR/Seoul: Seoul 9300
KR/Busan: Busan 3200
JP/Tokyo: Tokyo 13400 (1009309)|Shibuya 240|Shinjuku 350
JP/Osaka: Osaka 8200|Sakai 780
JP/Aichi: Nagoya 2300|Toyohashi 360|Tokoname 57|Tokai 112
JP/Hokkaido: Sapporo 1900
JP/Fukuoka: Fukuoka 1600
JP/Kyoto: Kyoto 1400
JP/Kanagawa: Yokohama 3600|Kawasaki 1500
JP/Saitama: Saitama 1300|Tokorozawa 340
JP/Tokushima: Tokushima 250
JP/Yamaguchi: Tokuyama 100
JP/Miyagi: Sendai 1100
JP/Hyogo: Kobe 1500|Sanda 110
JP/Niigata: Niigata 780|Sanjo 95|Tokamachi 48
KG/Chuy Region: Bishkek 800|Tokmok 60
KZ/Almaty: Almaty 1800
UZ/Tashkent: Tashkent 2300
TH/Bangkok: Bangkok 9600
TH/Chiang Mai: Chiang Mai 1000|San Kamphaeng 80|San Sai 130
VN/Ho Chi Minh City: Ho Chi Minh City 8200
VN/Hanoi: Hanoi 7100
MY/Federal Territory of Kuala Lumpur: Kuala Lumpur 1900
MY/Sabah: Sandakan 390
MY/Penang: George Town 700
ID/Jakarta: Jakarta 9800
ID/Bali: Denpasar 880|Sanur 40
ID/East Java: Surabaya 2600
ID/East Kalimantan: Berau 200
PH/Metro Manila: Manila 11900|San Juan 120
PH/Laguna: San Pablo 270|Santa Rosa 390
PH/Bulacan: San Jose del Monte 600
SG/Singapore: Singapore 5800
AU/New South Wales: Sydney 5000 (1000286)|Newcastle 440|Wollongong 270
AU/Victoria: Melbourne 4900|Geelong 260|Berwick 50
AU/Queensland: Brisbane 2400|Gold Coast 660|Cairns 150|Sandgate 14
AU/Western Australia: Perth 2000
AU/South Australia: Adelaide 1300|Berri 4
AU/Tasmania: Hobart 220|Sandy Bay 12
NZ/Auckland: Auckland 1600
NZ/Wellington: Wellington 400
NZ/Waikato: Hamilton 170|Tokoroa 14
NZ/Canterbury: Christchurch 380`
