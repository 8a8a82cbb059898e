import { personNeeded } from '@console/contract/call';
import { forbidden } from '../base/failure.ts';
import type { Caller } from './caller.ts';

/** The id of the person who calls. Throws 403 for a key of an organisation. */
export function personOf({ userId }: Pick<Caller, 'userId'>): number {
  if (userId === null) throw forbidden(personNeeded);
  return userId;
}
