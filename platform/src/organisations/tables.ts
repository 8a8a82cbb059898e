import { copied, derived, finds, internal, noPerson, ofOrganisation, plain, table } from '../core/database/table.ts';

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
    audit_retention_days: ofOrganisation.integer.default(1095),
    /** Since when its users need a second factor; null: they do not. */
    factor_required_at: ofOrganisation.timestamp.nullable(),
    /** The length of sessions of its users; null: the operator's. */
    session_minutes: ofOrganisation.integer.nullable(),
    /** The networks from which its users sign in and its data is reached, in canonical form; null: any. */
    allowed_addresses: ofOrganisation.texts.nullable(),
    /** An IANA name: when emails of a time of day are sent. */
    time_zone: ofOrganisation.text.default('UTC'),
    /** The last day in this zone, `YYYY-MM-DD`, on which digests were sent or were no longer due; null: none. */
    digest_day: internal.text.nullable(),
    /** The years that the evidence of a finished access review is kept. */
    review_evidence_years: ofOrganisation.integer.default(3),
    /** The days that sign-ins and refusals are kept; null: as long as the activity. */
    sign_in_retention_days: ofOrganisation.integer.nullable(),
    created_at: ofOrganisation.timestamp,
    updated_at: ofOrganisation.timestamp,
    /** What searches read, written by the database; null in a row that was loaded without triggers. */
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
