import { copied, finds, ofOrganisation, table } from '../core/database/table.ts';

export const mappingTables = {
  org_mapping: table({
    id: copied.id,
    vendor_id: copied.integer,
    customer_id: copied.integer,
    activated: copied.boolean.nullable(),
    status: copied.text.nullable(),
    requested_by_org_id: finds.integer,
    requester_id: finds.integer.nullable(),
    mapped_user_id: finds.integer.nullable(),
    /** Null if requested before modules were stored. */
    modules: ofOrganisation.texts.nullable(),
    created_at: copied.timestamp,
    updated_at: copied.timestamp,
  })({
    organisation: ['vendor_id', 'customer_id'],
    person: [
      { as: 'mappingsOfTheOrganisation', by: 'mapped_user_id' },
      { as: 'requestedMappings', by: 'requester_id', of: ['requested_by_org_id'] },
    ],
    erased: { stays: 'Data of an organisation' },
  }),
  org_invitation: table({
    ent_usr_id: finds.integer,
    customer_id: copied.integer,
    requester_id: finds.integer.nullable(),
    modules: copied.texts.nullable(),
    created_at: copied.timestamp,
  })({
    organisation: ['customer_id'],
    person: [
      { as: 'invitationsToCreateOrganisations' },
      { as: 'invitedOrganisations', by: 'requester_id', columns: ['created_at'] },
    ],
    counted: 'INVITATIONS',
  }),
};
