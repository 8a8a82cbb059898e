import { capabilitiesCall } from '@console/contract/calls/extensions';
import { expect } from 'vitest';
import { addReview, itemFields, reviewFields, reviewMutationNames, sendReview } from '../testing/review-mutations.ts';
import { password, startTestSystem, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const listDocument = `query($id: ID!, $first: Int, $after: String) { organisation(id: $id) {
  viewerCanViewAccessReviews viewerCanStartAccessReview accessReviewSeries { id name months nextOn viewerCanEnd }
  accessReviews(first: $first, after: $after) { totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;
const document = `query($id: ID!, $filter: AccessReviewItemFilter, $search: String, $first: Int, $after: String) {
  accessReview(id: $id) { ${reviewFields} }
  accessReviewItems(reviewId: $id, filter: $filter, search: $search, first: $first, after: $after) {
    totalCount nodes { ${itemFields} } pageInfo { hasNextPage hasPreviousPage endCursor } } }`;

testWith('on', 'REVIEW-41 the reviews of an organisation are read page by page, newest first', async () => {
  const organisationId = system.platform.orgs.A;
  const [older, newer] = [await addReview(system, organisationId), await addReview(system, organisationId)];
  const tab = await system.signIn('adm');
  const first = (await tab.graphql(listDocument, { id: organisationId, first: 1 })).data.organisation;
  expect(first).toMatchObject({
    viewerCanViewAccessReviews: true,
    viewerCanStartAccessReview: true,
    accessReviews: { nodes: [{ id: newer.reviewId }], pageInfo: { hasNextPage: true, hasPreviousPage: false } },
  });
  expect(first.accessReviewSeries).toHaveLength(2);
  const after = first.accessReviews.pageInfo.endCursor;
  const next = (await tab.graphql(listDocument, { id: organisationId, first: 1, after })).data.organisation;
  expect(next.accessReviews.nodes).toEqual([{ id: older.reviewId }]);
  const foreign = await tab.graphql(listDocument, { id: system.platform.orgs.B, first: 1, after });
  expect(foreign.errors[0]?.extensions.fields).toEqual([expect.objectContaining({ path: 'after', code: 'FORMAT' })]);
  // Reviewers cannot read the recurring reviews.
  const reviewer = await (await system.signIn('assA')).graphql(listDocument, { id: organisationId });
  expect([reviewer.errors, reviewer.data.organisation.accessReviewSeries]).toEqual([[], []]);
});

testWith(
  'on',
  'REVIEW-42 REVIEW-69 each decision is saved or fails by itself, and one without a value is taken back',
  async () => {
    const { reviewId, itemId } = await addReview(system, system.platform.orgs.A);
    const tab = await system.signIn('adm');
    const decide = async (...decisions: object[]) =>
      (await sendReview(tab, 'decideInAccessReview', { reviewId, decisions })).data.decideInAccessReview;
    const made = await decide(
      { itemId, decision: 'CHANGE_ROLE', newRole: 'ASSESSOR', reason: 'New team', version: 0 },
      { itemId: '999999', decision: 'KEEP', version: 0 },
    );
    const decided = { id: itemId, decision: 'CHANGE_ROLE', newRole: 'ASSESSOR', reason: 'New team', version: 1 };
    expect(made).toMatchObject({
      accessReview: { decidedCount: 1 },
      items: [decided],
      failures: [{ itemId: '999999', code: 'NOT_FOUND' }],
    });
    const stale = await decide({ itemId, decision: 'KEEP', version: 0 });
    expect(stale).toMatchObject({ items: [decided], failures: [{ itemId, code: 'CONFLICT' }] });
    const { data } = await tab.graphql(document, { id: reviewId, filter: { decided: true, mine: true } });
    expect(data.accessReviewItems).toMatchObject({ totalCount: 1, nodes: [{ id: itemId }] });
    const countOf = async (more: object) =>
      (await tab.graphql(document, { id: reviewId, ...more })).data.accessReviewItems.totalCount;
    const counts = [{ search: 'AUDA' }, { search: 'zoe' }, { filter: { department: 'Legal' } }].map(countOf);
    expect(await Promise.all(counts)).toEqual([1, 0, 0]);
    const undone = await decide({ itemId, decision: null, version: 1 });
    expect(undone).toMatchObject({ accessReview: { decidedCount: 0 }, items: [{ decision: null, newRole: null }] });
  },
);

testWith('on', 'REVIEW-43 a review ends after the password', async () => {
  const { reviewId } = await addReview(system, system.platform.orgs.A);
  const tab = await system.signIn('adm');
  const wrong = await sendReview(tab, 'completeAccessReview', { reviewId, currentPassword: 'Wrong-passw0rd' });
  expect(wrong.code).toBe('WRONG_PASSWORD');
  system.upstream.requests.length = 0;
  const { data } = await sendReview(tab, 'completeAccessReview', { reviewId, currentPassword: password });
  expect(data.completeAccessReview.accessReview.state).toMatch(/^END(ING|ED)$/);
  const writes = system.upstream.requests.flatMap(({ method, path }) =>
    method === 'POST' && path.startsWith('/consoles/') ? path : [],
  );
  expect(writes).toEqual(['/consoles/valid_password', '/consoles/ext/complete_access_review']);
});

testWith('off', 'REVIEW-39 an external product API has no access reviews', async () => {
  const tab = await system.signIn('adm');
  const { organisation } = (await tab.graphql(listDocument, { id: system.platform.orgs.A })).data;
  expect(organisation).toEqual({
    viewerCanViewAccessReviews: false,
    viewerCanStartAccessReview: false,
    accessReviews: null,
    accessReviewSeries: null,
  });
  expect((await tab.graphql(document, { id: '1' })).data).toEqual({ accessReview: null, accessReviewItems: null });
  const inputs = {
    startAccessReview: { organisationId: system.platform.orgs.A, name: 'x', dueOn: '2027-01-01', scope: 'ALL' },
    decideInAccessReview: { reviewId: '1', decisions: [] },
    completeAccessReview: { reviewId: '1', currentPassword: password },
    cancelAccessReview: { reviewId: '1' },
    explainUnappliedDecision: { itemId: '1', reason: 'x' },
    endAccessReviewSeries: { seriesId: '1' },
  };
  for (const name of reviewMutationNames) {
    const { code } = await sendReview(tab, name, inputs[name]);
    expect([name, code]).toEqual([name, 'CAPABILITY_UNAVAILABLE']);
  }
});

const countDocument = 'query($id: ID!) { organisation(id: $id) { selfSetSupervisorCount } }';
const countOf = async () => {
  const tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
  const { data, errors } = await tab.graphql(countDocument, { id: system.platform.orgs.A });
  const sent = system.upstream.requests.filter(({ path }) => path.includes('self_set')).length;
  return [data.organisation?.selfSetSupervisorCount, errors, sent];
};

testWith(
  'on',
  'REVIEWER-8 the users who set their own supervisor are counted, not by a platform of release 1.0.0',
  async () => {
    expect(await countOf()).toEqual([0, [], 1]);
    const change = (body: unknown) => ({ ...(body as object), capabilities: ['extensions'] });
    const old = await startTestSystem({ extensions: 'on' });
    old.upstream.script(capabilitiesCall.path, { real: true, change });
    const tab = await old.signIn('orgA');
    const { data } = await tab.graphql(countDocument, { id: old.platform.orgs.A });
    expect(data.organisation).toEqual({ selfSetSupervisorCount: null });
    await old.close();
  },
);

testWith(
  'off',
  'REVIEWER-8 an external product API does not count the users who set their own supervisor',
  async () => {
    expect(await countOf()).toEqual([null, [], 0]);
  },
);
