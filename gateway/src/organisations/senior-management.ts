import { requiredSeniorPost, seniorPosts } from '@console/contract/rules';
import { authorizedRead } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { textOf, type UserBody } from '../product-api/shape.ts';
import { readPostHolders } from '../specified/organisations.ts';
import { findSeniorPost } from './person-form.ts';

export const findPostHolder = (users: readonly UserBody[], postId: string): UserBody | null =>
  users.find((user) => findSeniorPost(textOf(user.designation))?.id === postId) ?? null;

export async function readSeniorManagement(context: Context, organisationId: string) {
  const users = await authorizedRead(
    context.api,
    'organisations:viewSeniorManagement',
    organisationId,
    readPostHolders(context, organisationId),
  );
  return seniorPosts.map(({ id, label }) => ({
    designation: { id, label, group: null },
    required: id === requiredSeniorPost,
    holder: findPostHolder(users, id),
  }));
}
