import { randomUUID } from 'node:crypto';
import { type MutationName, mutationOf } from '@console/contract/mutations';
import { fillSample } from '@console/contract/testing/fill-sample';
import { addUsers } from '@console/platform/testing/users';
import type { Answer, TestClient } from '../client.ts';
import { consoleMutation } from '../console-operations.ts';
import { completeUsers } from '../rows.ts';
import { mode, password, type TestSystem } from '../system.ts';
import { ownSamples } from './own.ts';
import type { Sample, Target } from './sample.ts';
import { settingSamples } from './settings.ts';
import { userSamples } from './users.ts';

/** The secret that samples send; no log or response may contain it. */
const sampleSecret = 'tab-canary-secret';

const rows = { ...ownSamples, ...userSamples, ...settingSamples };

/** The sample of a mutation. Mutations declared in contract/src/mutations.ts have theirs there. */
export function sampleOf(name: string): Sample {
  const row = rows[name];
  const { sample: declared } = mutationOf(name as MutationName);
  if (declared) return { ...declared, ...row };
  if (!row) throw new Error(`${name} needs a sample in contract/src/mutations.ts or gateway/src/testing/samples`);
  return row;
}

/** Whether the product API of this run has a mutation. */
export const isPossible = (name: string): boolean => mode === 'on' || !sampleOf(name).isExtension;

/** Sends a mutation for a target. */
export function sendSample(tab: TestClient, name: string, target: Partial<Target>, headers = {}): Promise<Answer> {
  const { send, args = {} } = sampleOf(name);
  if (send) return send(tab, target as Target, headers);
  const { document, variableOf } = consoleMutation(name);
  const given = Object.entries(args).map(([argument, value]) => {
    const variable = variableOf.get(argument);
    if (!variable) throw new Error(`the console sends no ${argument} with ${name}`);
    return [variable, value];
  });
  const known = { password, secret: sampleSecret, ...target };
  return tab.graphql(document, fillSample(Object.fromEntries(given), known), { ...headers });
}

const none = '999999';
/** A target with ids that do not exist. */
export const unknownTarget: Target = {
  organisationId: none,
  userId: none,
  inactiveId: none,
  mappingId: none,
  assessmentId: none,
  invitationId: none,
  keyId: none,
  sessionId: none,
  deviceId: none,
  passkeyId: none,
  webhookId: none,
  deliveryId: none,
  jobId: none,
  reviewId: none,
  seriesId: none,
  itemId: none,
  response: '{}',
  token: randomUUID(),
  domain: 'unknown.example',
  name: 'unknown',
  email: 'x@unheard.example',
  inactiveEmail: 'x@unheard.example',
};

let targets = 0;
const newName = () => {
  targets += 1;
  return `target${targets}`;
};

/** A target for a mutation in organisation A or B, in the state that it needs; without a mutation only users. */
export async function targetFor(
  system: TestSystem,
  mutation: string | null,
  org: 'A' | 'B',
  { name = newName(), tab = system.client() }: { name?: string; tab?: TestClient } = {},
): Promise<Target> {
  const { db, orgs } = system.platform;
  const person = {
    firstname: 'Grace',
    lastname: 'Hopper',
    designation: 'Analyst',
    supervisor: 'boss@a.example',
    department_name: 'Legal',
    role_id: 5,
  };
  const [email, inactiveEmail] = [`${name}@unheard.example`, `${name}@inactive.example`];
  const [userId = 0, inactiveId = 0] = await addUsers(db, orgs[org], [
    { ...person, email: `${name}@active.example` },
    { ...person, email: inactiveEmail, is_disabled: true },
  ]);
  const token = randomUUID();
  const target = { ...unknownTarget, token, organisationId: orgs[org], userId, inactiveId, inactiveEmail, email, name };
  const prepared = mutation !== null && (await sampleOf(mutation).prepare?.(system, target, org, tab));
  return { ...target, ...(prepared as Partial<Target>) };
}

/** Prepares a target that a mutation changes. Returns a function that sends the same mutation each time, with the given headers. */
export async function prepareMutation(
  system: TestSystem,
  mutation: string,
  name?: string,
): Promise<(headers?: object) => Promise<Answer>> {
  const { db, orgs } = system.platform;
  await completeUsers(system);
  // Removes authenticator apps of earlier mutations, so that the caller can sign in.
  await db.deleteFrom('app_factor').execute();
  const { by = 'adm' } = sampleOf(mutation);
  const tab = by === 'anonymous' ? system.client() : await system.signIn(by);
  // These mutations use another organisation, because the caller's own is never disabled.
  const isForeign = /^(dis|en)ableOrganisation$/.test(mutation);
  const target = await targetFor(system, mutation, isForeign ? 'B' : 'A', { name, tab });
  if (mutation === 'enableOrganisation')
    await db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', orgs.B).execute();
  system.upstream.requests.length = 0;
  return (headers) => sendSample(tab, mutation, target, headers);
}

/** Effects so far: audit entries without refusals, and the number of emails. */
export async function effectsOf({ platform: { db } }: TestSystem) {
  const entries = await db.selectFrom('audit_entry').select('action').where('action', 'not like', '%:refuse').execute();
  const effects = ['session:sendPasscode', 'account:digest'];
  const isEffect = (action: string) => effects.includes(action) || !/^(session|account):/.test(action);
  return {
    // People are created in parallel, so the order of entries can vary.
    entries: entries
      .map(({ action }) => action)
      .filter(isEffect)
      .sort(),
    mails: (await db.selectFrom('mail').select('id').execute()).length,
  };
}
/** Removes times, cursors, file URLs and the starts of API keys, which differ between two runs. */
export const withoutTimes = ({ data }: Answer) =>
  JSON.stringify(data).replace(/"[\d-]+T[\d:.]+Z"|"\/files\/[^"]+"|"key_\w+"|"cursor":"[^"]+"/g, '…');
export const said = ({ status, data, errors }: Answer) => ({
  status,
  data,
  codes: errors.map((error) => error.extensions.code),
});
