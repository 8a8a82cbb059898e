import { texts } from '@console/contract/rules';
import type { CommandPalette_ViewerFragment } from '../gql/graphql.ts';
import { navigationItems } from './navigation.ts';

/** An entry of the command palette: opens a URL, or runs something. */
export interface Command {
  /** Unique in the palette, and stable across sessions. */
  id: string;
  group: string;
  label: string;
  hint?: string;
  to?: string;
  run?: () => void;
}

type Can = Omit<CommandPalette_ViewerFragment['can'], '__typename'>;

type Link = readonly [label: string, to: string, allowed?: boolean, hint?: string | undefined];

const linksOf = (group: string, links: readonly Link[]) =>
  links.flatMap(([label, to, allowed = true, hint]): Command[] =>
    allowed ? [{ id: to, group, label, to, ...(hint && { hint }) }] : [],
  );

/** Words by which people look for the content of a page, if its name does not contain them. */
const navigationHints: Readonly<Record<string, string>> = {
  '/S': 'Single sign-on, provisioning (SCIM)',
};

/** The pages that the viewer may open without knowing an id. */
export const pageCommands = (can: Can, pendingItemCount: number | null): Command[] =>
  linksOf('Pages', [
    ...navigationItems(can).map(({ label, to }) => [label, to, true, navigationHints[to]] as const),
    ['Pending items', '/pending', pendingItemCount !== null],
    // The product API that counts pending items has access reviews too; who sees users sees those in which they decide.
    ['Access reviews', '/O/reviews', can.viewUsers && pendingItemCount !== null, 'Recertification'],
    ['Sign-in rules and allowed IP addresses', '/S/rules', can.viewSso && pendingItemCount !== null],
    ['External Mapping', '/M', can.viewMappings],
    ['Organisation API keys', '/O/keys', can.viewApiKeys, 'Webhooks'],
    ['Activity', '/activity', can.viewActivity, 'Audit log'],
    ['Organisation activity', '/O/activity', can.viewOwnActivity, 'Audit log'],
    ['Profile', '/profile'],
    ['Change Password', '/profile?tab=password'],
    ['Security', '/profile?tab=security', true, 'Second factor (MFA, 2FA), passkeys, sessions'],
    ['API keys', '/profile?tab=api-keys'],
  ]);

/** The forms that the viewer may fill in. */
export const actionCommands = (can: Can): Command[] =>
  linksOf('Actions', [
    [texts.organisations.create, '/O/create', can.createOrganisation],
    ['Edit organisation', '/O/edit', can.editOwnOrganisation],
    [texts.users.create, '/U/new', can.manageUsers],
    [texts.users.upload, '/U/upload', can.manageUsers],
    [texts.mappings.inviteUser, '/U/invite', can.inviteExternalUsers],
    [texts.mappings.inviteOrganisation, '/M/invite', can.inviteOrganisations],
  ]);

/** The tabs of the open page, which only the page itself knows. */
export const tabCommands = (): Command[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('[data-page-tabs] a')].map((link) => ({
    id: `tab ${link.href}`,
    group: 'On this page',
    label: link.textContent,
    run: () => link.click(),
  }));
