import { requiredSeniorPost, seniorPosts } from '@console/contract/rules';
import { authorizedRead } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { readActiveUsers } from '../product-api/reads.ts';
import { textOf, type UserBody } from '../product-api/shape.ts';
import { findSeniorPost } from './person-form.ts';

export const findPostHolder = (users: readonly UserBody[], postId: string): UserBody | null =>
  users.find((user) => findSeniorPost(textOf(user.designation))?.id === postId) ?? null;

/** REST-17: the senior posts of an organisation and their holders; our platform is asked for the holders only. */
export async function readSeniorManagement(context: Context, organisationId: string) {
  const { api } = context;
  const read = async () => {
    const extended = await context.supports('user_lists');
    return readActiveUsers(api, organisationId, extended ? { designation: seniorPosts.map(({ id }) => id) } : {});
  };
  const users = await authorizedRead(api, 'organisations:viewSeniorManagement', organisationId, read());
  return seniorPosts.map(({ id, label }) => ({
    designation: { id, label, group: null },
    required: id === requiredSeniorPost,
    holder: findPostHolder(users, id),
  }));
}
