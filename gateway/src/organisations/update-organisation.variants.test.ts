import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import {
  changeOrganiser,
  createOrganisation,
  goodInput,
  goodOrganisation,
  goodOrganiser,
  orgPaths,
  png,
  updateOrganisation,
  updateOrganisationDocument,
} from '../testing/organisation-mutations.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const signedIn = (user: UserName = 'adm') => system.openTab(user);
const { update, record, newOrganiser, organiser: getOrganiser, candidates, appoint } = orgPaths;
const sent = (path: string) => system.upstream.sent(path);
const bodies = (path: string) => sent(path).map(({ body }) => (body as { ent_usr: object }).ent_usr);
const fieldsOf = (errors: { extensions: { fields: { path: string }[] } }[]) =>
  errors.flatMap(({ extensions }) => extensions.fields.map(({ path }) => path));
const row = (id: string | number) =>
  system.platform.db.selectFrom('ent_org').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();

/** An organisation with pictures and an organiser. */
async function made(name = 'Made') {
  const tab = await signedIn();
  const { data } = await createOrganisation(tab, goodInput(name));
  system.upstream.requests.length = 0;
  return { tab, organisation: data.createOrganisation.organisation };
}

describe('an organisation', () => {
  test('ORG-14 ORG-20 GQL-6 REST-40 is changed, and its pictures stay', async () => {
    const { tab, organisation } = await made();
    const changed = goodOrganisation('Made anew', {
      facility: { pin: '1', country: 'India', state: 'Goa', city: 'Panaji', registeredAddress: '1 Main St' },
    });
    const { data, errors } = await updateOrganisation(tab, { id: organisation.id, organisation: changed });
    expect(errors).toEqual([]);
    expect(data.updateOrganisation.organisation).toMatchObject({
      id: organisation.id,
      brandName: 'Made anew',
      facility: { city: 'Panaji', registeredAddress: '1 Main St' },
      logo: organisation.logo,
      icon: organisation.icon,
      organiser: organisation.organiser,
    });
    expect([sent(update).length, sent(getOrganiser), sent(record)]).toEqual([1, [], []]);
  });

  test('ORG-14 DESIGN-4 a registered address that is left out stays, and null empties it', async () => {
    const { tab, organisation } = await made();
    const place = { pin: '1', country: 'India', state: 'Goa', city: 'Panaji' };
    const save = async (more: object) => {
      const changed = goodOrganisation('Made', { facility: { ...place, ...more } });
      const { data, errors } = await updateOrganisation(tab, { id: organisation.id, organisation: changed });
      return [errors, data.updateOrganisation.organisation.facility.registeredAddress];
    };
    expect(await save({ registeredAddress: '1 Main St' })).toEqual([[], '1 Main St']);
    expect(await save({ city: 'Margao' })).toEqual([[], '1 Main St']);
    expect(await save({ registeredAddress: null })).toEqual([[], null]);
  });

  test.each([
    [{ brandName: 'Anew' }, { brandName: 'Anew' }],
    [{ facility: { city: 'Panaji' } }, { facility: { city: 'Panaji' } }],
    [{ emailDomains: ['one.example', 'two.example'] }, { emailDomains: ['one.example', 'two.example'] }],
  ])('ORG-14 DESIGN-4 %j changes only that', async (changes, expected) => {
    const { tab, organisation } = await made();
    const { data, errors } = await updateOrganisation(tab, { id: organisation.id, organisation: changes });
    const { updatedAt: _, ...before } = organisation;
    expect(errors).toEqual([]);
    expect(data.updateOrganisation.organisation).toMatchObject({
      ...before,
      ...expected,
      facility: { ...before.facility, ...('facility' in expected && expected.facility) },
    });
  });

  test('ORG-14 DESIGN-4 without any change nothing is sent, and null for what is required is REQUIRED', async () => {
    const { tab, organisation } = await made();
    const before = await row(organisation.id);
    expect((await tab.graphql(updateOrganisationDocument, { input: { id: organisation.id } })).errors).toEqual([]);
    expect((await updateOrganisation(tab, { id: organisation.id, organisation: {} })).errors).toEqual([]);
    const emptied = { brandName: null, facility: { city: null } };
    const refused = await updateOrganisation(tab, { id: organisation.id, organisation: emptied });
    expect(refused.errors[0]?.extensions.fields).toMatchObject([
      { path: 'organisation.brandName', code: 'REQUIRED' },
      { path: 'organisation.facility.city', code: 'REQUIRED' },
    ]);
    expect([await row(organisation.id), sent(update)]).toEqual([before, []]);
  });

  test('ORG-14 what is left out is not checked by the gateway, and a refusal of the product API names it', async () => {
    const { tab, organisation } = await made();
    await system.platform.db
      .updateTable('ent_org')
      .set({ website: 'old' })
      .where('id', '=', Number(organisation.id))
      .execute();
    const refusals = await updateOrganisation(tab, { id: organisation.id, organisation: { legalName: 'Anew Ltd' } });
    expect(fieldsOf(refusals.errors)).toEqual(['organisation.website']);
    expect(sent(update)).toHaveLength(1);
  });

  test('ORG-14 ORG-19 GQL-3 a new logo replaces the old one, and the icon stays', async () => {
    const { tab, organisation } = await made();
    const input = { id: organisation.id, organisation: goodOrganisation('Made') };
    const { data } = await updateOrganisation(tab, input, { logo: png });
    const { logo, icon } = data.updateOrganisation.organisation;
    expect([logo.url === organisation.logo.url, icon.url === organisation.icon.url]).toEqual([false, true]);
  });

  test('CASES-49 a logo of 3 MB is too large, and the stored one is unchanged', async () => {
    const { tab, organisation } = await made();
    const before = await row(organisation.id);
    const large = Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)]);
    const input = { id: organisation.id, organisation: goodOrganisation('Made') };
    const { code, errors } = await updateOrganisation(tab, input, { logo: large, icon: png });
    expect([code, errors[0]?.message]).toEqual(['FILE_REFUSED', expect.stringContaining('too large')]);
    expect(fieldsOf(errors)).toEqual(['organisation.logo']);
    expect([await row(organisation.id), sent(update)]).toEqual([before, []]);
  });

  test('ORG-20 OPEN-58 a concurrent change is CONFLICT, an unchanged organisation is saved', async () => {
    const { tab, organisation } = await made();
    const input = (brandName: string, expectedUpdatedAt: string) => ({
      id: organisation.id,
      organisation: goodOrganisation(brandName),
      expectedUpdatedAt,
    });
    const stale = await updateOrganisation(tab, input('Other', '2020-01-01T00:00:00.000Z'));
    expect([stale.code, (await row(organisation.id)).brandname]).toEqual(['CONFLICT', 'Made']);
    expect((await updateOrganisation(tab, input('Other', organisation.updatedAt))).errors).toEqual([]);
    expect(fieldsOf((await updateOrganisation(tab, input('x', 'yesterday'))).errors)).toEqual(['expectedUpdatedAt']);
  });

  test('ORG-15 CASES-25 what is wrong is named, and nothing is sent', async () => {
    const organisation = goodOrganisation(' ', { website: 'javascript:alert(1)' });
    const input = { id: system.platform.orgs.B, organisation, organiser: goodOrganiser('x', { firstName: '' }) };
    const { code, errors } = await updateOrganisation(await signedIn(), input);
    expect([code, fieldsOf(errors).sort()]).toEqual([
      'INVALID',
      ['organisation.brandName', 'organisation.website', 'organiser.email', 'organiser.firstName'],
    ]);
    expect([sent(update), sent(newOrganiser)]).toEqual([[], []]);
  });
});

