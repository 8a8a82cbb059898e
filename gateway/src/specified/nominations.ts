import { calls } from '@console/contract/calls/all';
import { GraphQLError } from 'graphql';
import type { Context } from '../core/context.ts';
import { immutableUserFields, storedRoleFields, storedUserFields } from '../core/user-form.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { fullNameOf, idOf, type UserBody, userIfComplete } from '../product-api/shape.ts';
import { storedTextsOf } from './stored-texts.ts';
import { completeUser } from './users.ts';

export interface Nomination {
  post: string;
  user: UserBody;
  holder: UserBody | null;
}

const names = { designation: 'designationId', id: 'userId', ent_usr: 'userId' };

/** REST-21; returns the updated users. */
export async function givePost(context: Context, nomination: Nomination): Promise<UserBody[]> {
  if (!(await context.supports('extensions'))) return givePostInTwoCalls(context, nomination);
  const { post, user, holder } = nomination;
  const given = await sendDesignation(context, user, post, { nominate: true });
  return [given, ...(holder ? [{ ...holder, designation: null }] : [])];
}

/** The former holder first, so that a position never has two. */
async function givePostInTwoCalls(context: Context, { post, ...rows }: Nomination): Promise<UserBody[]> {
  const [user, holder] = await Promise.all([
    completeUser(context, rows.user),
    rows.holder && completeUser(context, rows.holder),
  ]);
  // The product API requires a designation, so this one records the former position.
  const former = holder && (await sendDesignation(context, holder, `Former ${post}`));
  try {
    const given = await sendDesignation(context, user, post);
    return [given, ...(former ? [former] : [])];
  } catch (thrown) {
    if (!former || !(thrown instanceof GraphQLError)) throw thrown;
    const { message, extensions } = thrown;
    const half = `${fullNameOf(former)} no longer holds ${post}, and ${fullNameOf(user)} could not be given the designation: ${message}`;
    throw new GraphQLError(half, { extensions });
  }
}

async function sendDesignation(
  context: Context,
  user: UserBody,
  designation: string,
  more: { nominate?: true } = {},
): Promise<UserBody> {
  const { api } = context;
  const stored = await storedTextsOf(context, user);
  const record = { ...storedUserFields(stored), designation };
  const body = { ent_usr: { ...record, ...immutableUserFields(stored), ...storedRoleFields(user), ...more } };
  const { user: answered } = await rethrowWithInputNames(names, api.call(calls.updateOrgUser, { body }));
  const changed = userIfComplete(answered);
  return changed && idOf(changed.id) === idOf(user.id) ? changed : { ...user, designation };
}
