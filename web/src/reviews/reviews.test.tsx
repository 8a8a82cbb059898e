import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { signInOver } from '../testing/enter.ts';
import { rowsOf } from '../testing/lists.ts';
import { address, openConsole, storedSecret } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, signedIn, viewer } from '../testing/responses.ts';
import { reviewItemOf, reviewList, reviewOf, reviewPage } from '../testing/reviews.ts';
import { type Call, held } from '../testing/script.ts';

type Item = ReturnType<typeof reviewItemOf>;
interface Decided {
  itemId: string;
  decision: string | null;
  newRole: string | null;
  reason: string | null;
  version: number;
}
const decisionsIn = ({ variables }: Call) => (variables.input as { decisions: Decided[] }).decisions;

/** The server's response: every decision is saved, except those of `failing`. */
const decided =
  (items: readonly Item[], failing: Record<string, string> = {}) =>
  (call: Call) => {
    const decisions = decisionsIn(call);
    const saved = decisions
      .filter(({ itemId }) => !(itemId in failing))
      .map(({ itemId, version, ...choice }) => ({
        ...(items.find(({ id }) => id === itemId) as Item),
        ...choice,
        version: version + 1,
        decidedBy: 'Olga Organiser',
        decidedAt: '2026-11-21T09:30:00.000Z',
      }));
    const failures = decisions.flatMap(({ itemId }) =>
      failing[itemId] ? { __typename: 'AccessReviewDecisionFailure', itemId, message: failing[itemId] } : [],
    );
    const accessReview = reviewOf({ decidedCount: saved.length });
    return {
      data: {
        decideInAccessReview: { __typename: 'DecideInAccessReviewPayload', accessReview, items: saved, failures },
      },
    };
  };

const answeredAfter = (release: Promise<void>, answer: ReturnType<typeof decided>) =>
  asked(async (call) => {
    await release;
    return answer(call);
  });

const people = ['1', '2', '3'].map((id) => reviewItemOf(id));

const open = async (items: readonly Item[] = people, answers: Answers = {}, changes: object = {}) => {
  const gateway = gatewayOf({
    ReviewPage: reviewPage(items, changes),
    DecisionSender_Decide: asked(decided(items)),
    ...answers,
  });
  const opened = await openConsole('/O/reviews/4?show=mine', gateway);
  await expect.poll(() => rowsOf('People')).toHaveLength(items.length);
  return {
    ...opened,
    sent: () => opened.calls.filter(({ name }) => name === 'DecisionSender_Decide').flatMap(decisionsIn),
  };
};

const focused = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
const decisions = () => rowsOf('People').map((cells) => cells.at(-1));

test('XUSER-11 a review names no role of an external user of another organisation', async () => {
  const external = { isExternal: true, homeOrganisation: 'Acme', role: null, roleAtStart: null, department: null };
  const { screen } = await open([reviewItemOf('1', { ...external, assignableRoles: [] })] as never);
  await expect.poll(() => rowsOf('People')[0]).toEqual(expect.arrayContaining(['External user', 'Acme']));
  await userEvent.keyboard('j ');
  const panel = screen.getByRole('dialog', { name: 'Jane Doe 1' });
  await expect.element(panel.getByText('Home organisation')).toBeVisible();
  expect([...panel.element().querySelectorAll('dt')].map(({ textContent }) => textContent)).not.toContain('Role');
});

test('REVIEW-30 a person takes one key or two, the next one has the focus at once, and decisions are sent in the background', async () => {
  const answer = held<void>();
  const { sent } = await open(people, { DecisionSender_Decide: answeredAfter(answer.promise, decided(people)) });
  await userEvent.keyboard('j');
  expect(focused()).toBe('1');
  await userEvent.keyboard('y');
  expect(focused()).toBe('2');
  await userEvent.keyboard('c');
  await userEvent.keyboard('1');
  expect(focused()).toBe('3');
  await userEvent.keyboard('r');
  expect(decisions()).toEqual([
    expect.stringContaining('Keep access'),
    expect.stringContaining('Auditee'),
    expect.stringContaining('Remove access'),
  ]);
  answer.resolve();
  await expect
    .poll(() => sent().map(({ itemId, decision, newRole }) => [itemId, decision, newRole]))
    .toEqual([
      ['1', 'KEEP', null],
      ['2', 'CHANGE_ROLE', 'AUDITEE'],
      ['3', 'REMOVE', null],
    ]);
});

