import { expect, test } from 'vitest';
import { organisationPageParameters, organisationsGateway } from '../testing/organisations.ts';
import { openConsole } from '../testing/render.tsx';
import { asked } from '../testing/responses.ts';

const open = async (changes: object) => {
  const { screen } = await openConsole(
    '/O/10',
    organisationsGateway({ OrganisationPage: asked((call) => organisationPageParameters(call, changes)) }),
  );
  const summary = screen.getByRole('complementary', { name: 'Summary' });
  await expect.element(summary.getByText('User limit')).toBeVisible();
  const shown = (label: string) =>
    [...summary.element().querySelectorAll('dt')].find(({ textContent }) => textContent === label)?.nextElementSibling
      ?.textContent;
  return { summary, shown };
};

test.for([
  [{ userLimit: 1000, activeUserCount: 250 }, '250 of 1,000 used', '25'],
  [{ userLimit: 25, activeUserCount: 30 }, '30 of 25 used', '100'],
  [{ userLimit: null, userLimitText: 'No Limit', activeUserCount: 3 }, 'No Limit, 3 active users', null],
  [{ activeUserCount: null }, '25', null],
] as const)('ORG-21 the summary shows the seats of %j as %s', async ([changes, text, percent]) => {
  const { summary, shown } = await open(changes);
  await expect.poll(() => shown('User limit')?.replace('Change the user limit', '')).toBe(text);
  const meter = summary.getByRole('progressbar', { name: 'User limit used' });
  if (percent === null) await expect.element(meter).not.toBeInTheDocument();
  else await expect.element(meter).toHaveAttribute('aria-valuenow', percent);
});

test('REALUSE-6 the summary leads to where the user limit is changed', async () => {
  const { summary } = await open({});
  await expect
    .element(summary.getByRole('link', { name: 'Change the user limit' }))
    .toHaveAttribute('href', '/O/10?tab=config');
});

test('ORG-6 the summary shows models, the progress of assessments, dates and the id', async () => {
  const { shown } = await open({});
  expect(['Models', 'Assessments', 'Created', 'Updated', 'ID'].map(shown)).toEqual([
    '3',
    '1,250 completed, 4 pending',
    '1 Nov 2026',
    '2 Nov 2026',
    '10',
  ]);
});

test('ORG-6 counts that the product API does not have are dashes', async () => {
  const { shown } = await open({ counts: null });
  expect(['Models', 'Assessments'].map(shown)).toEqual(['–Not given', '–Not given']);
});
