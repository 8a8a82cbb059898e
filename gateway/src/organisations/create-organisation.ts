import { decide } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { noUserLimit } from '@console/contract/rules';
import { failure, invalid } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { type Check, refuseFaulty, refuseSaid } from '../core/input-checks.ts';
import { type Pictures, receivePictures } from '../core/uploads/read-image.ts';
import type { CreateOrganisationInput } from '../generated/resolvers-types.ts';
import { incomplete } from '../product-api/errors.ts';
import { rowsIn } from '../product-api/lists.ts';
import { keyOf, readCaller, refuse } from '../product-api/reads.ts';
import { idOf, type OrganisationBody, organisationOf, textOf, timeOf } from '../product-api/shape.ts';
import { newPeople } from './collect-people.ts';
import { createPeople } from './create-people.ts';
import {
  givenOrganisation,
  type OrganisationForm,
  organisationFaults,
  withOrganisationNames,
} from './organisation-form.ts';
import type { CreatedOrganisation } from './organisation-result.ts';

const hourMs = 60 * 60_000;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** REST-39, then REST-20 for each person and REST-44 for the organiser. Checks the permission, then the input, then its files. */
export async function createOrganisation(
  context: Context,
  input: CreateOrganisationInput,
): Promise<CreatedOrganisation> {
  const caller = await readCaller(context.api);
  // No single organisation: requires a role with access to all of them.
  refuse(decide(caller, 'organisations:create', ''));
  const attempt = String(input.attempt).toLowerCase();
  const pictures = await receivePictures(input.organisation, 'organisation');
  const form = givenOrganisation(input.organisation);
  const { people, problems, specProblems } = await newPeople(context, input, caller.role);
  refuseFaulty(
    uuid.test(attempt) ? null : { path: 'attempt', message: 'must be a UUID' },
    ...organisationFaults(form, input.organisation),
    limitFault(input.userLimit, people.length),
    ...problems,
  );
  refuseSaid(...specProblems);
  const files = pictures();
  const body = { ...form, user_limit: String(input.userLimit ?? noUserLimit) };
  const extended = await context.extended();
  const mine = `${caller.userId} ${attempt}`;
  // The same attempt sent twice in parallel runs once.
  return context.services.turns.take(`attempt ${mine}`, async () => {
    const make = () => send(context, body, files, extended ? attempt : undefined);
    const organisationId = extended ? await make() : await makeOnce(context, mine, body, make);
    const failed = await createPeople(context, organisationId, people, extended ? attempt : undefined);
    return { organisationId, failed };
  });
}

function limitFault(limit: number | null | undefined, people: number): Check {
  if (limit == null || limit >= people) return null;
  const message = limit < 1 ? 'must be 1 or more' : `must be at least ${people}, for the people of this form`;
  return { path: 'userLimit', message };
}

/** REST-39; returns the organisation's id. The same `attempt` returns the same id. */
async function send(
  context: Context,
  body: OrganisationForm & { user_limit: string },
  files: Pictures,
  attempt: string | undefined,
): Promise<string> {
  const call = calls.createOrg;
  const { org } = await withOrganisationNames(context.api.call(call, { body, files }, { idempotencyKey: attempt }));
  const made = organisationOf(org) ?? (await newestNamed(context, body.brandname));
  const id = idOf(made?.id);
  if (id !== null) return id;
  throw incomplete(context.log, call, 'org');
}

/** Idempotency for a product API without it: continues with the organisation that this gateway created for the attempt, and otherwise refuses a recent one of the same name, because the response may have been lost (CHECKLIST OPEN-40). Throws IDEMPOTENCY_CONFLICT for other content. */
async function makeOnce(
  context: Context,
  attempt: string,
  body: OrganisationForm,
  make: () => Promise<string>,
): Promise<string> {
  const { attempts, clock } = context.services;
  const content = JSON.stringify(body);
  const before = attempts.find(attempt);
  if (before !== null && before.content !== content)
    throw failure('IDEMPOTENCY_CONFLICT', 'This was sent before with other content. Please start again.');
  if (before !== null) return before.organisationId;
  const same = await newestNamed(context, body.brandname);
  const made = timeOf(same?.created_at);
  if (made !== null && clock().getTime() - made < hourMs) {
    const message =
      'is the name of an organisation that was created within the last hour. Was it you? Then add its people there.';
    throw invalid([{ path: 'organisation.brandName', message }]);
  }
  const organisationId = await make();
  attempts.keep(attempt, { organisationId, content });
  return organisationId;
}

/** REST-37: the newest active organisation with this brand name. */
async function newestNamed({ api }: Context, brandname: string): Promise<OrganisationBody | null> {
  keyOf(api);
  const { active_orgs } = await api.call(calls.orgList, { query: {} });
  const rows = rowsIn(calls.orgList, active_orgs, organisationOf, api.log);
  const named = rows.filter((row) => textOf(row.brandname)?.trim().toLowerCase() === brandname.toLowerCase());
  named.sort((one, other) => (timeOf(other.created_at) ?? 0) - (timeOf(one.created_at) ?? 0));
  return named[0] ?? null;
}