test('REVIEW-31 undo takes the last step back, with the version of what was saved', async () => {
  const { screen, sent } = await open();
  await userEvent.keyboard('jy');
  await expect.element(screen.getByText('All decisions saved')).toBeVisible();
  await userEvent.keyboard('u');
  expect(focused()).toBe('1');
  await expect
    .poll(() => sent().map(({ itemId, decision, version }) => [itemId, decision, version]))
    .toEqual([
      ['1', 'KEEP', 0],
      ['1', null, 1],
    ]);
  await expect.element(screen.getByRole('button', { name: 'Keep access of Jane Doe 1' })).toBeVisible();
});

test('REVIEW-32 several people are decided with the selection of the table', async () => {
  const { screen, sent } = await open();
  await screen.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await screen.getByRole('region', { name: 'Selected people' }).getByRole('button', { name: 'Keep access' }).click();
  await expect
    .poll(() => sent().map(({ itemId, decision }) => [itemId, decision]))
    .toEqual([
      ['1', 'KEEP'],
      ['2', 'KEEP'],
      ['3', 'KEEP'],
    ]);
  await expect.element(screen.getByRole('region', { name: 'Selected people' })).not.toBeInTheDocument();
});

test('REVIEW-32 another search clears the selection, so that no one is decided about unseen', async () => {
  const ReviewPage = asked(({ variables }) => reviewPage(variables.search ? people.slice(1) : people));
  const { screen } = await open(people, { ReviewPage });
  await screen.getByRole('checkbox').nth(1).click();
  const bar = screen.getByRole('region', { name: 'Selected people' });
  await expect.element(bar).toBeVisible();
  await screen.getByRole('searchbox', { name: 'Search people' }).fill('Jane Doe 2');
  await expect.element(bar).not.toBeInTheDocument();
});

test('REVIEW-30 decisions stay and are sent while the next people cannot be loaded', async () => {
  const answer = held<void>();
  let fails = false;
  const { screen, router, sent } = await open(people, {
    DecisionSender_Decide: answeredAfter(answer.promise, decided(people)),
    ReviewPage: asked(() => (fails ? failing('RATE_LIMITED', 'Too many requests.') : reviewPage(people))),
  });
  await userEvent.keyboard('jyr');
  await expect.poll(sent).toHaveLength(1);
  fails = true;
  await router.navigate('/O/reviews/4?show=mine&status=open');
  await expect.element(screen.getByText('This access review could not be loaded')).toBeVisible();
  answer.resolve();
  await expect
    .poll(() => sent().map(({ itemId, decision }) => [itemId, decision]))
    .toEqual([
      ['1', 'KEEP'],
      ['2', 'REMOVE'],
    ]);
});

test('REVIEW-33 START-47 when the session ends, decisions that are not saved stay until the user has signed in again', async () => {
  let ended = true;
  const refused = failing('UNAUTHENTICATED', 'Sign in to continue.');
  const DecisionSender_Decide = asked((call) => (ended ? refused : decided(people)(call)));
  const { screen, dialog, sent } = await open(people, { DecisionSender_Decide, SignIn_Login: signedIn });
  await userEvent.keyboard('jy');
  const asks = dialog('Sign in to continue');
  await expect.element(asks).toBeVisible();
  ended = false;
  await signInOver(asks);
  await screen.getByRole('button', { name: 'Try again for Jane Doe 1' }).click();
  await expect.element(screen.getByText('All decisions saved')).toBeVisible();
  expect(sent().map(({ itemId, decision }) => [itemId, decision])).toEqual([
    ['1', 'KEEP'],
    ['1', 'KEEP'],
  ]);
});

