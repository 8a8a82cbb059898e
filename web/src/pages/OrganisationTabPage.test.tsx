import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { assessmentsPage } from '../testing/assessments.ts';
import { headingsOf, organisationOf, rowsOf, usersPage } from '../testing/lists.ts';
import { organisationPageParameters } from '../testing/organisations.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, gatewayOf, viewer } from '../testing/responses.ts';
import type { Answer, Call } from '../testing/script.ts';
import { organisationConfig, organisationSso } from '../testing/settings.ts';
import { textsOf } from '../testing/texts.ts';

const model = (title: string, allocatedAt: string | null) => ({ __typename: 'Model', title, allocatedAt });
const modelsPage = ({ variables }: Call, models: object[] | null, more: Partial<Answer> = {}): Answer => ({
  data: { viewer, organisation: organisationOf(String(variables.id), { brandName: 'Other', models }) },
  ...more,
});

const open = async (path: string, answers: Answers = {}, changes: object = {}) => {
  const opened = await openConsole(
    path,
    gatewayOf({
      OrganisationPage: asked((call) => organisationPageParameters(call, { brandName: 'Other', ...changes })),
      ModelsPage: asked((call) => modelsPage(call, [model('ISO 27001', '2026-11-20T12:00:00.000Z')])),
      AssessmentsPage: asked((call) => assessmentsPage(call)),
      OrganisationUsersPage: asked((call) => usersPage(call, {}, { brandName: 'Other' })),
      SsoPage: asked((call) => organisationSso(call)),
      ConfigPage: asked((call) => organisationConfig(call)),
      ...answers,
    }),
  );
  await expect.element(opened.screen.getByRole('heading', { name: 'Other', level: 1 })).toBeVisible();
  const tabs = opened.screen.getByRole('navigation', { name: 'Organisation sections' });
  return { ...opened, tab: (name: string) => tabs.getByRole('link', { name, exact: true }), tabs };
};

const current = () => document.querySelector('nav[aria-label="Organisation sections"] [aria-current]')?.textContent;

test('ORG-12 OPEN-34 the tabs are Information, Model, Assessment, User, SSO, Configuration, API keys and webhooks, and Activity, each with its address', async () => {
  const { tabs } = await open('/O/10?from=M');
  const links = tabs.getByRole('link').elements();
  await expect
    .poll(() => links.map((link) => [link.textContent, link.getAttribute('href')]))
    .toEqual([
      ['Information', '/O/10?from=M&tab=info'],
      ['Model', '/O/10?from=M&tab=model'],
      ['Assessment', '/O/10?from=M&tab=asmt'],
      ['User', '/O/10/user?from=M'],
      ['SSO', '/O/10?from=M&tab=sso'],
      ['Configuration', '/O/10?from=M&tab=config'],
      ['API keys and webhooks', '/O/10?from=M&tab=keys'],
      ['Activity', '/O/10?from=M&tab=activity'],
    ]);
});

test.for([
  ['model', 'Model', 'ModelsPage'],
  ['config', 'Configuration', 'ConfigPage'],
  ['constructor', 'Information', 'OrganisationPage'],
] as const)('ORG-12 OPEN-34 opened again at ?tab=%s it is %s, in one request', async ([key, label, query]) => {
  const { calls } = await open(`/O/10?tab=${key}`);
  await expect.poll(() => current()).toBe(label);
  await expect.poll(() => document.title).toBe(`${label} · Other · Console`);
  expect(calls.map(({ name, variables }) => [name, variables.id])).toEqual([[query, '10']]);
});

test('ORG-12 Back leads to the tab before, and arrow keys move between them', async () => {
  const { tab, screen, router } = await open('/O/10');
  await tab('Model').click();
  await expect.element(screen.getByRole('table', { name: 'Allocated models' })).toBeVisible();
  await tab('User').click();
  await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  expect(address()).toBe('/O/10/user?from=T');
  await router.navigate(-1);
  await expect.poll(current).toBe('Model');
  (await tab('Model').findElement()).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('Assessment')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(current).toBe('Assessment');
});

test('ORG-12 a tab that the viewer may not see is not shown', async () => {
  const none = {
    viewerCanViewAssessments: false,
    viewerCanViewSso: false,
    viewerCanEditConfig: false,
    viewerCanViewApiKeys: false,
    viewerCanViewActivity: false,
  };
  const { tabs } = await open('/O/10', {}, none);
  await expect.poll(() => textsOf(tabs.getByRole('link'))).toEqual(['Information', 'User']);
});

