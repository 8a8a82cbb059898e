import type { currentEntUsr } from '@console/contract/current-user';
import type { Context } from '../core/context.ts';
import { boolOf, isoTimeOf, type Raw, recordOf, type UserBody } from '../product-api/shape.ts';

interface RequiredFactor {
  dueAt: string;
  isDue: boolean;
  signInAgain: boolean;
}

/** Missing second factor of the session; null without such rules. */
export async function readRequiredFactor(context: Context, user: UserBody): Promise<RequiredFactor | null> {
  if (context.session.isBearer || !(await context.supports('extensions'))) return null;
  const { required_factor }: Raw<typeof currentEntUsr> = user;
  const { due_at, is_due, sign_in_again } = recordOf(required_factor);
  const dueAt = isoTimeOf(due_at);
  if (dueAt === null) return null;
  return { dueAt, isDue: boolOf(is_due), signInAgain: boolOf(sign_in_again) };
}
