import { type TCountryCode as Code, countries as places } from 'countries-list';

export interface Country {
  code: string;
  name: string;
  /** Dialling codes with an identifying area code; none for uninhabited places. */
  dials: string[];
}

// Stored with organisations and users, so they stay when countries-list changes spelling or number.
const names: { [code in Code]?: string } = {
  AX: 'Åland Islands',
  BL: 'Saint Barthélemy',
  BQ: 'Bonaire, Sint Eustatius and Saba',
  CD: 'Congo (Democratic Republic)',
  CG: 'Congo',
  CI: 'Côte d’Ivoire',
  CW: 'Curaçao',
  MF: 'Saint Martin (French part)',
  PN: 'Pitcairn',
  RE: 'Réunion',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  ST: 'São Tomé and Príncipe',
  SX: 'Sint Maarten (Dutch part)',
  TL: 'Timor-Leste',
  UM: 'United States Minor Outlying Islands',
};
const phones: { [code in Code]?: number[] } = {
  BQ: [599],
  BV: [],
  CW: [599],
  HM: [],
  JM: [1658, 1876],
  SJ: [47],
  UM: [],
  VA: [39],
  XK: [383],
};

const countryOf = (code: Code): Country => ({
  code,
  name: names[code] ?? places[code].name,
  dials: (phones[code] ?? places[code].phone).map((digits) => `+${digits}`),
});

/** Places without their own ISO 3166 code. */
const withoutIsoCode: Code[] = ['AC', 'TA', 'XK'];

export const countries: Country[] = (Object.keys(places) as Code[])
  .filter((code) => !withoutIsoCode.includes(code))
  .map(countryOf)
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Places with their own dialling code. */
const furtherPlaces = [countryOf('AC'), countryOf('XK')];

/** Countries that come first for a shared dialling code. */
const listedFirst = new Set('AU CW FI FK GB GP IT MA NF NO NZ RE RU SH US'.split(' '));

export interface DiallingCode {
  dial: string;
  names: string[];
}

/** Dialling codes, sorted by their first country. */
export const diallingCodes: DiallingCode[] = [...groupByDial()]
  .map(([dial, names]) => ({ dial, names }))
  .sort((a, b) => (a.names[0] ?? '').localeCompare(b.names[0] ?? '', 'en'));

function groupByDial(): Map<string, string[]> {
  const namesByDial = new Map<string, string[]>();
  const first = countries.filter(({ code }) => listedFirst.has(code));
  const rest = [...countries, ...furtherPlaces].filter(({ code }) => !listedFirst.has(code));
  for (const { name, dials } of [...first, ...rest])
    for (const dial of dials) namesByDial.set(dial, [...(namesByDial.get(dial) ?? []), name]);
  return namesByDial;
}