test.for([
  ['model', 'models', 'FORBIDDEN'],
  ['asmt', '', 'NOT_FOUND'],
  ['sso', 'sso', 'FORBIDDEN'],
  ['config', '', 'NOT_FOUND'],
] as const)('NAV-17 OPEN-14 ?tab=%s with %s answered with %s is /page-not-found, without a toast', async (refusal) => {
  const [key, field, code] = refusal;
  const answer = asked(({ variables }) => ({
    data: {
      viewer,
      organisation: field === '' ? null : organisationOf(String(variables.id), { activeUserCount: 1, [field]: null }),
      lookups: { __typename: 'Lookups', assessmentStatuses: null, notificationFrequencies: null },
    },
    errors: [{ message: 'Not allowed', path: ['organisation', field].filter(Boolean), extensions: { code } }],
  }));
  const names = ['Models', 'Assessments', 'Sso', 'Config'].map((name) => [`${name}Page`, answer]);
  const { screen } = await openConsole(`/O/10?tab=${key}`, gatewayOf(Object.fromEntries(names)));
  await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('MODEL-1 MSG-30 OPEN-61 the Model tab has the columns Allocated Model and Allocated Date', async () => {
  const rows = [model('ISO 27001', '2026-11-20T12:00:00.000Z'), model('SOC 2', null)];
  await open('/O/10?tab=model', { ModelsPage: asked((call) => modelsPage(call, rows)) });
  await expect.poll(() => headingsOf('Allocated models')).toEqual([['Allocated Model', 'Allocated Date']]);
  await expect
    .poll(() => rowsOf('Allocated models'))
    .toEqual([
      ['ISO 27001', '20 Nov 2026'],
      ['SOC 2', '–Not given'],
    ]);
  await expect.poll(() => document.querySelector('time')?.title).toMatch(/^20 Nov 2026, \d\d:\d\d/);
});

test('EXPORT-22 the models of an organisation can be exported', async () => {
  const { screen, calls } = await open('/O/10?tab=model', {
    ExportMenu_Start: asked(() => ({ errors: [{ message: 'Request Failed' }] })),
  });
  await screen.getByRole('button', { name: 'Export allocated models' }).click();
  await screen.getByRole('menuitem', { name: 'Excel' }).click();
  await expect
    .poll(() => calls.find(({ name }) => name === 'ExportMenu_Start')?.variables.input)
    .toMatchObject({ list: 'MODELS', format: 'XLSX', arguments: '{"organisationId":"10"}' });
});

test('START-13 MODEL-2 MSG-6 without models the page says No Data and where models come from, and a failed list can be requested again', async () => {
  let broken = true;
  const { screen } = await open('/O/10?tab=model', {
    ModelsPage: asked((call) =>
      broken
        ? modelsPage(call, null, { errors: [{ message: 'Request Failed', path: ['organisation', 'models'] }] })
        : modelsPage(call, []),
    ),
  });
  await expect.element(screen.getByText('Allocated models could not be loaded')).toBeVisible();
  broken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No Data', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/Models are allocated outside the console/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Export allocated models' })).not.toBeInTheDocument();
});

test('MODEL-1 OPEN-48 CONST-7 no more than a page of models is shown, and page and size are in the address', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => model(`Model ${at + 1}`, null));
  const { screen, calls, router } = await open('/O/10?tab=model', {
    ModelsPage: asked((call) => modelsPage(call, rows)),
  });
  const shown = () => rowsOf('Allocated models').map(([title]) => title);
  const pages = screen.getByRole('navigation', { name: 'Pages of Allocated models' });
  await expect.poll(() => [shown().length, shown()[0]]).toEqual([25, 'Model 1']);
  await expect.element(pages.getByText('1–25 of 120')).toBeVisible();
  await pages.getByRole('button', { name: 'Next page of Allocated models' }).click();
  await expect.poll(shown).toEqual(rows.slice(25, 50).map(({ title }) => title));
  expect(address()).toBe('/O/10?tab=model&page=2');
  await pages.getByRole('combobox').selectOptions('100 rows');
  await expect.poll(() => shown().length).toBe(100);
  expect(address()).toBe('/O/10?tab=model&size=100');
  await router.navigate(-1);
  await expect.poll(() => shown()[0]).toBe('Model 26');
  expect(calls).toHaveLength(1);
});

test('ORG-12 every tab fits a phone', async () => {
  await page.viewport(390, 800);
  try {
    const { tab } = await open('/O/10?tab=model');
    for (const name of ['Assessment', 'SSO', 'Configuration', 'Model']) {
      await tab(name).click();
      await expect.poll(current).toBe(name);
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    }
  } finally {
    await page.viewport(1280, 800);
  }
});
