import { StartError } from '@console/contract/settings';
import pg from 'pg';

const insufficientPrivilege = '42501';

/** One line with the cause and the statements that help, for a database whose tables belong to another role; null for other failures. */
export function describeDenied(error: unknown, databaseUrl: string | undefined): StartError | null {
  const { code, message } = error as { code?: unknown; message?: string };
  if (code !== insufficientPrivilege || databaseUrl === undefined) return null;
  const { user, database } = new pg.Client({ connectionString: databaseUrl });
  const [role, name] = [user ?? '', database ?? ''].map((text) => pg.escapeIdentifier(text));
  const isOwnership = /schema|owner/.test(message ?? '');
  const statements = isOwnership
    ? [`alter database ${name} owner to ${role}`]
    : ['tables', 'sequences'].map((kind) => `grant all on all ${kind} in schema public to ${role}`);
  return new StartError(
    `DATABASE_URL: the role ${role} may not use this database: ${message}. As a superuser in it: ${statements.join('; ')}. Tables that restore makes belong to the role of DATABASE_URL.`,
  );
}
