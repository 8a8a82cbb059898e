import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeEvidenceHtml } from '@console/platform/reviews/evidence/evidence-html';
import { expect, test } from '@playwright/test';

const at = new Date('2026-11-20T10:00:00Z');
const attack = `<script>document.title='ran'</script><img src="https://x.example/a" onerror="document.title='ran'"><a href="https://x.example/b" autofocus onfocus="document.title='ran'">`;

/** Names with the language and the direction in which a browser shows them. */
const names: readonly (readonly [name: string, lang: string, direction: 'ltr' | 'rtl'])[] = [
  ...(
    [
      ...[
        'Łukasz Żółć',
        'Мария Иванова',
        'Γιώργος',
        'Nguyễn Văn Đức',
        'Հայերեն',
        'ქართული',
        'አማርኛ',
        'ไทย สมชาย',
        'ລາວ',
      ],
      ...['తెలుగు', 'ગુજરાતી', 'മലയാളം', 'नरेंद्र', 'ಕನ್ನಡ', 'বাংলা', 'ਪੰਜਾਬੀ', 'ଓଡ଼ିଆ', 'தமிழ்', 'සිංහල', 'မြန်မာ', 'ខ្មែរ'],
    ] as const
  ).map((name) => [name, '', 'ltr'] as const),
  ['王小明', 'zh', 'ltr'],
  ['山田太郎さん', 'ja', 'ltr'],
  ['김철수', 'ko', 'ltr'],
  ['דוד (כהן) 12', '', 'rtl'],
  ['محمد أحمد', '', 'rtl'],
  ['ދިވެހި', '', 'rtl'],
];

const personOf = (name: string) => ({
  name,
  email: 'person@example.org',
  role: 'Assessor',
  reviewer: 'Olga',
  supervisor: '',
  decision: 'Keep access',
  reason: attack,
  facts: 'Never signed in',
  decidedBy: 'Olga',
  decidedAt: at,
  outcome: 'Kept',
  event: null,
});

test('EVIDENCE-13 the evidence is read and printed from a disk in every script, and runs and requests nothing', async ({
  page,
}) => {
  const people = [...names.map(([name]) => personOf(name)), ...Array.from({ length: 150 }, () => personOf(attack))];
  const bytes = writeEvidenceHtml({
    organisation: attack,
    name: attack,
    id: 7,
    scope: 'All',
    startedBy: 'Ana',
    startedAt: at,
    dueOn: '2026-12-01',
    endedBy: 'Ana',
    endedAt: at,
    madeAt: at,
    people,
    roles: [],
    chain: { number: 1, hash: 'ab'.repeat(32) },
    reviewers: [{ name: 'Olga', people: people.length, decided: people.length }],
  });
  const path = join(await mkdtemp(join(tmpdir(), 'evidence-')), '"><img src=x onerror=alert(1)>.html'.replace('/', ''));
  await writeFile(path, bytes);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const address = pathToFileURL(path).href;
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(attack);
  await expect(page).toHaveTitle(`${attack}: evidence of an access review`);
  const shown = await page
    .locator('table')
    .nth(2)
    .locator('tbody tr td:first-child bdi:first-child')
    .evaluateAll((cells) =>
      cells.map((cell) => [cell.textContent, cell.getAttribute('lang'), getComputedStyle(cell).direction]),
    );
  expect(shown.slice(0, names.length)).toEqual(names);
  expect(requests).toEqual([address]);
  await expect(page.locator('script, img, a, link')).toHaveCount(0);

  await page.emulateMedia({ media: 'print' });
  const printed = await page
    .locator('table')
    .nth(2)
    .evaluate((table) => [
      getComputedStyle(table.querySelector('thead') as Element).display,
      getComputedStyle(table.querySelector('tbody tr') as Element).breakInside,
    ]);
  expect(printed).toEqual(['table-header-group', 'avoid']);
});
