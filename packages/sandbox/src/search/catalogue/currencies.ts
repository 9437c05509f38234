// Currencies and the smallest amount of each that can be billed.
// https://developers.google.com/google-ads/api/data/codes-formats#currency_codes

import type { Wire } from '../wire.ts'

const table = `AED UAE dirham|ARS Argentine peso $|AUD Australian dollar A$|BDT Bangladeshi taka ৳|BGN Bulgarian lev лв|BND Brunei dollar $|BOB Bolivian boliviano Bs|BRL Brazilian real R$
CAD Canadian dollar CA$|CHF Swiss franc CHF|CLP Chilean peso CLP$|CNY Chinese yuan CN¥|COP Colombian peso COL$|CRC Costa Rican colón ₡|CZK Czech koruna Kč|DKK Danish krone kr|DOP Dominican peso RD$
DZD Algerian dinar DA|EGP Egyptian pound E£|EUR Euro €|FJD Fijian dollar $|GBP Pound sterling £|GHS Ghanaian cedi GH₵|GTQ Guatemalan quetzal Q|HKD Hong Kong dollar HK$|HNL Honduran lempira L|HUF Hungarian forint Ft
IDR Indonesian rupiah Rp|ILS Israeli new shekel ₪|INR Indian rupee ₹|ISK Icelandic króna kr|JMD Jamaican dollar J$|JOD Jordanian dinar JD|JPY Japanese yen ¥|KES Kenyan shilling KSh|KRW South Korean won ₩|KZT Kazakhstani tenge ₸
LBP Lebanese pound L£|LKR Sri Lankan rupee Rs|MAD Moroccan dirham DH|MUR Mauritian rupee ₨|MXN Mexican peso MX$|MYR Malaysian ringgit RM|NGN Nigerian naira ₦|NIO Nicaraguan córdoba C$|NOK Norwegian krone kr
NPR Nepalese rupee ₨|NZD New Zealand dollar NZ$|OMR Omani rial RO|PEN Peruvian sol S/|PHP Philippine peso ₱|PKR Pakistani rupee ₨|PLN Polish złoty zł|PYG Paraguayan guaraní ₲|QAR Qatari riyal QR|RON Romanian leu lei
RSD Serbian dinar дин|RUB Russian ruble ₽|SAR Saudi riyal SR|SEK Swedish krona kr|SGD Singapore dollar S$|THB Thai baht ฿|TND Tunisian dinar DT|TRY Turkish lira ₺|TTD Trinidad and Tobago dollar TT$|TWD New Taiwan dollar NT$
TZS Tanzanian shilling TSh|UAH Ukrainian hryvnia ₴|UGX Ugandan shilling USh|USD US dollar $|UYU Uruguayan peso $U|UZS Uzbekistani som soʻm|VND Vietnamese đồng ₫|ZAR South African rand R|ZMW Zambian kwacha ZK`

/** Billed in whole units. */
const whole: ReadonlySet<string> = new Set('JPY KRW IDR VND CLP PYG UGX ISK COP'.split(' '))

export const currencies: readonly Wire[] = table.split(/[|\n]/).map((line) => {
  const [, code = '', name = '', symbol = ''] = /^(\w{3}) (.+?)(?: (\S+))?$/.exec(line) ?? []
  return {
    resourceName: `currencyConstants/${code}`,
    code,
    name,
    symbol: symbol === '' ? code : symbol,
    billableUnitMicros: whole.has(code) ? '1000000' : '10000',
  }
})

const units: ReadonlyMap<string, bigint> = new Map(
  currencies.map((currency) => [String(currency['code']), BigInt(String(currency['billableUnitMicros']))]),
)

export function billableUnitMicros(code: string): bigint {
  return units.get(code) ?? 10_000n
}
