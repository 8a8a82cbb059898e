import { readFileSync } from 'node:fs';
import type { NewRow } from '../core/database/schema.ts';
import { notificationFrequencies } from '../pending/notification-frequency.ts';
import type { Random, RandomDates } from './random.ts';

const demoPlaces = [
  { country: 'India', state: 'Maharashtra', city: 'Mumbai', pin: '400051', dial: '+91', street: 'Bandra Kurla Road' },
  { country: 'India', state: 'Karnataka', city: 'Bengaluru', pin: '560001', dial: '+91', street: 'Residency Road' },
  { country: 'United Kingdom', state: 'England', city: 'Bristol', pin: 'BS1 4DJ', dial: '+44', street: 'Canon’s Road' },
  { country: 'Germany', state: 'Hamburg', city: 'Hamburg', pin: '20457', dial: '+49', street: 'Am Sandtorkai' },
  { country: 'France', state: 'Île-de-France', city: 'Paris', pin: '75009', dial: '+33', street: 'rue La Fayette' },
  { country: 'United States', state: 'Texas', city: 'Austin', pin: '78701', dial: '+1', street: 'Congress Avenue' },
  { country: 'Canada', state: 'Ontario', city: 'Toronto', pin: 'M5H 2N2', dial: '+1', street: 'Bay Street' },
  { country: 'Japan', state: 'Osaka', city: 'Osaka', pin: '530-0001', dial: '+81', street: 'Umeda' },
  { country: 'Singapore', state: 'Singapore', city: 'Singapore', pin: '048616', dial: '+65', street: 'Raffles Place' },
  { country: 'Brazil', state: 'São Paulo', city: 'Campinas', pin: '13010-111', dial: '+55', street: 'Rua Barão' },
  { country: 'South Africa', state: 'Gauteng', city: 'Pretoria', pin: '0002', dial: '+27', street: 'Church Street' },
  { country: 'Poland', state: 'Małopolska', city: 'Kraków', pin: '31-154', dial: '+48', street: 'ulica Pawia' },
] as const;