describe('its organiser', () => {
  const edit = async (
    more: object,
    organisation: { id: string; organiser: { email: string } },
    brandName = 'Made',
  ) => ({
    id: organisation.id,
    organisation: goodOrganisation(brandName),
    organiser: goodOrganiser('other@new.example', more),
  });

  test('OPEN-58 REST-42 REST-21 an existing organiser is changed, the email stays, and omitted fields stay', async () => {
    const { tab, organisation } = await made();
    const { data, errors } = await updateOrganisation(
      tab,
      await edit({ lastName: 'Byron', designation: undefined, department: undefined }, organisation),
    );
    expect([errors, data.updateOrganisation.organisation.organiser]).toEqual([[], organisation.organiser]);
    expect(bodies(record)).toMatchObject([
      { lastname: 'Byron', email: 'made@new.example', designation: 'Analyst', department_name: 'InfoSec', role_id: 3 },
    ]);
    expect([sent(getOrganiser).length, sent(update), sent(newOrganiser)]).toEqual([1, [], []]);
  });

  test('OPEN-58 nothing is sent for an organiser who is unchanged', async () => {
    const { tab, organisation } = await made();
    expect((await updateOrganisation(tab, await edit({}, organisation, 'Made anew'))).errors).toEqual([]);
    expect([sent(update).length, sent(record), sent(newOrganiser)]).toEqual([1, [], []]);
  });

  test('OPEN-58 REST-41 without an organiser, the form creates one', async () => {
    const id = String(system.platform.orgs.B);
    const { data, errors } = await updateOrganisation(
      await signedIn(),
      await edit({}, { id, organiser: { email: '' } }, 'B'),
    );
    expect([errors, data.updateOrganisation.organisation.organiser.email]).toEqual([[], 'other@new.example']);
    expect(bodies(newOrganiser)).toMatchObject([{ email: 'other@new.example', ent_org_id: Number(id), role_id: 3 }]);
  });

  test('ERR-12 ORG-20 an organiser who is refused is named, and the same form again does not conflict with itself', async () => {
    const id = String(system.platform.orgs.B);
    const tab = await signedIn();
    const input = await edit({ email: 'adm@a.example' }, { id, organiser: { email: '' } }, 'B anew');
    const expectedUpdatedAt = (await row(id)).updated_at.toISOString();
    system.platform.moveClock(1_000);
    const first = await updateOrganisation(tab, { ...input, expectedUpdatedAt });
    expect([first.code, fieldsOf(first.errors)]).toEqual(['INVALID', ['organiser.email']]);
    expect(first.errors[0]?.message).toMatch(/^The organisation was saved, but its main Organiser was not: /);
    expect(first.errors[0]?.extensions.saved).toBe('PART');
    const organiser = { ...input.organiser, email: 'free@new.example' };
    expect((await updateOrganisation(tab, { ...input, expectedUpdatedAt, organiser })).errors).toEqual([]);
  });
});