test('REVIEW-33 a decision that is not saved stays at its row with the reason, and can be sent again or discarded', async () => {
  const failing = { 1: 'Another reviewer has decided.' };
  const { screen, sent } = await open(people, { DecisionSender_Decide: asked(decided(people, failing)) });
  await userEvent.keyboard('jy');
  const message = screen.getByText('Not saved', { exact: true });
  await expect.element(message).toHaveAttribute('title', 'Another reviewer has decided.');
  await screen.getByRole('button', { name: 'Try again for Jane Doe 1' }).click();
  await expect.poll(sent).toHaveLength(2);
  await screen.getByRole('button', { name: 'Discard for Jane Doe 1' }).click();
  await expect.element(screen.getByRole('button', { name: 'Keep access of Jane Doe 1' })).toBeVisible();
});

test.each([
  ['waits until', '/O/reviews', '/O/reviews/4?show=mine'],
  ['does not wait, and', '/O/reviews/4?show=summary', '/O/reviews/4?show=summary'],
])(
  'REVIEW-30 REVIEW-31 leaving the people %s an undo during the request is saved, with the version of what was saved',
  async (_, there, meanwhile) => {
    const answer = held<void>();
    const { router, sent } = await open(people, {
      DecisionSender_Decide: answeredAfter(answer.promise, decided(people)),
      ReviewsPage: { data: { viewer: { ...viewer, organisation: reviewList([reviewOf()]) } } },
    });
    await userEvent.keyboard('jr');
    await expect.poll(sent).toHaveLength(1);
    await userEvent.keyboard('u');
    await router.navigate(there);
    expect(address()).toBe(meanwhile);
    answer.resolve();
    await expect.poll(address).toBe(there);
    await expect
      .poll(() => sent().map(({ decision, version }) => [decision, version]))
      .toEqual([
        ['REMOVE', 0],
        [null, 1],
      ]);
  },
);

