// All countries: two letters, the number that makes their geo target id (2000 + ISO 3166-1 numeric), name, and roughly how many
// thousand people can be reached there.

export interface Country {
  readonly code: string
  readonly id: string
  readonly name: string
  readonly reachThousands: number
}

const table = `AF 4 Afghanistan 7600|AL 8 Albania 2300|DZ 12 Algeria 32000|AS 16 American Samoa 30|AD 20 Andorra 75|AO 24 Angola 12000|AG 28 Antigua and Barbuda 80
AZ 31 Azerbaijan 8700|AR 32 Argentina 40000|AU 36 Australia 24500|AT 40 Austria 8500|BS 44 Bahamas 380|BH 48 Bahrain 1450|BD 50 Bangladesh 66000|AM 51 Armenia 2200|BB 52 Barbados 230
BE 56 Belgium 10900|BM 60 Bermuda 62|BT 64 Bhutan 650|BO 68 Bolivia 8300|BA 70 Bosnia and Herzegovina 2600|BW 72 Botswana 1700|BR 76 Brazil 181000|BZ 84 Belize 270|SB 90 Solomon Islands 240
BN 96 Brunei 440|BG 100 Bulgaria 5400|MM 104 Myanmar (Burma) 23000|BI 108 Burundi 1300|BY 112 Belarus 8400|KH 116 Cambodia 10900|CM 120 Cameroon 12700|CA 124 Canada 36000|CV 132 Cape Verde 410
CF 140 Central African Republic 600|LK 144 Sri Lanka 14600|TD 148 Chad 2200|CL 152 Chile 17700|CN 156 China 1050000|TW 158 Taiwan 21700|CX 162 Christmas Island 1|CC 166 Cocos (Keeling) Islands 1|CO 170 Colombia 39000
KM 174 Comoros 180|CG 178 Republic of the Congo 2100|CD 180 Democratic Republic of the Congo 27000|CK 184 Cook Islands 12|CR 188 Costa Rica 4300|HR 191 Croatia 3300|CY 196 Cyprus 1100|CZ 203 Czechia 9700
BJ 204 Benin 4500|DK 208 Denmark 5800|DM 212 Dominica 55|DO 214 Dominican Republic 9600|EC 218 Ecuador 15000|SV 222 El Salvador 4000|GQ 226 Equatorial Guinea 900|ET 231 Ethiopia 25000|ER 232 Eritrea 700
EE 233 Estonia 1200|FJ 242 Fiji 790|FI 246 Finland 5300|FR 250 France 60000|PF 258 French Polynesia 230|TF 260 French Southern Territories 1|DJ 262 Djibouti 780|GA 266 Gabon 1700|GE 268 Georgia 2900|GM 270 The Gambia 1400
DE 276 Germany 77000|GH 288 Ghana 24000|KI 296 Kiribati 70|GR 300 Greece 8900|GD 308 Grenada 88|GU 316 Guam 140|GT 320 Guatemala 11200|GN 324 Guinea 4900|GY 328 Guyana 680|HT 332 Haiti 4500|VA 336 Vatican City 1
HN 340 Honduras 6300|HU 348 Hungary 8700|IS 352 Iceland 370|IN 356 India 750000|ID 360 Indonesia 212000|IQ 368 Iraq 36000|IE 372 Ireland 4900|IL 376 Israel 8300|IT 380 Italy 51500|CI 384 Côte d'Ivoire 12900
JM 388 Jamaica 2500|JP 392 Japan 102000|KZ 398 Kazakhstan 18000|JO 400 Jordan 10300|KE 404 Kenya 22700|KR 410 South Korea 50500|KW 414 Kuwait 4300|KG 417 Kyrgyzstan 5600|LA 418 Laos 5000|LB 422 Lebanon 4700|LS 426 Lesotho 1100
LV 428 Latvia 1700|LR 430 Liberia 1900|LY 434 Libya 6100|LI 438 Liechtenstein 39|LT 440 Lithuania 2500|LU 442 Luxembourg 650|MG 450 Madagascar 6300|MW 454 Malawi 5800|MY 458 Malaysia 33500|MV 462 Maldives 450|ML 466 Mali 8000
MT 470 Malta 490|MR 478 Mauritania 2100|MU 480 Mauritius 1000|MX 484 Mexico 107000|MC 492 Monaco 39|MN 496 Mongolia 2900|MD 498 Moldova 2100|ME 499 Montenegro 560|MA 504 Morocco 34500|MZ 508 Mozambique 7500|OM 512 Oman 4500
NA 516 Namibia 1600|NR 520 Nauru 9|NP 524 Nepal 15600|NL 528 Netherlands 17200|CW 531 Curaçao 150|SX 534 Sint Maarten 42|BQ 535 Caribbean Netherlands 25|NC 540 New Caledonia 240|VU 548 Vanuatu 220|NZ 554 New Zealand 5000
NI 558 Nicaragua 4300|NE 562 Niger 4600|NG 566 Nigeria 103000|NU 570 Niue 2|NF 574 Norfolk Island 2|NO 578 Norway 5400|MP 580 Northern Mariana Islands 45|FM 583 Micronesia 46|MH 584 Marshall Islands 30|PW 585 Palau 10
PK 586 Pakistan 111000|PA 591 Panama 3300|PG 598 Papua New Guinea 2500|PY 600 Paraguay 5300|PE 604 Peru 25600|PH 608 Philippines 87000|PN 612 Pitcairn Islands 1|PL 616 Poland 34000|PT 620 Portugal 8900|GW 624 Guinea-Bissau 680
TL 626 Timor-Leste 680|QA 634 Qatar 2700|RO 642 Romania 17800|RU 643 Russia 130000|RW 646 Rwanda 4800|SH 654 Saint Helena 4|KN 659 Saint Kitts and Nevis 40|LC 662 Saint Lucia 130|PM 666 Saint Pierre and Miquelon 5
VC 670 Saint Vincent and the Grenadines 90|SM 674 San Marino 28|ST 678 São Tomé and Príncipe 130|SA 682 Saudi Arabia 36500|SN 686 Senegal 10600|RS 688 Serbia 6500|SC 690 Seychelles 90|SL 694 Sierra Leone 1800|SG 702 Singapore 5800
SK 703 Slovakia 4900|VN 704 Vietnam 78000|SI 705 Slovenia 2000|SO 706 Somalia 5100|ZA 710 South Africa 45000|ZW 716 Zimbabwe 6200|ES 724 Spain 45500|SS 728 South Sudan 1300|SD 729 Sudan 13500|SR 740 Suriname 420|SZ 748 Eswatini 700
SE 752 Sweden 10100|CH 756 Switzerland 8700|TJ 762 Tajikistan 4200|TH 764 Thailand 63000|TG 768 Togo 3400|TK 772 Tokelau 1|TO 776 Tonga 63|TT 780 Trinidad and Tobago 1200|AE 784 United Arab Emirates 9400|TN 788 Tunisia 9900
TR 792 Türkiye 74000|TM 795 Turkmenistan 2600|TV 798 Tuvalu 8|UG 800 Uganda 13300|UA 804 Ukraine 29600|MK 807 North Macedonia 1800|EG 818 Egypt 82000|GB 826 United Kingdom 66000|GG 831 Guernsey 55|JE 832 Jersey 90|IM 833 Isle of Man 70
TZ 834 Tanzania 21800|US 840 United States 322000|BF 854 Burkina Faso 4700|UY 858 Uruguay 3100|UZ 860 Uzbekistan 29500|VE 862 Venezuela 17700|WF 876 Wallis and Futuna 4|WS 882 Samoa 170|YE 887 Yemen 9100|ZM 894 Zambia 6400
HK 344 Hong Kong 7000|MO 446 Macao 620|PR 630 Puerto Rico 2900|PS 275 Palestine 3900|GL 304 Greenland 39|FO 234 Faroe Islands 50|GI 292 Gibraltar 31|AW 533 Aruba 100|KY 136 Cayman Islands 62|VG 92 British Virgin Islands 26|VI 850 U.S. Virgin Islands 60
GP 312 Guadeloupe 300|MQ 474 Martinique 290|GF 254 French Guiana 200|RE 638 Réunion 650|YT 175 Mayotte 180|TC 796 Turks and Caicos Islands 35|AI 660 Anguilla 13|MS 500 Montserrat 3|FK 238 Falkland Islands 3|BL 652 Saint Barthélemy 9|MF 663 Saint Martin 24`

export const countries: readonly Country[] = table.split(/[|\n]/).map((line) => {
  const [, code = '', number = '', name = '', reach = ''] = /^(\w\w) (\d+) (.+) (\d+)$/.exec(line) ?? []
  return { code, id: String(2000 + Number(number)), name, reachThousands: Number(reach) }
})

const codes: ReadonlySet<string> = new Set(countries.map(({ code }) => code))

export function isCountry(code: string): boolean {
  return codes.has(code)
}
