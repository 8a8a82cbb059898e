import { maxLookedUpEmails, usersFileCalls } from '@console/contract/calls/users-file';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { isEmail } from '@console/contract/fields/user-rules';
import type { Context } from '../core/context.ts';
import { readRows } from '../product-api/lists.ts';
import { readUsersInState } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { textOf, toWireId } from '../product-api/shape.ts';
import { countActiveUsers } from './user-limit.ts';

interface FilePeople {
  /** Lower-case emails in the organisation, with the ASCII form of their domains; all of them if the product API has only lists. */
  emails: ReadonlySet<string>;
  activeCount: number;
}

/** Own emails among these: whole lists of REST-17 and REST-18, or our platform's look-up. */
export async function readFilePeople(
  context: Context,
  organisationId: string,
  emails: readonly string[],
): Promise<FilePeople> {
  const { api } = context;
  if (!(await context.supports('extensions'))) return readAll(api, organisationId);
  const call = usersFileCalls.takenEmails;
  const wanted = [...new Set(emails)].filter(isEmail);
  const taken = new Set<string>();
  for (let start = 0; start < wanted.length; start += maxLookedUpEmails) {
    const body = { org_id: toWireId(organisationId), emails: wanted.slice(start, start + maxLookedUpEmails) };
    const { emails: found = null } = await api.call(call, { body });
    for (const email of readRows(call, found, textOf, api.log)) taken.add(storedEmail(email));
  }
  return { emails: taken, activeCount: await countActiveUsers(context, organisationId) };
}

async function readAll(api: RequestCalls, organisationId: string): Promise<FilePeople> {
  const [active, inactive] = await Promise.all([
    readUsersInState(api, organisationId, 'ACTIVE'),
    readUsersInState(api, organisationId, 'INACTIVE'),
  ]);
  const emails = [...active, ...inactive].map(({ email }) => storedEmail(textOf(email) ?? ''));
  return { emails: new Set(emails), activeCount: active.length };
}