describe('changing the organiser', () => {
  const fields = 'organiserCandidates { id } organiser { id }';
  const read = (tab: Awaited<ReturnType<typeof signedIn>>, id: number, asked = fields) =>
    tab.graphql(`query($id: ID!) { organisation(id: $id) { ${asked} } }`, { id });

  test.each<UserName>(['adm', 'arc'])('ORG-27 OPEN-41 REST-43 REST-44 %s picks one of the candidates', async (user) => {
    const tab = await signedIn(user);
    const { A } = system.platform.orgs;
    const { data } = await read(tab, A);
    const id = String(system.platform.users.orgA.id);
    expect(data.organisation.organiserCandidates.map((row: { id: string }) => row.id)).toContain(id);
    expect(data.organisation.organiser).toBeNull();
    const changed = await changeOrganiser(tab, A, id);
    expect([changed.errors, changed.data.changeOrganiser.organisation.organiser.id]).toEqual([[], id]);
    expect(sent(appoint).at(-1)?.body).toEqual({ org_id: A, organizer_id: Number(id) });
  });

  test('ORG-27 ROLE-5 only active users of the organisation, Organiser or higher, are sent', async () => {
    const tab = await signedIn();
    const { orgs, users } = system.platform;
    await system.platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', users.arc.id).execute();
    for (const user of ['audA', 'assA', 'disA', 'arc', 'orgB', 'nowhere', 'invited'] as const) {
      const { code, errors } = await changeOrganiser(tab, orgs.A, users[user].id);
      expect([user, code, errors[0]?.message]).toEqual([
        user,
        'INVALID',
        'userId must be an active user of the organisation with the role Organiser or higher',
      ]);
      expect(fieldsOf(errors)).toEqual(['userId']);
    }
    for (const unknown of ['999999', 'x']) expect((await changeOrganiser(tab, orgs.A, unknown)).code).toBe('INVALID');
    expect(sent(appoint)).toEqual([]);
  });

  test.each([{}, { success: true }])(
    'ORG-27 an answer of %j after which the organisation has no such organiser is a failure',
    async (body) => {
      system.upstream.script(appoint, { body });
      const { code, data } = await changeOrganiser(
        await signedIn(),
        system.platform.orgs.A,
        system.platform.users.orgA.id,
      );
      expect([code, data]).toEqual(['UPSTREAM_BAD_RESPONSE', null]);
    },
  );

  test('REST-42 the organiser is asked for only where the organisation’s body lacks them', async () => {
    const tab = await signedIn();
    const id = system.platform.orgs.A;
    await read(tab, id, 'organiser { id }');
    expect(sent(getOrganiser)).toEqual([]);
    system.upstream.script(orgPaths.detail, { body: { org: { id, brandname: 'A' } } });
    system.upstream.script(getOrganiser, { body: { organiser: { id: 7, email: 'o@a.example' } } });
    expect((await read(tab, id, 'organiser { id }')).data.organisation.organiser).toEqual({ id: '7' });
    system.upstream.script(getOrganiser, { body: { organiser: null } });
    expect(await read(tab, id, 'organiser { id }')).toMatchObject({
      data: { organisation: { organiser: null } },
      errors: [],
    });
    expect(sent(candidates)).toEqual([]);
  });
});
