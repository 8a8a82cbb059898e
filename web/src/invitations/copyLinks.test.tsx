import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { bulkJobOf } from '../testing/bulkActions.ts';
import { invitationList, invitationOf } from '../testing/invitations.ts';
import { usersPage } from '../testing/lists.ts';
import { openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, viewer } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';

afterEach(() => vi.restoreAllMocks());

const onlyEmailed = 'The link of an external user cannot be copied. Resend the invitation by email.';
const linkCopiedAt = '2026-11-20T10:00:00.000Z';
const bar = () => page.getByRole('region', { name: 'Selected rows' });
const result = () => page.getByRole('region', { name: 'Bulk action' });

/** Opens a list of these invitations with all rows of the page selected; returns what is copied and saved. */
const openSelected = async (invitations: { id: string }[], copied: (id: string) => Answer) => {
  const copiedIds = new Set<string>();
  const files: { name: string; file: Blob }[] = [];
  const made = vi.spyOn(URL, 'createObjectURL');
  const { calls } = await openConsole(
    '/U',
    gatewayOf({
      OwnUsersPage: asked((call) => usersPage(call)),
      InvitationList: asked(() =>
        invitationList(invitations.map((one) => (copiedIds.has(one.id) ? { ...one, linkCopiedAt } : one))),
      ),
      useCopyLinks_Copy: asked(({ variables }) => {
        const { id } = variables.input as { id: string };
        const answer = copied(id);
        if (answer.data) copiedIds.add(id);
        return answer;
      }),
    }),
  );
  await page.getByRole('button', { name: 'Invitations' }).click();
  await page.getByRole('table', { name: 'Invitations' }).getByLabelText('Select all rows on this page').click();
  await bar().getByRole('button', { name: 'Copy links' }).click();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, file: made.mock.lastCall?.[0] as Blob });
  });
  const copies = () => calls.filter(({ name }) => name === 'useCopyLinks_Copy').map(({ variables }) => variables);
  const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Copy links' }).click();
  const linesOf = async () => (await files[0]?.file.text())?.trim().split('\n');
  return { files, copies, confirm, linesOf };
};

const withLink = (id: string): Answer => ({
  data: {
    copyInvitationLink: {
      __typename: 'CopyInvitationLinkPayload',
      invitation: invitationOf(id, { name: `Ina ${id}`, linkCopiedAt }),
      link: `https://console.demo.example/reset-password?reset_password_token=${id}`,
    },
  },
});

test('FIRST-3 the links of selected invitations are saved as one file after one question, each copied once, with the reason for those that were skipped', async () => {
  const external = invitationOf('2', { kind: 'EXTERNAL_USER', viewerCanCopyLink: false });
  const { files, copies, confirm, linesOf } = await openSelected(
    [invitationOf('1'), external, invitationOf('3')],
    (id) => (id === '2' ? failing('CONFLICT', onlyEmailed) : withLink(id)),
  );
  await expect.element(page.getByRole('heading', { name: 'Copy new links for 3 invitations?' })).toBeVisible();
  expect(copies()).toEqual([]);
  await confirm();
  await expect.element(result().getByRole('heading', { name: 'Copy links: 2 copied, 1 skipped' })).toBeVisible();
  await expect.element(result().getByText(`invited2@demo.example: ${onlyEmailed}`)).toBeVisible();
  expect(copies()).toEqual(['1', '2', '3'].map((id) => ({ input: { id } })));
  expect(files.map(({ name }) => name)).toEqual(['invitation-links.csv']);
  const [titles, first, second, third] = (await linesOf()) ?? [];
  expect(titles).toContain('Name,Email,Link,Expires,Skipped because');
  expect(first).toMatch(
    /^Ina 1,invited1@demo\.example,https:\/\/console\.demo\.example\/reset-password\?reset_password_token=1,"?27 Nov 2026.*,$/,
  );
  expect(second).toBe(`,invited2@demo.example,,,${onlyEmailed}`);
  expect(third).toContain('reset_password_token=3');
  const table = page.getByRole('table', { name: 'Invitations' });
  await expect.element(table.getByText('Link copied 20 Nov 2026').first()).toBeVisible();
});

test('FIRST-3 the links of more than 200 invitations are refused in the question, and nothing is copied', async () => {
  const { files, copies, confirm } = await openSelected(
    Array.from({ length: 201 }, (_, index) => invitationOf(String(index + 1))),
    withLink,
  );
  await confirm();
  await expect
    .element(page.getByRole('dialog').getByText('Select at most 200 invitations to copy their links.'))
    .toBeVisible();
  expect([copies(), files]).toEqual([[], []]);
});

test('REALUSE-2 the result of resending without a mail server counts new links, none sent, and copies them', async () => {
  // The emails are read again after a minute.
  const later = Date.now() + 120_000;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  const unsentEmails = {
    __typename: 'UnsentEmails',
    sending: false,
    outboxUrl: null,
    count: 0,
    since: null,
    failure: null,
  };
  const job = { action: 'RESEND_INVITATION', totalCount: 3, doneCount: 3 };
  await openConsole(
    '/U',
    gatewayOf({
      OwnUsersPage: asked((call) => usersPage(call)),
      InvitationList: asked(() => invitationList(['1', '2', '3'].map((id) => invitationOf(id)))),
      useUnsentEmails: { data: { viewer: { ...viewer, unsentEmails } } },
      useBulkJob_Start: { data: { startBulkAction: { __typename: 'StartBulkActionPayload', job: bulkJobOf(job) } } },
      useBulkJob_Progress: { data: { bulkJob: bulkJobOf(job) } },
      useBulkJob_Rows: asked(() => {
        const rows = { __typename: 'BulkRowPage', hasNextPage: false, endCursor: null, nodes: [] };
        return { data: { bulkJob: { __typename: 'BulkJob', id: '5', rows } } };
      }),
    }),
  );
  await page.getByRole('button', { name: 'Invitations' }).click();
  await page.getByRole('table', { name: 'Invitations' }).getByLabelText('Select all rows on this page').click();
  await bar().getByRole('button', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/so the new links are not emailed. Copy the links instead./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await expect.element(result().getByRole('heading', { name: 'Resend: 3 new links, none sent' })).toBeVisible();
  await result().getByRole('button', { name: 'Copy links' }).click();
  await expect.element(page.getByRole('heading', { name: 'Copy new links for 3 invitations?' })).toBeVisible();
});
