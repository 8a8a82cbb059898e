import { copied, finds, table } from '../core/database/table.ts';

export const configTables = {
  responder: table({ ent_usr_id: finds.integer, kind: copied.oneOf(['continuer', 'investigator', 'arc']) })({
    person: [{ as: 'responderDuties' }],
  }),
};
