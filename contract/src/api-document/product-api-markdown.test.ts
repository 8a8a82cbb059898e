import { expect, test } from 'vitest';
import { calls } from '../calls/all.ts';
import { productApiMarkdown } from './product-api-markdown.ts';

const page = productApiMarkdown();

test('DESIGN-3 the page has every call with its input and the needed parts of its answer', () => {
  for (const { item, method, path } of Object.values(calls))
    expect(page).toContain(`### ${item} \`${method} ${path}\``);
  const [, detail = ''] = page.split('`GET /consoles/org_detail`\n');
  expect(detail.split('\n### ')[0]).toContain('| `org_id` | id |  | always sent to an API without extensions');
  expect(detail.split('\n### ')[0]).toContain(
    '| `org` | [OrganisationWithConfiguration](#organisationwithconfiguration) | yes |  |',
  );
});

test('DESIGN-3 extensions are in their own section of the page', () => {
  const [specified = '', extensions = ''] = page.split('\n## Extensions\n');
  for (const key of ['login_attempt` |', 'active_limit', 'expected_state` |', '`nominate`', 'ext/handover'])
    expect([key, specified.includes(key), extensions.includes(key)]).toEqual([key, false, true]);
});

test('DESIGN-3 every link of the page leads to one of its headings or to another page', () => {
  const headings = new Set([...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name?.toLowerCase()));
  const targets = [...page.matchAll(/\]\(#(\w+)\)/g)].map(([, target]) => target);
  expect(targets.filter((target) => !headings.has(target))).toEqual([]);
});
