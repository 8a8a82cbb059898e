import { expect } from 'vitest';
import { type ListStart, rowsOf, rowsRendered, userPages } from './lists.ts';
import { openConsole } from './render.tsx';
import { gatewayOf, organisation } from './responses.ts';
import { stateResponses } from './users.ts';

/** Responsibilities of a user, as the gateway returns it. */
export const dutiesOf = (more: object = {}) => ({
  __typename: 'UserDuties',
  responder: { __typename: 'Responder', continuer: false, investigator: false, arc: false },
  seniorDesignation: null,
  isOrganiser: false,
  supervisedUserCount: 0,
  supervisedUsers: [],
  apiKeyCount: 0,
  sessionCount: 0,
  apiKeys: [],
  movableDuties: [],
  ...more,
});

/** The response about what depends on a user. The viewer can open one of the two modules. */
export const dutiesResponse = (duties: object | null = dutiesOf()) => {
  const module = (id: string, origin: string | null) => ({ __typename: 'Module', id, label: id, origin });
  const modules = [module('continuer', 'https://continuer.example'), module('investigator', null)];
  return {
    data: {
      viewer: { __typename: 'Viewer', modules },
      // The page of a user of another organisation would redirect.
      user: { __typename: 'User', id: '100', organisationId: organisation.id, duties },
    },
  };
};

/** Opens the list of users with responses to its mutations. */
export const openUsers = async ({ path = '/U', lengths = {}, changes = {}, answers = {} }: ListStart = {}) => {
  const opened = await openConsole(
    path,
    gatewayOf({
      ...userPages(lengths, changes),
      ...stateResponses,
      DeactivationImpact: dutiesResponse(),
      ...answers,
    }),
  );
  const { screen, calls } = opened;
  await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await rowsRendered();
  // Without the query for the user's responsibilities, which are only shown.
  const sent = () => calls.filter(({ name }) => name !== 'DeactivationImpact');
  return { ...opened, sent, names: () => sent().map(({ name }) => name) };
};
type OpenedUsers = Awaited<ReturnType<typeof openUsers>>;

/** The names in a table, from the top. */
export const nameIn = (caption: string) => rowsOf(caption).map(([name]) => name);
/** The shown number of active users. */
export const counter = () =>
  [...document.querySelectorAll('p')].find(({ textContent }) => textContent.startsWith('Active Users: '))?.textContent;

/** Deactivates the first active user. */
export const deactivate = async (
  { button, dialog }: OpenedUsers,
  password: string,
  title = 'Deactivate Jane Doe 100?',
) => {
  if (title.startsWith('Deactivate')) await button('Deactivate Jane Doe 100').click();
  const asks = dialog(title);
  await asks.getByLabelText('Password *').fill(password);
  await asks.getByRole('button', { name: 'Deactivate', exact: true }).click();
};
/** Activates the first inactive user. */
export const activate = async ({ button, dialog }: OpenedUsers) => {
  await button('Activate Jane Doe 900').click();
  await dialog('Activate Jane Doe 900?').getByRole('button', { name: 'Activate', exact: true }).click();
};
