import { type SettingColumns, settingRows } from '@console/contract/organisation-settings';
import type { Generated } from 'kysely';
import {
  type Column,
  copied,
  derived,
  finds,
  internal,
  noPerson,
  ofOrganisation,
  plain,
  table,
} from '../core/database/table.ts';

/** Column of a setting; null means the default. */
function settingColumn(row: (typeof settingRows)[number]): Column {
  if ('default' in row) return ofOrganisation.integer.default(row.default ?? 0);
  const { timestamp, texts, integer } = ofOrganisation;
  return { since: timestamp, networks: texts, minutes: integer, days: integer, years: integer }[row.kind].nullable();
}

const settingColumns = Object.fromEntries(settingRows.map((row) => [row.column, settingColumn(row)])) as unknown as {
  [Name in keyof SettingColumns]: Column<Generated<SettingColumns[Name]>, 'ofOrganisation'>;
};

export const organisationTables = {
  ent_org: table({
    id: copied.id,
    guid: ofOrganisation.uuid,
    brandname: copied.text,
    legalname: ofOrganisation.text.nullable(),
    industry: ofOrganisation.text.nullable(),
    email_domain: ofOrganisation.text.nullable(),
    website: ofOrganisation.text.nullable(),
    user_limit: ofOrganisation.integer.nullable(),
    is_disabled: ofOrganisation.boolean.default(false),
    pin: ofOrganisation.text.nullable(),
    country: ofOrganisation.text.nullable(),
    state: ofOrganisation.text.nullable(),
    city: ofOrganisation.text.nullable(),
    registered_address: ofOrganisation.text.nullable(),
    logo_id: ofOrganisation.text.nullable(),
    icon_id: ofOrganisation.text.nullable(),
    organizer_id: finds.integer.nullable(),
    otp_required: ofOrganisation.boolean.default(false),
    notification_frequency: ofOrganisation.text.nullable(),
    /** IANA name for emails at a time of day. */
    time_zone: ofOrganisation.text.default('UTC'),
    /** Last local day, `YYYY-MM-DD`, for which pending items emails were sent or skipped; null for none. */
    digest_day: internal.text.nullable(),
    ...settingColumns,
    created_at: ofOrganisation.timestamp,
    updated_at: ofOrganisation.timestamp,
    /** Search text, written by the database; null in a row that was loaded without triggers. */
    folded_text: derived.text.nullable().written(),
  })({
    organisation: ['id'],
    person: [{ as: 'organiserOf', by: 'organizer_id' }],
    erased: { changed: ['organizer_id'], set: { organizer_id: 'null' } },
  }),
  subscribed_model: table({
    id: plain.id,
    ent_org_id: plain.integer,
    title: plain.text,
    created_at: plain.timestamp,
  })({ person: noPerson('Settings of an organisation') }),
  subscribed_module: table({ ent_org_id: plain.integer, module_id: plain.text })({
    person: noPerson('Settings of an organisation'),
  }),
  stored_file: table({
    id: plain.text,
    ent_org_id: plain.integer.nullable(),
    file_name: plain.text,
    content_type: plain.text,
    bytes: plain.bytes,
    created_at: plain.timestamp,
  })({ person: noPerson('Images of organisations') }),
};
