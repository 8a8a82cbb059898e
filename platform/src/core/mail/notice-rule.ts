import { organiserRole, type RoleKey, roleLevel } from '@console/contract/access';
import { sql, type Transaction } from 'kysely';
import type { AuditEntry } from '../base/audit-entry.ts';
import type { Database } from '../database/schema.ts';
import { oneLine } from './mail-layout.ts';
import type { NoticeKind } from './mail-texts.ts';

/** An event that users are notified of by email. */
export interface NoticedEvent {
  /** What happened, without who did it. */
  sentence: string;
  /** The organisation of which the Organisers are notified; null: none. */
  organisationId: number | null;
  /** Whether all Administrators are notified as well. */
  concernsAdministrators: boolean;
  /** The new user that it is about. */
  aboutId?: number;
}

/** Which entries of an action are notified, and how. */
export interface NoticeRule {
  kind: NoticeKind;
  /** Whether the entry by itself may matter. All other entries cost no query. */
  mayMatter(entry: AuditEntry): boolean;
  /** The entries of a command that matter. */
  find(trx: Transaction<Database>, entries: readonly AuditEntry[]): Promise<NoticedEvent[]>;
}

/** Whether a column has one of these ids. */
export const among = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::int[])`;

/** A user by name and email. */
export const personText = (user: { firstname: string | null; lastname: string | null; email: string }): string => {
  const name = oneLine([user.firstname, user.lastname].filter(Boolean).join(' '));
  return name ? `${name} (${user.email})` : user.email;
};

/** The roles that act on every organisation concern all Administrators. */
export const actsOnAll = (role: RoleKey | null) => role !== null && roleLevel(role) < roleLevel(organiserRole);
