import { expect } from 'vitest';
import { invitationsIn } from './invitations.ts';
import { externalUserOf, type ListStart, rowsRendered, userPages } from './lists.ts';
import { invitePage } from './mappings.ts';
import { openConsole } from './render.tsx';
import { asked, gatewayOf, organisation, viewer } from './responses.ts';
import type { Answer } from './script.ts';
import { formLookups } from './users.ts';

/** An invited email address without an account. */
export const stub = (id: string, changes: object = {}) => {
  const { user, ...external } = externalUserOf(id);
  const unnamed = { firstName: null, lastName: null, fullName: user.email, designation: null, role: null };
  return {
    ...external,
    user: { ...user, ...unnamed, department: null, supervisorEmail: null, mobile: null, organisationId: null },
    homeOrganisation: null,
    viewerCanEditPerson: true,
    ...changes,
  };
};

/** The response to an invitation. */
export const invitedUser = (
  state: string,
  message: string,
  externalUser: object | null = null,
  invitations: object[] | null = null,
): Answer => ({
  data: {
    inviteExternalUser: {
      __typename: 'InviteExternalUserPayload',
      state,
      message,
      externalUser,
      organisation: { __typename: 'Organisation', id: organisation.id, invitations: invitationsIn(invitations) },
    },
  },
});

/** The response to the page of an emailed link. */
export const mapPage = (externalUser: object | null, who: object = viewer): Answer => ({
  data: { viewer: who, externalUser, lookups: formLookups },
});

/** The external user after acceptance. */
export const mapped = (externalUser: object | null): Answer => ({
  data: {
    mapExternalUser: {
      __typename: 'MapExternalUserPayload',
      externalUser: externalUser && { ...externalUser, state: 'ACCEPTED', viewerCanMap: false, viewerCanReject: false },
    },
  },
});

/** The response to Reject. */
export const rejectedUser = (externalUser: object): Answer => ({
  data: {
    rejectExternalUser: {
      __typename: 'RejectExternalUserPayload',
      externalUser: { ...externalUser, state: 'REJECTED', viewerCanMap: false, viewerCanReject: false },
    },
  },
});

/** Opens the lists of users with responses to mutations of external users. */
export const openExternal = async ({
  path = '/U',
  lengths = { external: 2 },
  changes = {},
  answers = {},
}: ListStart) => {
  const opened = await openConsole(
    path,
    gatewayOf({
      ...userPages(lengths, changes),
      InviteExternalUserPage: asked((call) => invitePage(call)),
      ...answers,
    }),
  );
  const { screen } = opened;
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await rowsRendered();
  const link = (name: string) => screen.getByRole('link', { name, exact: true });
  return { ...opened, link };
};
