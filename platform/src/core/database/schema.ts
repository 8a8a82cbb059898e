import type { Insertable, Selectable } from 'kysely';
import { accountTables } from '../../account/tables.ts';
import { assessmentTables } from '../../assessments/tables.ts';
import { auditTables } from '../../audit/tables.ts';
import { bulkTables } from '../../bulk/tables.ts';
import { configTables } from '../../config/tables.ts';
import { externalUserTables } from '../../external-users/tables.ts';
import { invitationTables } from '../../invitations/tables.ts';
import { keyTables } from '../../keys/tables.ts';
import { mappingTables } from '../../mappings/tables.ts';
import { operatorTables } from '../../operator/tables.ts';
import { organisationTables } from '../../organisations/tables.ts';
import { passkeyTables } from '../../passkeys/tables.ts';
import { pendingTables } from '../../pending/tables.ts';
import { privacyTables } from '../../privacy/tables.ts';
import { provisioningTables } from '../../provisioning/tables.ts';
import { reviewTables } from '../../reviews/tables.ts';
import { securityTables } from '../../security/tables.ts';
import { sessionTables } from '../../session/tables.ts';
import { ssoTables } from '../../sso/tables.ts';
import { userTables } from '../../users/tables.ts';
import { webhookTables } from '../../webhooks/tables.ts';
import type { RowOf, Table } from './table.ts';
import { coreTables } from './tables.ts';

const declared = {
  ...organisationTables,
  ...userTables,
  ...accountTables,
  ...assessmentTables,
  ...auditTables,
  ...bulkTables,
  ...configTables,
  ...externalUserTables,
  ...invitationTables,
  ...keyTables,
  ...mappingTables,
  ...passkeyTables,
  ...pendingTables,
  ...privacyTables,
  ...reviewTables,
  ...provisioningTables,
  ...securityTables,
  ...sessionTables,
  ...ssoTables,
  ...webhookTables,
  ...operatorTables,
  ...coreTables,
};

type Declared = typeof declared;

export interface Database extends DatabaseOf<Declared> {}
type DatabaseOf<T extends Record<string, Table>> = { [Name in keyof T]: RowOf<T[Name]> };

export type TableName = keyof Database;

export const tables: Readonly<Record<TableName, Table>> = declared;

export type Row<T extends TableName> = Selectable<Database[T]>;
export type NewRow<T extends TableName> = Insertable<Database[T]>;