test('REVIEW-33 SHELL-12 Sign Out asks while a decision is sent, and after it was not saved', async () => {
  const answer = held<void>();
  const failing = { 1: 'Another reviewer has decided.' };
  const { screen, sent } = await open(people, {
    DecisionSender_Decide: answeredAfter(answer.promise, decided(people, failing)),
  });
  await userEvent.keyboard('jy');
  await expect.poll(sent).toHaveLength(1);
  const question = screen.getByRole('dialog', { name: 'Continue without saving?' });
  const signOutAndCancel = async () => {
    await screen.getByRole('button', { name: 'Account menu' }).click();
    await screen.getByRole('menuitem', { name: 'Sign Out' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
  };
  await signOutAndCancel();
  answer.resolve();
  await expect.element(screen.getByText('Not saved', { exact: true })).toBeVisible();
  await signOutAndCancel();
  expect(storedSecret()).toBe('secret-of-this-tab');
});

test('REVIEW-34 SCIMUSER-85 what helps to decide is next to each person, and what is missing is left out', async () => {
  const managed = { __typename: 'AccessReviewFact', kind: 'PROVISIONED', at: null, count: null, text: null };
  await open([
    reviewItemOf('1'),
    reviewItemOf('2', { facts: [], assignableRoles: [], isExternal: true }),
    reviewItemOf('3', { facts: [managed] }),
  ]);
  const facts = rowsOf('People').map((cells) => cells.at(-2));
  expect(facts).toEqual([
    expect.stringMatching(/^Last sign-in 18 Nov 2026 · 2 API keys · 14 events in the last 90 days$/),
    '–',
    'Managed by your identity provider. Remove access there as well.',
  ]);
  // External users cannot get another role.
  expect(decisions()[1]).not.toContain('Change role');
});

test('REVIEW-35 a reason is added in the panel', async () => {
  const { screen, sent } = await open();
  await userEvent.keyboard('jy');
  await userEvent.keyboard('{ArrowUp}');
  await userEvent.keyboard(' ');
  await screen.getByRole('textbox', { name: /^Reason/ }).fill('Still in the team');
  await screen.getByRole('button', { name: 'Save reason' }).click();
  await expect.poll(() => sent().at(-1)).toMatchObject({ itemId: '1', decision: 'KEEP', reason: 'Still in the team' });
});

const changed = (id: string, role: string | null) => ({
  __typename: 'AccessReviewItemConnection',
  totalCount: 1,
  nodes: [{ __typename: 'AccessReviewItem', id, fullName: `Jane Doe ${id}`, roleAtStart: 'AUDITEE', newRole: role }],
});
const changes = { changed: changed('1', 'ORGANISER'), removed: changed('2', null) };
const changeCounts = ['CHANGE_ROLE', 'REMOVE'].map((decision) => ({
  __typename: 'AccessReviewDecisionCount',
  decision,
  count: 1,
}));

test('REVIEW-36 the review is ended with the password, and the question says what happens', async () => {
  const ending = { __typename: 'CompleteAccessReviewPayload', accessReview: reviewOf({ state: 'ENDING' }) };
  const { screen, button, calls } = await open(
    people,
    { EndReviewButton_End: { data: { completeAccessReview: ending } }, ReviewChanges: { data: changes } },
    { decidedCount: 2, decisionCounts: changeCounts },
  );
  await button('Complete review').click();
  const dialog = screen.getByRole('dialog');
  await expect
    .element(dialog.getByText(/Keep access 0, change role 1, remove access 1, no decision 1\. The decisions/))
    .toBeVisible();
  await expect.element(dialog.getByText('Jane Doe 1: Auditee to Organiser (more permissions)')).toBeVisible();
  await expect.element(dialog.getByText('Jane Doe 2')).toBeVisible();
  await expect.element(dialog.getByLabelText(/password/i).first()).toHaveFocus();
  await expect.element(dialog.getByText(/1 person with a pending decision keeps their access/)).toBeVisible();
  await dialog
    .getByLabelText(/password/i)
    .first()
    .fill('Welcome#2026');
  await dialog.getByRole('button', { name: 'Complete review', exact: true }).click();
  await expect
    .poll(() => calls.find(({ name }) => name === 'EndReviewButton_End')?.variables)
    .toEqual({
      input: { reviewId: '4', currentPassword: 'Welcome#2026' },
    });
});

test('REVIEW-37 the summary has the evidence', async () => {
  const evidence = [
    {
      __typename: 'AccessReviewEvidence',
      kind: 'HTML',
      fileName: 'review.html',
      byteCount: 4_096,
      sha256: 'ab'.repeat(32),
      createdAt: '2026-12-01T09:30:00.000Z',
    },
  ];
  const ended = { state: 'ENDED', evidence, viewerCanEnd: false, viewerCanCancel: false };
  const { screen, router } = await open(people, {}, ended);
  await router.navigate('/O/reviews/4?show=summary');
  await expect
    .element(screen.getByRole('link', { name: 'Page to print' }))
    .toHaveAttribute('href', '/files/access-reviews/4/html');
});

test('REALUSE-15 a decision that was not applied gets a reason, which the evidence shows', async () => {
  const item = reviewItemOf('1', {
    decision: 'REMOVE',
    outcome: 'NOT_APPLIED',
    isUnapplied: true,
    viewerCanExplain: true,
  });
  const ended = { state: 'ENDED', endedAt: '2026-12-01T09:30:00.000Z', unappliedCount: 1, viewerCanEnd: false };
  const addendum = {
    __typename: 'AccessReviewAddendum',
    itemId: '1',
    fullName: 'Jane Doe 1',
    reason: 'Responder until June',
    writtenBy: 'Olga Organiser',
    writtenAt: '2026-12-01T10:30:00.000Z',
    sha256: 'ab'.repeat(32),
  };
  const explained = {
    accessReview: reviewOf({ ...ended, unappliedCount: 0, addenda: [addendum] }),
    item: { ...item, isUnapplied: false, viewerCanExplain: false },
  };
  const answers = { ExplainButton_Explain: { data: { explainUnappliedDecision: explained } } };
  const { screen, calls, router } = await open([item], answers, ended);
  await expect.element(screen.getByText('1 not applied')).toBeVisible();
  await screen.getByRole('button', { name: 'Give a reason for Jane Doe 1' }).click();
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Responder until June');
  await screen.getByRole('button', { name: 'Save reason' }).click();
  await expect.element(screen.getByText('1 not applied')).not.toBeInTheDocument();
  expect(calls.find(({ name }) => name === 'ExplainButton_Explain')?.variables).toEqual({
    input: { itemId: '1', reason: 'Responder until June' },
  });
  await router.navigate('/O/reviews/4?show=summary');
  await expect
    .element(screen.getByRole('region', { name: 'Evidence' }).getByText('Responder until June'))
    .toBeVisible();
});

test('REALUSE-15 what a removal leaves undone is said at the decision and before the review is completed', async () => {
  const removalNote = 'A responder cannot be removed. Assign another responder in Arc first.';
  const removed = reviewItemOf('1', { decision: 'REMOVE', version: 1, removalNote });
  const answers = { ReviewChanges: { data: { changed: null, removed: { totalCount: 1, nodes: [removed] } } } };
  const counts = { decisionCounts: [{ __typename: 'AccessReviewDecisionCount', decision: 'REMOVE', count: 1 }] };
  const { screen, button } = await open([removed], answers, { ...counts, decidedCount: 1, personCount: 1 });
  await expect.element(screen.getByText(removalNote)).toBeVisible();
  await button('Complete review').click();
  await expect.element(screen.getByRole('dialog').getByText(/A responder cannot be removed/)).toBeVisible();
});

test('REVIEW-37 a reviewer who may not read the review has only their people', async () => {
  const part = { viewerCanRead: false, viewerCanEnd: false, viewerCanCancel: false };
  const { screen } = await open(people, {}, part);
  await expect.element(screen.getByRole('navigation', { name: 'Review views' })).not.toBeInTheDocument();
});

test('REVIEW-38 the list is a tab next to the activity, and opens what the viewer has to do', async () => {
  const data = { viewer: { ...viewer, organisation: reviewList([reviewOf()]) } };
  const { screen } = await openConsole('/O/reviews', gatewayOf({ ReviewsPage: { data } }));
  await expect
    .element(screen.getByRole('link', { name: 'Access review November 2026' }))
    .toHaveAttribute('href', '/O/reviews/4?show=mine');
  const tabs = screen.getByRole('navigation', { name: 'Activity and reviews' });
  await expect.element(tabs.getByRole('link', { name: 'Reviews' })).toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByRole('link', { name: 'Start access review' })).toBeVisible();
});

test('EVIDENCE-18 the years of evidence are set within their range, and the question says what is deleted', async () => {
  const own = reviewList([]);
  const saved = { __typename: 'Organisation', id: own.id, reviewEvidenceYears: 2 };
  const { screen, button, calls } = await openConsole(
    '/O/reviews',
    gatewayOf({
      ReviewsPage: { data: { viewer: { ...viewer, organisation: own } } },
      ReviewSettings_SetEvidenceYears: { data: { setReviewEvidenceYears: { organisation: saved } } },
    }),
  );
  await expect.element(screen.getByText('Evidence is kept for 3 years.')).toBeVisible();
  await button('Change').click();
  const question = screen.getByRole('dialog', { name: 'How long should evidence be kept?' });
  const years = question.getByRole('textbox', { name: 'Years' });
  const save = question.getByRole('button', { name: 'Save' });
  await years.fill('11');
  await save.click();
  await expect.element(years).toHaveAttribute('aria-invalid', 'true');
  await years.fill('2');
  await expect.element(question.getByText(/more than 2 years ago will be permanently deleted/)).toBeVisible();
  await question.getByLabelText(/^Password/).fill('Welcome#2026');
  await save.click();
  await expect.element(screen.getByText('Evidence is kept for 2 years.')).toBeVisible();
  expect(
    calls.filter(({ name }) => name === 'ReviewSettings_SetEvidenceYears').map(({ variables }) => variables),
  ).toEqual([{ input: { organisationId: own.id, years: 2, currentPassword: 'Welcome#2026' } }]);
});

test('REVIEW-39 without access reviews the address is not found', async () => {
  const none = { ...reviewList([]), viewerCanViewAccessReviews: false, accessReviews: null, accessReviewSeries: null };
  const data = { viewer: { ...viewer, organisation: none } };
  const { screen } = await openConsole('/O/reviews', gatewayOf({ ReviewsPage: { data } }));
  await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

/** 48 users, 7 with any one role, and 3 external users. */
const countedPeople = ({ variables }: Call) => {
  const { roleKeys } = variables.users as { roleKeys?: string[] };
  const user = { __typename: 'User', id: '3', fullName: 'Olga Organiser', email: 'olga@demo.example' };
  const users = { __typename: 'UserConnection', totalCount: roleKeys?.length === 1 ? 7 : 48, nodes: [user] };
  const externalUsers = { __typename: 'ExternalUserConnection', totalCount: 3, nodes: [] };
  return { data: { organisation: { ...reviewList([]), users, ...(variables.external ? { externalUsers } : {}) } } };
};

test('REVIEW-67 REVIEWER-9 the form proposes a name that no review of the month has, and says how many people and reviewers there will be, and how many supervisors are not used', async () => {
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date());
  const name = `Access review ${month}`;
  const taken = [name, `${name} (2)`].map((one, at) => reviewOf({ id: String(at), name: one }));
  const own = reviewList(taken);
  const { screen } = await openConsole(
    '/O/reviews/new',
    gatewayOf({
      StartReviewPage: { data: { viewer: { ...viewer, organisation: own } } },
      usePeopleSearch_People: asked(countedPeople),
    }),
  );
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue(`${name} (3)`);
  await expect.element(screen.getByText('51 people, reviewed by their supervisors')).toBeVisible();
  const selfSet = screen.getByText(/^2 active users set their own supervisor\./);
  await expect.element(selfSet).toBeVisible();
  await screen.getByRole('radio', { name: 'People with selected roles' }).click();
  await screen.getByRole('checkbox', { name: 'Assessor' }).click();
  await screen.getByRole('radio', { name: 'Selected reviewers' }).click();
  await expect.element(screen.getByText('7 people, 0 reviewers')).toBeVisible();
  await expect.element(selfSet).not.toBeInTheDocument();
  await screen.getByRole('combobox', { name: /^Reviewers/ }).click();
  await screen.getByRole('option', { name: /^Olga Organiser/ }).click();
  await expect.element(screen.getByText('7 people, 1 reviewer')).toBeVisible();
});

test('REVIEW-40 START-94 the form starts a review of roles that repeats, and opens it', async () => {
  const own = { ...reviewList([]) };
  const started = { __typename: 'StartAccessReviewPayload', accessReview: reviewOf() };
  const { screen, button, calls } = await openConsole(
    '/O/reviews/new',
    gatewayOf({
      StartReviewPage: { data: { viewer: { ...viewer, organisation: own } } },
      usePeopleSearch_People: asked(countedPeople),
      StartReviewForm_Start: { data: { startAccessReview: started } },
      ReviewPage: reviewPage(people),
    }),
  );
  await screen.getByRole('textbox', { name: 'Name' }).fill('Quarterly');
  for (const name of ['People in the review', 'Reviewers'])
    await expect.element(screen.getByRole('radiogroup', { name })).toBeVisible();
  expect(document.querySelector('form :is(h2, h3)')).toBeNull();
  await screen.getByRole('radio', { name: 'People with selected roles' }).click();
  await button('Start access review').click();
  await expect.element(screen.getByRole('group', { name: 'Roles' })).toBeVisible();
  expect(calls.some(({ name }) => name === 'StartReviewForm_Start')).toBe(false);
  await screen.getByRole('checkbox', { name: 'Assessor' }).click();
  await screen.getByRole('combobox', { name: /^Recurrence/ }).fill('Every 3');
  await screen.getByRole('option', { name: 'Every 3 months' }).click();
  await button('Start access review').click();
  await expect.poll(address).toBe('/O/reviews/4?show=mine');
  expect(calls.find(({ name }) => name === 'StartReviewForm_Start')?.variables).toEqual({
    input: {
      organisationId: '7',
      name: 'Quarterly',
      dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      scope: 'ROLES',
      roles: ['ASSESSOR'],
      userIds: [],
      reviewerIds: [],
      repeatMonths: 3,
    },
  });
});
