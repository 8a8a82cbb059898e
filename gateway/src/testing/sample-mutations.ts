import { type MutationName, mutationNames, mutationOf } from '@console/contract/mutations';
import { fillSample, type SampleTarget } from '@console/contract/testing/fill-sample';
import type { Answer, TestClient } from './client.ts';
import { consoleMutation } from './console-operations.ts';
import { password } from './system.ts';

/** The secret that samples send; it must be in no log and no answer. */
export const sampleSecret = 'tab-canary-secret';

/** Sends a mutation for a target, good in every organisation. */
export type SampleMutation = (tab: TestClient, target: object, headers?: object) => Promise<Answer>;

/** Sends the sample of a mutation as the console sends the mutation. */
const send =
  (name: MutationName, args: Readonly<Record<string, unknown>>): SampleMutation =>
  (tab, target, headers) => {
    const { document, variableOf } = consoleMutation(name);
    const given = Object.entries(args).map(([argument, value]) => {
      const variable = variableOf.get(argument);
      if (!variable) throw new Error(`the console sends no ${argument} with ${name}`);
      return [variable, value];
    });
    const known: SampleTarget = { password, secret: sampleSecret, ...target };
    return tab.graphql(document, fillSample(Object.fromEntries(given), known), { ...headers });
  };

/** The area of an action: that of external users is next to mappings. */
const areaOf = (action: string) => (action.endsWith('External') ? 'external-users' : action.split(':')[0]);

/** The mutations that are declared with a sample and an action of one of these areas. */
export const sampleMutationsOf = (...areas: string[]): Record<string, SampleMutation> =>
  Object.fromEntries(
    mutationNames.flatMap((name) => {
      const { action, sample } = mutationOf(name);
      return action && sample && areas.includes(areaOf(action) ?? '') ? [[name, send(name, sample.args)]] : [];
    }),
  );
