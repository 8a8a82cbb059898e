import { scopeOf } from '@console/contract/access';
import { organisationsCalls } from '@console/contract/calls/organisations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import { clientAddress } from '../core/base/client-address.ts';
import { forbidden, notFound, unauthenticated } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { toUserResponse } from '../core/database/user-response.ts';
import { registerUploadRoutes } from '../core/files/upload.ts';
import { readIdempotencyKey } from '../core/http/idempotency.ts';
import { omitExtensionUnless, route } from '../core/http/route.ts';
import { refuseAfterWrongTokens } from '../invitations/token-attempts.ts';
import { createOrganisation } from './create-organisation.ts';
import { imageFields as files } from './images.ts';
import { onboardCaller, onboardInvitedUser } from './onboard.ts';
import { organisationInput } from './organisation-form.ts';
import type { OrganisationServices } from './organisation-services.ts';
import { organisationsStore } from './organisations.store.ts';
import { changeOrganiser, findOrganiserCandidates } from './organisers.ts';
import { setOrganisationDisabled } from './set-disabled.ts';
import { updateOrganisation } from './update-organisation.ts';

export async function organisationCommandRoutes(app: FastifyInstance, services: OrganisationServices): Promise<void> {
  const { db, settings } = services;
  const addressOf = (request: FastifyRequest) => clientAddress(request, settings.trustedGateways);
  const body = settings.extensions ? organisationInput : organisationInput.omit({ expected_updated_at: true });

  await registerUploadRoutes(app, (scope) => {
    const create = { ...organisationsCalls.createOrg, body };
    route(scope, create, { action: 'organisations:create', files }, async ({ caller, body: input, request }) => {
      const given = { input, files: request.uploaded ?? {} };
      return { org: await createOrganisation(services, caller, given) };
    });

    // Check the limit before reading the form.
    const before = async (request: FastifyRequest) => {
      if (!request.caller) await refuseAfterWrongTokens(services, addressOf(request));
    };
    const update = { ...organisationsCalls.createOrUpdareOrg, body };
    route(scope, update, { files, before }, async ({ caller, body: input, request }) => {
      const given = { input, files: request.uploaded ?? {} };
      const token = input.reset_password_token;
      if (token !== undefined && (token !== '' || !caller)) {
        const requestKey = readIdempotencyKey(services, request, update.name);
        const onboarding = { address: addressOf(request), requestId: request.id, token, requestKey };
        return { org: await onboardInvitedUser(services, onboarding, given) };
      }
      if (!caller) throw unauthenticated();
      const editor = scopeOf(caller, 'organisations:edit') !== null && caller.organisationId !== null;
      const save = editor || input.id !== undefined ? updateOrganisation : onboardCaller;
      return { org: await save(services, caller, given) };
    });
  });

  route(
    app,
    organisationsCalls.getOrganiser,
    { action: 'organisations:view' },
    async ({ caller, body: { org_id } }) => {
      const id = parseId(org_id);
      const organisations = organisationsStore(db, authorizeOrganisation(caller, 'organisations:view', id));
      const row = await organisations.find(id);
      if (!row) throw notFound();
      const organiser = (await organisations.findOrganisers([row])).get(row.organizer_id);
      return { organiser: organiser ? toUserResponse(organiser) : null };
    },
  );

  const changing = { action: 'organisations:changeOrganiser' } as const;
  route(app, organisationsCalls.orgOrganiserList, changing, async ({ caller, query }) => {
    const id = parseId(query.org_id);
    const row = await organisationsStore(db, authorizeOrganisation(caller, changing.action, id)).find(id);
    if (!row) throw notFound();
    return { organiser_list: (await findOrganiserCandidates(db, id)).map(toUserResponse) };
  });

  route(app, organisationsCalls.updateOrganiser, changing, async ({ caller, body: given }) => {
    const command = { organisationId: parseId(given.org_id), userId: parseId(given.organizer_id) };
    return { org: await changeOrganiser(services, caller, command) };
  });

  const toggle = omitExtensionUnless(organisationsCalls.enableDisableOrg, { is_disabled: true }, settings.extensions);
  route(
    app,
    toggle,
    { action: 'organisations:disable', otherAction: 'organisations:enable' },
    async ({ caller, query, request }) => {
      if (isPrefetch(request)) throw forbidden();
      // Toggles as specified, without the extension's field.
      const disabled = query.is_disabled === undefined ? 'toggle' : query.is_disabled === 'true';
      return { org: await setOrganisationDisabled(services, caller, parseId(query.org_id), disabled) };
    },
  );
}

/** Whether a browser or proxy prefetches: this GET writes. */
const isPrefetch = ({ headers }: FastifyRequest) =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(`${headers[name] ?? ''}`),
  );
