import { noPerson, plain, table } from '../core/database/table.ts';

export const operatorTables = {
  /** Backups that were completed, the last hundred. */
  backup_run: table({
    id: plain.id,
    finished_at: plain.timestamp,
    bytes: plain.bigint,
    row_count: plain.bigint,
    is_encrypted: plain.boolean,
    has_secrets: plain.boolean,
  })({ organisation: [], person: noPerson('Sizes of backups'), backup: 'none' }),
  /** Addresses from which Administrators always reach the settings of their own organisation. */
  operator_address: table({ id: plain.id, address: plain.text, created_at: plain.timestamp })({
    organisation: [],
    person: noPerson('IP addresses of the operator'),
  }),
};
