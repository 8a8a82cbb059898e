import { scopeOf } from '@console/contract/access';
import { namedAttentionKinds as kinds } from '@console/contract/attention';
import { attentionCalls } from '@console/contract/calls/attention';
import { assertAllowed, authorize, readCaller } from '../core/caller.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, type OrganisationBody } from '../product-api/shape.ts';
import { readOverview } from '../specified/overview.ts';
import { passOn } from '../specified/pass-on.ts';

async function authorizeForAll(api: RequestCalls): Promise<void> {
  assertAllowed(scopeOf(await readCaller(api), 'overview:view') === 'any' ? 'allowed' : 'forbidden');
}

export const overviewResolvers: Resolvers = {
  Query: {
    async overview(_root, { organisationId }, context) {
      const id = organisationId == null ? null : String(organisationId).trim();
      await (id === null ? authorizeForAll(context.api) : authorize(context.api, 'overview:view', id));
      return readOverview(context, id);
    },
    attention: passOn(attentionCalls.attention, { input: (args) => ({ ...args, kinds }) }),
  },

  Organisation: {
    attention: passOn(attentionCalls.attention, {
      input: (_args, { id }: OrganisationBody) => ({ organisationId: idOf(id), kinds }),
    }),
  },
};
