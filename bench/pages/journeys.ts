import type { Page } from '@playwright/test';

/** A step of a session: an address of the console, or an action on the page that is open. */
export type Step = string | ((page: Page) => Promise<void>);

const openDetails = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
};
const acceptUser = async (page: Page) => {
  const address = await page.locator('a[href^="/map-external-user"]').first().getAttribute('href');
  await openAddress(page, address ?? '/U');
};
const typeSearch = (text: string) => async (page: Page) => {
  await page.getByRole('searchbox').first().fill(text);
};

/** Opens an address as a link of the console does, without loading the console again. */
export async function openAddress(page: Page, address: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
}

const ownUsers: Step[] = [
  '/U',
  typeSearch('an'),
  '/U?page=2',
  '/U?sort=name',
  '/U/12/view',
  '/U',
  '/U/40/edit',
  '/U/22/view',
  '/U?role=5',
  '/U/new',
  '/U',
  '/U/upload',
  '/U/invite',
];
const ownPages: Step[] = ['/O', '/profile', '/O'];
const mappings: Step[] = ['/M', typeSearch('de'), '/M', '/M/invite'];
/** The organisations that an Administrator or Architect opens. */
const allOrganisations: Step[] = [
  '/T',
  typeSearch('in'),
  '/T?page=2',
  '/O/3?from=T',
  '/O/3?from=T&tab=model',
  '/O/3?from=T&tab=asmt',
  openDetails,
  '/O/3?from=T&tab=sso',
  '/O/3?from=T&tab=config',
  '/O/3/user?from=T',
  '/O/3/user?from=T&page=2',
  typeSearch('an'),
  '/T',
  '/O/5?from=T',
  '/O/5?from=T&tab=asmt',
  '/O/5/user?from=T',
  '/O/5/user/new?from=T',
  '/O/5/user/upload?from=T',
  '/O/5/user/invite?from=T',
  '/O/5/mapping?from=T',
  '/T?sort=assessments',
];
const changedOrganisations: Step[] = ['/O/create', '/T', '/O/edit', '/O/3/edit?from=T', '/O/5/mapping/invite?from=T'];

/** What a user of each role opens from sign-in to sign-out. */
export const journeys: Readonly<Record<string, { email: string; steps: Step[] }>> = {
  Administrator: {
    email: 'admin@demo.example',
    steps: [
      ...ownPages,
      ...allOrganisations,
      ...changedOrganisations,
      ...ownUsers,
      ...mappings,
      '/U',
      acceptUser,
      '/S',
    ],
  },
  Architect: {
    email: 'architect@demo.example',
    steps: [...ownPages, ...allOrganisations, ...ownUsers, '/M', typeSearch('de'), '/S'],
  },
  Organiser: {
    email: 'organiser@demo.example',
    steps: [...ownPages, ...ownUsers, ...ownUsers, ...mappings, '/U', '/S', '/O'],
  },
  Assessor: { email: 'assessor@demo.example', steps: [...ownPages, ...ownUsers, '/S', '/O', '/U'] },
  Auditee: { email: 'auditee@demo.example', steps: [...ownPages, '/profile', '/O'] },
};
