import { readFileSync } from 'node:fs';
import { notificationFrequencies } from '../config/frequencies.ts';
import type { NewRow } from '../core/database/schema.ts';
import { demoOrganisationList, demoPlaces } from './organisation-list.ts';
import type { Random, RandomDates } from './random.ts';

export type DemoOrganisation = Omit<NewRow<'ent_org'>, 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date;
  domain: string;
  dial: string;
};

const disabled = ['Closed Circuit', 'Saltmarsh Studios', 'Oakline Homes'];

/** The demo's organisations without limits, which depend on their users. */
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
