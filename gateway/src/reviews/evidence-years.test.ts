import { expect } from 'vitest';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const document = 'query($id: ID!) { organisation(id: $id) { reviewEvidenceYears viewerCanSetReviewEvidenceYears } }';
const setDocument = `mutation($input: SetReviewEvidenceYearsInput!) {
  setReviewEvidenceYears(input: $input) { organisation { id reviewEvidenceYears } } }`;

testWith('on', 'EVIDENCE-11 the years are read and set, and a reviewer has no part in them', async () => {
  const organisationId = String(system.platform.orgs.A);
  const tab = await system.signIn('orgA');
  const read = async (by: typeof tab) => (await by.graphql(document, { id: organisationId })).data.organisation;
  expect(await read(tab)).toEqual({ reviewEvidenceYears: 3, viewerCanSetReviewEvidenceYears: true });
  const { data } = await tab.graphql(setDocument, { input: { organisationId, years: 7 } });
  expect(data.setReviewEvidenceYears.organisation).toEqual({ id: organisationId, reviewEvidenceYears: 7 });
  const wrong = await tab.graphql(setDocument, { input: { organisationId, years: 11 } });
  expect(wrong.errors[0]?.extensions.fields).toEqual([expect.objectContaining({ path: 'years', code: 'FORMAT' })]);
  const none = { reviewEvidenceYears: null, viewerCanSetReviewEvidenceYears: false };
  expect(await read(await system.signIn('assA'))).toEqual(none);
});

testWith('off', 'EVIDENCE-11 an external product API keeps no evidence', async () => {
  const tab = await system.signIn('orgA');
  const organisationId = String(system.platform.orgs.A);
  expect((await tab.graphql(document, { id: organisationId })).data.organisation).toEqual({
    reviewEvidenceYears: null,
    viewerCanSetReviewEvidenceYears: false,
  });
  const { code } = await tab.graphql(setDocument, { input: { organisationId, years: 7 } });
  expect(code).toBe('CAPABILITY_UNAVAILABLE');
});
