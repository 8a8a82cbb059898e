import { describe, expect, test } from 'vitest';
import { headingsOf, rowsOf } from '../testing/lists.ts';
import { mappingEdge, mappingPage, openMapping } from '../testing/mappings.ts';
import { address } from '../testing/render.tsx';
import { asked, failing, viewer } from '../testing/responses.ts';

const brands = (caption: string) => rowsOf(caption).map(([brand]) => brand);
const accepted = () => brands('Accepted mappings');
const requests = () => brands('Mapping requests');
const requested = (...edges: object[]) => ({
  requests: { __typename: 'MappingConnection', totalCount: edges.length, edges },
});

describe('the screen', () => {
  test('MAP-2 OPEN-28 /M is the own organisation’s mapping, in one request, without items in the navigation', async () => {
    const { screen, calls } = await openMapping();
    await expect.element(screen.getByRole('heading', { name: 'External Mapping', level: 1 })).toBeVisible();
    expect(calls.map(({ name, variables }) => [name, variables])).toEqual([
      [
        'ExternalMappingPage',
        {
          id: '',
          own: true,
          acceptedFirst: 25,
          acceptedOffset: 0,
          requestFirst: 25,
          requestOffset: 0,
          endedFirst: 25,
          endedOffset: 0,
        },
      ],
    ]);
    await expect.poll(() => document.title).toBe('External Mapping · Demo · Console');
    await expect.element(screen.getByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    await expect.element(crumbs.getByRole('link', { name: 'Organisation' })).toHaveAttribute('href', '/O');
  });

  test.for([
    ['', 'Setting', '/T', 'T'],
    ['?from=M', 'External Mapping', '/M', 'M'],
  ] as const)('MAP-1 ORG-7 OPEN-60 /O/{orgId}/mapping%s keeps the way back', async ([search, label, to, from]) => {
    const { screen, calls } = await openMapping({ path: `/O/10/mapping${search}` });
    expect(calls.map(({ name, variables }) => [name, variables.id, variables.own])).toEqual([
      ['ExternalMappingPage', '10', false],
    ]);
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    await expect.element(crumbs.getByRole('link', { name: label })).toHaveAttribute('href', to);
    await expect
      .element(crumbs.getByRole('link', { name: 'Company 10' }))
      .toHaveAttribute('href', `/O/10?from=${from}`);
    await expect
      .element(screen.getByRole('link', { name: 'Company 80' }))
      .toHaveAttribute('href', `/O/580?from=${from}`);
  });

  test('PENDING-29 the link of pending requests leads to the received ones alone, with the focus on their heading', async () => {
    const { screen, calls } = await openMapping({ path: '/M?requests=received#mapping-requests' });
    expect(calls[0]?.variables).toMatchObject({ requestedByOrganisation: false });
    await expect.element(screen.getByRole('combobox', { name: 'Requests' })).toHaveValue('received');
    await expect.element(screen.getByRole('heading', { name: /request/i, level: 2 })).toHaveFocus();
    await screen.getByRole('combobox', { name: 'Requests' }).selectOptions('All');
    await expect.poll(() => calls.at(-1)?.variables.requestedByOrganisation).toBe(undefined);
  });

  test('LOOK-3 MAP-8 MAP-9 MAP-11 MAP-21 OPEN-42 a row says what the gateway says of it, or why it cannot be accepted', async () => {
    const none = { viewerCanAccept: false, viewerCanReject: false };
    const { screen } = await openMapping({
      changes: requested(
        mappingEdge('80', { changes: { ...none, action: 'PENDING', statusText: 'Asked' } }),
        mappingEdge('81', { changes: { ...none, action: 'STATUS', statusText: 'Under review' } }),
        mappingEdge('82', { changes: { ...none, action: 'STATUS', statusText: 'Pending' } }),
        mappingEdge('83', { changes: { acceptBlock: 'ORGANISATION_DISABLED', viewerCanAccept: false } }),
        mappingEdge('84', { changes: { acceptBlock: 'OWN_INVITATION', viewerCanAccept: false } }),
      ),
    });
    await expect
      .poll(() => rowsOf('Mapping requests').map((row) => row.at(-1)))
      .toEqual([
        'Pending',
        'Under review',
        'Pending',
        'DisabledThe organisation is disabled. An Administrator or Architect must enable it first.Reject',
        'Another user must acceptYou sent this invitation. Another user must accept it.Reject',
      ]);
    await expect.element(screen.getByRole('button', { name: /^Accept Company/ })).not.toBeInTheDocument();
  });

  test('ENDING-3 MAP-4 MAP-5 each row says whether the other organisation is a customer or a vendor, and its modules', async () => {
    await openMapping({
      changes: requested(
        mappingEdge('80', { modules: ['Auditor', 'Remediator'] }),
        mappingEdge('81', { vendor: false, modules: [] }),
        mappingEdge('82', { modules: null }),
      ),
    });
    await expect
      .poll(() => rowsOf('Mapping requests').map(([brand, , , part, modules]) => [brand, part, modules]))
      .toEqual([
        ['Company 80', 'Vendor', 'Auditor, Remediator'],
        ['Company 81', 'Customer', 'None'],
        ['Company 82', 'Vendor', '–'],
      ]);
  });

  test('MAP-4 MAP-5 MSG-4 MSG-30 OPEN-61 its tables have their columns, names and dates', async () => {
    const { screen, button } = await openMapping();
    await expect
      .poll(() => headingsOf('Accepted mappings'))
      .toEqual([['Brand Name', 'Organiser', 'Email', 'Accepted Date', 'Relationship', 'Modules', 'Action']]);
    await expect
      .poll(() => headingsOf('Mapping requests'))
      .toEqual([['Brand Name', 'Requester', 'Request Date', 'Relationship', 'Modules', 'Action']]);
    await expect
      .poll(() => rowsOf('Accepted mappings')[0])
      .toEqual(['Company 10', 'Rita Requester 10', 'rita10@acme.example', '20 Nov 2026', 'Vendor', 'Auditor', 'End']);
    await expect
      .poll(() => rowsOf('Mapping requests')[0])
      .toEqual(['Company 80', 'Rita Requester 80', '20 Nov 2026', 'Vendor', 'Auditor', 'AcceptReject']);
    await expect.element(screen.getByRole('heading', { name: 'Mapping Request' })).toBeVisible();
    await button('Mapping Request').click();
    await expect.element(screen.getByRole('table', { name: 'Mapping requests' })).not.toBeInTheDocument();
  });

  test('START-13 without a mapping the page says how to get one, and links to the invitation for viewers who may invite', async () => {
    const { screen } = await openMapping({ lengths: { accepted: 0, requests: 0 } });
    await expect.element(screen.getByText(/^No mapped organisations yet\./)).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Invite an organisation' }))
      .toHaveAttribute('href', '/M/invite');
  });

  test('START-13 without a mapping the page tells a viewer who may not invite which roles can', async () => {
    const changes = { viewerCanInviteOrganisations: false };
    const { screen } = await openMapping({ lengths: { accepted: 0, requests: 0 }, changes });
    await expect
      .element(
        screen.getByText(/Administrators and Organisers can send invitations while the organisation is enabled\.$/),
      )
      .toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Invite an organisation' })).not.toBeInTheDocument();
  });

  test('MAP-3 MSG-6 without a match the page says once No Data and what was searched', async () => {
    const { screen } = await openMapping({ path: '/M?search=nobody', lengths: { accepted: 0, requests: 0 } });
    await expect.element(screen.getByText('No Data', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Nothing matches “nobody”.')).toBeVisible();
  });

  test('MAP-6 OPEN-48 the order is the server’s until a heading is pressed; sort, size and page stay in the address', async () => {
    const { screen, calls } = await openMapping({ lengths: { accepted: 60, requests: 60 } });
    expect(calls[0]?.variables).not.toHaveProperty('acceptedOrder');
    const table = screen.getByRole('table', { name: 'Accepted mappings' });
    await table.getByRole('button', { name: 'Accepted Date' }).click();
    await expect
      .poll(() => calls.at(-1)?.variables)
      .toMatchObject({ acceptedOrder: { field: 'AT', direction: 'ASC' }, requestOffset: 0 });
    await screen.getByRole('button', { name: 'Next page of Mapping requests' }).click();
    await expect.poll(address).toBe('/M?sort=accepted&request-page=2');
    await expect.poll(() => calls.at(-1)?.variables).toMatchObject({ requestOffset: 25 });
  });

  test('MAP-7 UI-20 the buttons are those that the viewer may press, visible before the pointer is on their row', async () => {
    const mayAccept = mappingEdge('81', { changes: { viewerCanReject: false } });
    const { button } = await openMapping({ changes: requested(mappingEdge('80'), mayAccept) });
    for (const name of ['Accept Company 80', 'Reject Company 80', 'Accept Company 81'])
      await expect.poll(() => getComputedStyle(button(name).element()).opacity).toBe('1');
    await expect.element(button('Reject Company 81')).not.toBeInTheDocument();
  });

  test('MAP-2 a viewer who may not see other organisations sees their names without links', async () => {
    const organiser = { ...viewer, can: { ...viewer.can, listOrganisations: false } };
    const { screen } = await openMapping({
      answers: {
        ExternalMappingPage: asked((call) => {
          const { data } = mappingPage(call) as { data: { viewer: typeof viewer } };
          return { data: { viewer: { ...organiser, organisation: data.viewer.organisation } } };
        }),
      },
    });
    await expect.element(screen.getByText('Company 80')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Company 80' })).not.toBeInTheDocument();
  });
});

describe('answering', () => {
  test('MAP-12 MSG-25 GQL-6 REALUSE-14 accepting asks first, with who asked, when and for which modules; the row moves and both counts follow without asking for a list', async () => {
    const { screen, button, dialog, names, calls } = await openMapping();
    await button('Accept Company 81').click();
    expect(names()).toEqual(['ExternalMappingPage']);
    const facts = () =>
      [...document.querySelectorAll('[role="dialog"] dl > div')].map(({ children }) => children[0]?.textContent);
    await expect.poll(facts).toEqual(['Requested by', 'Request date', 'Modules']);
    await dialog('Accept Company 81?').getByRole('button', { name: 'Accept', exact: true }).click();
    await expect.element(screen.getByText('Organisation Mapping', { exact: true })).toBeVisible();
    await expect.poll(accepted).toEqual(['Company 81', 'Company 10', 'Company 11']);
    await expect.poll(() => requests()).toEqual(['Company 80']);
    await expect.poll(() => rowsOf('Accepted mappings')[0]).toContain('22 Nov 2026');
    await expect.element(screen.getByLabelText('3 in all')).toBeVisible();
    await expect.element(screen.getByLabelText('1 in all')).toBeVisible();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(names()).toEqual(['ExternalMappingPage', 'AcceptOrRejectMappingButton_Accept']);
    expect(calls[1]?.variables).toEqual({ organisationId: '7', id: '81' });
    // The focus goes to the section's heading, because the other row has no button.
    await expect.poll(() => document.activeElement?.closest('section')?.textContent).toContain('Company 80');
  });

  test('MAP-13 MSG-25 GQL-6 rejecting asks first, and the row leaves', async () => {
    const { screen, button, dialog, names, calls } = await openMapping({ path: '/O/10/mapping' });
    await button('Reject Company 80').click();
    await dialog('Reject Company 80?').getByRole('button', { name: 'Reject', exact: true }).click();
    await expect.element(screen.getByText('Organisation Mapping', { exact: true })).toBeVisible();
    await expect.poll(requests).toEqual(['Company 81']);
    await expect.poll(() => accepted()).toEqual(['Company 10', 'Company 11']);
    expect(names()).toEqual(['ExternalMappingPage', 'AcceptOrRejectMappingButton_Reject']);
    expect(calls[1]?.variables).toEqual({ organisationId: '10', id: '80' });
  });

  test('MAP-14 a cancelled confirmation sends nothing', async () => {
    const { button, dialog, names, screen } = await openMapping();
    for (const verb of ['Accept', 'Reject']) {
      await button(`${verb} Company 80`).click();
      await dialog(`${verb} Company 80?`).getByRole('button', { name: 'Cancel' }).click();
      await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    }
    expect(names()).toEqual(['ExternalMappingPage']);
    await expect.poll(() => requests()).toEqual(['Company 80', 'Company 81']);
  });

  test.each(['CONFLICT', 'NOT_FOUND'])(
    'MAP-18 OPEN-43 a request that was answered in the meantime (%s) is reported, and read again',
    async (code) => {
      let answers = 0;
      const { screen, button, dialog, names } = await openMapping({
        answers: {
          ExternalMappingPage: asked((call) => mappingPage(call, { requests: answers++ === 0 ? 2 : 1 })),
          AcceptOrRejectMappingButton_Accept: failing(code, 'It was answered already'),
        },
      });
      await button('Accept Company 81').click();
      await dialog('Accept Company 81?').getByRole('button', { name: 'Accept', exact: true }).click();
      await expect.element(screen.getByRole('alert').getByText('It was answered already')).toBeVisible();
      await expect.poll(requests).toEqual(['Company 80']);
      await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
      expect(names()).toEqual(['ExternalMappingPage', 'AcceptOrRejectMappingButton_Accept', 'ExternalMappingPage']);
    },
  );

  test('MAP-12 GQL-6 on a page that was searched the row leaves at once, and only that page is asked for', async () => {
    const { button, dialog, names } = await openMapping({ path: '/M?search=company' });
    await button('Accept Company 80').click();
    await dialog('Accept Company 80?').getByRole('button', { name: 'Accept', exact: true }).click();
    await expect
      .poll(names)
      .toEqual(['ExternalMappingPage', 'AcceptOrRejectMappingButton_Accept', 'ExternalMappingPage']);
  });
});

describe('ending', () => {
  test('ENDING-14 FIRST-2 ending asks first, with a reason; the row is under Ended then, and no list is asked for', async () => {
    const { screen, button, dialog, names, calls } = await openMapping();
    await button('End mapping with Company 10').click();
    const question = dialog('End mapping with Company 10?');
    await expect.element(question.getByText(/Both organisations are notified by email\./)).toBeVisible();
    await question.getByRole('textbox', { name: /^Reason/ }).fill(' The contract is over ');
    await question.getByRole('button', { name: 'End', exact: true }).click();
    await expect.element(screen.getByText('Mapping ended', { exact: true })).toBeVisible();
    await expect.poll(accepted).toEqual(['Company 11']);
    await expect.poll(requests).toEqual(['Company 80', 'Company 81']);
    await expect.element(screen.getByLabelText('2 in all')).toBeVisible();
    await button('Ended').click();
    await expect
      .poll(() => rowsOf('Ended mappings').map((row) => [row[0], row.at(-1)]))
      .toEqual([['Company 10', 'Ended']]);
    expect(names()).toEqual(['ExternalMappingPage', 'EndOrWithdrawMappingButton_End']);
    expect(calls[1]?.variables).toEqual({ organisationId: '7', id: '10', reason: 'The contract is over' });
  });

  test('ENDING-14 FIRST-2 withdrawing asks first; the row is under Ended then, with its status', async () => {
    const sent = mappingEdge('80', { changes: { action: 'STATUS', viewerCanReject: false, viewerCanWithdraw: true } });
    const { screen, button, dialog, calls } = await openMapping({ changes: requested(sent) });
    await expect.poll(() => rowsOf('Mapping requests')[0]?.at(-1)).toBe('PendingWithdraw');
    await button('Withdraw the request to Company 80').click();
    const question = dialog('Withdraw the request to Company 80?');
    await question.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect.element(screen.getByText('Mapping request withdrawn', { exact: true })).toBeVisible();
    await button('Ended').click();
    await expect.poll(() => rowsOf('Ended mappings')[0]?.at(-1)).toBe('Withdrawn');
    expect(calls[1]?.variables).toEqual({ organisationId: '7', id: '80' });
  });

  test('ENDING-9 a too long reason stays in the field with an error, and nothing is sent', async () => {
    const { button, dialog, names } = await openMapping();
    await button('Reject Company 80').click();
    const question = dialog('Reject Company 80?');
    const field = question.getByRole('textbox', { name: /^Reason/ });
    await field.fill('x'.repeat(501));
    await question.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue('x'.repeat(501));
    await expect.element(field).toBeInvalid();
    expect(names()).toEqual(['ExternalMappingPage']);
    await field.fill('Not now');
    await question.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect.poll(requests).toEqual(['Company 81']);
  });

  test('ENDING-7 if the product API takes no reason, the confirmation neither asks for one nor mentions emails', async () => {
    const plain = { takesReason: false };
    const accepted = {
      __typename: 'MappingConnection',
      totalCount: 1,
      edges: [mappingEdge('10', { state: 'ACCEPTED', changes: plain })],
    };
    const { screen, button, dialog } = await openMapping({
      changes: { accepted, ...requested(mappingEdge('80', { changes: plain })) },
    });
    for (const label of ['Reject Company 80', 'End mapping with Company 10']) {
      await button(label).click();
      await expect.element(dialog(`${label}?`)).toBeVisible();
      await expect.element(screen.getByRole('textbox', { name: /^Reason/ })).not.toBeInTheDocument();
      await expect.element(screen.getByText(/mail\./)).not.toBeInTheDocument();
      await dialog(`${label}?`).getByRole('button', { name: 'Cancel' }).click();
    }
  });

  test('ENDING-14 the accepted mappings have no actions for a viewer who may not end them', async () => {
    const edge = mappingEdge('10', { state: 'ACCEPTED', changes: { viewerCanEnd: false } });
    await openMapping({ changes: { accepted: { __typename: 'MappingConnection', totalCount: 1, edges: [edge] } } });
    await expect.poll(() => headingsOf('Accepted mappings')[0]).toContain('Accepted Date');
    expect(headingsOf('Accepted mappings')[0]).not.toContain('Action');
  });
});
