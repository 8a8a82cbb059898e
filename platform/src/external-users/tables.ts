import { copied, finds, table } from '../core/database/table.ts';

export const externalUserTables = {
  user_mapping: table({
    id: copied.id,
    ent_usr_id: finds.integer,
    mapped_org_id: copied.integer,
    activated: copied.boolean.nullable(),
    status: copied.text.nullable(),
    requester_id: finds.integer.nullable(),
    modules: copied.texts.default([]),
    created_at: copied.timestamp,
    updated_at: copied.timestamp,
  })({
    organisation: ['mapped_org_id', 'ent_usr_id>ent_usr.ent_org_id'],
    person: [
      { as: 'externalAccess' },
      { as: 'invitedExternalUsers', by: 'requester_id', columns: ['id', 'created_at'] },
    ],
    erased: { cleared: ['status'], stays: 'Settings' },
    counted: 'INVITATIONS',
  }),
};
