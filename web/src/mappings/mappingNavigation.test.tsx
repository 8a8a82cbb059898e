import { describe, expect, test } from 'vitest';
import { organisationList } from '../testing/lists.ts';
import { mappingPage, openMapping } from '../testing/mappings.ts';
import { organisationPageParameters } from '../testing/organisations.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, gatewayOf, organisation, pageOf, viewer } from '../testing/responses.ts';

describe('the ways there', () => {
  test('ORG-7 MAP-2 OPEN-28 /O leads to /M, from there to another organisation, and back', async () => {
    const { screen } = await openConsole(
      '/O',
      gatewayOf({
        ExternalMappingPage: asked((call) => mappingPage(call)),
        OrganisationPage: asked((call) => organisationPageParameters(call)),
      }),
    );
    await screen.getByRole('link', { name: 'External Mapping' }).click();
    await screen.getByRole('searchbox', { name: 'Search mappings' }).fill('company');
    await expect.poll(address).toBe('/M?search=company');
    await screen.getByRole('link', { name: 'Company 80' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Company 580', level: 1 })).toBeVisible();
    expect(address()).toBe('/O/580?from=M');
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    await crumbs.getByRole('link', { name: 'External Mapping' }).click();
    await expect.poll(address).toBe('/M?search=company');
    await screen.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Organisation' }).click();
    await expect.poll(address).toBe('/O');
  });

  test('MAP-1 ORG-7 OPEN-60 an organisation leads to its mapping with its origin, and back to the list as it was', async () => {
    const { screen } = await openConsole(
      '/T?page=2',
      gatewayOf({
        OrganisationListPage: asked((call) => organisationList(call, 60)),
        OrganisationPage: asked((call) => organisationPageParameters(call)),
        ExternalMappingPage: asked((call) => mappingPage(call)),
      }),
    );
    await screen.getByRole('link', { name: 'Company 35' }).click();
    await screen.getByRole('button', { name: 'More actions' }).click();
    await screen.getByRole('menuitem', { name: 'External Mapping' }).click();
    await expect.element(screen.getByRole('heading', { name: 'External Mapping', level: 1 })).toBeVisible();
    expect(address()).toBe('/O/35/mapping?from=T');
    await screen.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Setting' }).click();
    await expect.poll(address).toBe('/T?page=2');
  });

  test('MAP-2 who may not see mappings has no way there', async () => {
    const place = { ...organisation, viewerCanViewMappings: false };
    const { screen } = await openConsole(
      '/O',
      gatewayOf({ OrganisationPage: pageOf({ ...viewer, organisation: place as typeof organisation }) }),
    );
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'External Mapping' })).not.toBeInTheDocument();
  });

  test.for([
    [true, 'MAP-19'],
    [false, 'MAP-16 INVITE-2'],
  ] as const)('%s: the invitation is offered to who may invite (%s)', async ([viewerCanInviteOrganisations]) => {
    const { screen } = await openMapping({ path: '/O/10/mapping', changes: { viewerCanInviteOrganisations } });
    const link = screen.getByRole('link', { name: 'Invite External Organisation' });
    if (viewerCanInviteOrganisations) await expect.element(link).toHaveAttribute('href', '/O/10/mapping/invite?from=T');
    else await expect.element(link).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Accept Company 80' })).toBeVisible();
  });

  test('INVITE-2 an Architect is led away from the invitation, and not from the mapping', async () => {
    const architect = { ...viewer, can: { ...viewer.can, inviteOrganisations: false } };
    const opened = await openMapping({
      answers: {
        ExternalMappingPage: asked(({ variables }) => ({
          data: { ...(mappingPage({ variables } as never).data as object), viewer: architect },
        })),
      },
      path: '/O/10/mapping',
    });
    await expect.element(opened.screen.getByText('Company 80')).toBeVisible();
    await opened.router.navigate('/O/10/mapping/invite');
    await expect.element(opened.screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(opened.names()).toEqual(['ExternalMappingPage']);
  });
});