/** Brand name, legal name, industry, domains, place. Users can sign in to the first three. */
const demoOrganisationList: [brand: string, legal: string, industry: string, domains: string, place: number][] = [
  ['Demo Industries', 'Demo Industries Private Limited', 'Manufacturing', 'demo.example, demo-industries.example', 0],
  ['Secure Harbour', 'Secure Harbour Bank plc', 'Banking', 'secure.example', 2],
  ['Closed Circuit', 'Closed Circuit Limited', 'Telecommunications', 'closed.example', 2],
  ['Aurora Diagnostics', 'Aurora Diagnostics GmbH', 'Healthcare', 'aurora-diagnostics.example', 3],
  ['Banyan Logistics', 'Banyan Logistics Private Limited', 'Logistics', 'banyan.example', 1],
  ['Bluefin Foods', 'Bluefin Foods KK', 'Food and Beverage', 'bluefin.example, bluefin-foods.example', 7],
  ['Calder Water', 'Calder Water Services Limited', 'Utilities', 'calder-water.example', 2],
  ['Candela Energy', 'Candela Energia S.A.', 'Energy', 'candela.example', 9],
  ['Cedar & Stone', 'Cedar & Stone LLP', 'Legal Services', 'cedarstone.example', 6],
  ['Cobalt Mutual', 'Cobalt Mutual Insurance Company', 'Insurance', 'cobalt-mutual.example', 5],
  ['Dhara Textiles', 'Dhara Textiles Limited', 'Manufacturing', 'dhara.example', 0],
  ['Ember Retail', 'Ember Retail Group SA', 'Retail', 'ember-retail.example', 4],
  ['Fjord Analytics', 'Fjord Analytics Ltd', 'Software', 'fjord-analytics.example', 2],
  ['Garnet Pharma', 'Garnet Pharmaceuticals Private Limited', 'Pharmaceuticals', 'garnet-pharma.example', 1],
  ['Gleam Payments', 'Gleam Payments Pte. Ltd.', 'Financial Services', 'gleam.example', 8],
  ['Halcyon Air', 'Halcyon Air Limited', 'Aviation', 'halcyon-air.example', 6],
  ['Indigo Learning', 'Indigo Learning Foundation', 'Education', 'indigo-learning.example', 1],
  ['Ironwood Rail', 'Ironwood Rail (Pty) Ltd', 'Transport', 'ironwood.example', 10],
  ['Juniper Clinics', 'Juniper Clinics Limited', 'Healthcare', 'juniper-clinics.example', 2],
  ['Kestrel Cloud', 'Kestrel Cloud Inc.', 'Software', 'kestrel.example, kestrel-cloud.example', 5],
  ['Kōyō Motors', 'Koyo Motors KK', 'Automotive', 'koyo-motors.example', 7],
  ['Lattice Labs', 'Lattice Labs sp. z o.o.', 'Research', 'lattice-labs.example', 11],
  ['Lumière Media', 'Lumière Média SAS', 'Media', 'lumiere-media.example', 4],
  ['Marigold Finance', 'Marigold Finance Limited', 'Financial Services', 'marigold.example', 0],
  ['Meridian Ports', 'Meridian Ports Authority', 'Logistics', 'meridian-ports.example', 8],
  ['Monsoon Mobile', 'Monsoon Mobile Private Limited', 'Telecommunications', 'monsoon.example', 0],
  ['Nordlicht Versicherung', 'Nordlicht Versicherung AG', 'Insurance', 'nordlicht.example', 3],
  ['Oakline Homes', 'Oakline Homes LLC', 'Real Estate', 'oakline.example', 5],
  ['Orchid Hotels', 'Orchid Hotels Pte. Ltd.', 'Hospitality', 'orchid-hotels.example', 8],
  ['Padma Agro', 'Padma Agro Industries Limited', 'Agriculture', 'padma-agro.example', 1],
  ['Quarry Hill Council', 'Quarry Hill Borough Council', 'Government', 'quarryhill.example', 2],
  ['Redwood Robotics', 'Redwood Robotics Corporation', 'Manufacturing', 'redwood-robotics.example', 6],
  ['Safran Épices', 'Safran Épices SARL', 'Food and Beverage', 'safran-epices.example', 4],
  ['Saltmarsh Studios', 'Saltmarsh Studios Limited', 'Media', 'saltmarsh.example', 2],
  ['Tamarind Bank', 'Tamarind Co-operative Bank Limited', 'Banking', 'tamarind.example', 1],
  ['Umbra Security', 'Umbra Security GmbH', 'Professional Services', 'umbra.example', 3],
  ['Vistula Steel', 'Vistula Steel S.A.', 'Mining and Metals', 'vistula-steel.example', 11],
  ['Wren & Daughters', 'Wren & Daughters Limited', 'Construction', 'wren.example', 2],
  ['Yellowwood Health', 'Yellowwood Health NPC', 'Healthcare', 'yellowwood.example', 10],
  ['Zephyr Shipping', 'Zephyr Shipping Ltda', 'Transport', 'zephyr-shipping.example', 9],
];

export type DemoOrganisation = Omit<NewRow<'ent_org'>, 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date;
  domain: string;
  dial: string;
};

const disabled = ['Closed Circuit', 'Saltmarsh Studios', 'Oakline Homes'];

/** Organisations without limits, which depend on their users. */
export const demoOrganisations = (random: Random, randomDates: RandomDates): DemoOrganisation[] =>
  demoOrganisationList.map(([brandname, legalname, industry, email_domain, at], index) => {
    const { dial, street, ...facility } = demoPlaces[at] ?? demoPlaces[0];
    const domain = email_domain.split(',')[0] ?? '';
    const created_at = index < 3 ? randomDates.between(547, 520) : randomDates.between(540, 30);
    return {
      guid: random.uuid(),
      brandname,
      legalname,
      industry,
      email_domain,
      website: `https://www.${domain}`,
      is_disabled: disabled.includes(brandname),
      ...facility,
      registered_address: random.chance(0.8) ? `${random.whole(1, 240)} ${street}` : null,
      otp_required: domain === 'secure.example',
      notification_frequency: random.pick(notificationFrequencies),
      created_at,
      updated_at: randomDates.since(created_at),
      domain,
      dial,
    };
  });

const asset = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url));

export const demoFiles = [
  { brandname: 'Demo Industries', kind: 'logo', id: 'demoIndustriesLogo0001', bytes: asset('demo-logo.png') },
  { brandname: 'Demo Industries', kind: 'icon', id: 'demoIndustriesIcon0001', bytes: asset('demo-icon.png') },
  { brandname: 'Secure Harbour', kind: 'logo', id: 'secureHarbourLogo00001', bytes: asset('secure-logo.png') },
  { brandname: 'Secure Harbour', kind: 'icon', id: 'secureHarbourIcon00001', bytes: asset('secure-icon.png') },
] as const;
