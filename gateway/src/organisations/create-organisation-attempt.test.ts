import { randomUUID } from 'node:crypto';
import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import {
  createOrganisation,
  goodInput,
  goodOrganisation,
  goodPerson,
  orgPaths,
} from '../testing/organisation-mutations.ts';
import { organisationsNamed, usersOfOrganisation } from '../testing/rows.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const signedIn = (user: UserName = 'adm') => system.openTab(user);
const sent = (path: string) => system.upstream.sent(path);
/** Counts the organisations with a brand name, and the users of them. */
const counts = async (brandname: string) => [
  (await organisationsNamed(system, brandname)).length,
  (await usersOfOrganisation(system, brandname)).length,
];

describe('what the product API refuses', () => {
  test('ERR-8 a taken brand name has the input’s field name, and a 413 is FILE_REFUSED', async () => {
    const tab = await signedIn();
    await system.platform.db
      .updateTable('ent_org')
      .set({ created_at: new Date(0) })
      .execute();
    const taken = await createOrganisation(tab, goodInput('organisation a'));
    expect([taken.code, taken.errors[0]?.extensions.fields]).toEqual([
      'INVALID',
      [{ path: 'organisation.brandName', code: 'TAKEN', message: 'is taken' }],
    ]);
    system.upstream.script(orgPaths.create, { status: 413, body: {} });
    expect((await createOrganisation(tab, goodInput('Large'))).code).toBe('FILE_REFUSED');
  });

  test('CASES-24 its texts come as they are, without control characters', async () => {
    const errors = { base: ['no \u0000 x'], brandname: ['is <i>bad</i>'] };
    system.upstream.script(orgPaths.create, { status: 422, body: { errors } });
    const answer = await createOrganisation(await signedIn(), goodInput('x'));
    expect(answer.errors[0]?.message).toBe('no  x\nbrandname is <i>bad</i>');
    expect(answer.errors[0]?.extensions.fields).toEqual([
      { path: 'organisation.brandName', code: 'OTHER', message: 'is <i>bad</i>' },
    ]);
  });
});

describe('an attempt that fails in the middle', () => {
  test('RELIABILITY-F22 WIZ-14 OPEN-40 a person who is refused is named, the others are created, and the same attempt finishes it', async () => {
    const tab = await signedIn();
    const input = goodInput('Half');
    const taken = { designationId: 'CTO', person: goodPerson('audA@a.example') };
    const first = await createOrganisation(tab, {
      ...input,
      seniorManagement: [taken, ...input.seniorManagement],
    });
    expect(first.errors).toEqual([]);
    expect(first.data.createOrganisation.failed).toEqual([
      {
        designationId: 'CTO',
        email: 'audA@a.example',
        code: 'INVALID',
        message: expect.stringContaining('email is taken'),
        fields: [{ path: 'seniorManagement.0.person.email', code: 'TAKEN', message: 'is taken' }],
      },
    ]);
    const right = { designationId: 'CTO', person: goodPerson('cto@new.example') };
    const second = await createOrganisation(tab, {
      ...input,
      seniorManagement: [right, ...input.seniorManagement],
    });
    expect([second.errors, second.data.createOrganisation.failed]).toEqual([[], []]);
    expect(second.data.createOrganisation.organisation.id).toBe(first.data.createOrganisation.organisation.id);
    expect(await organisationsNamed(system, 'Half')).toHaveLength(1);
    expect((await usersOfOrganisation(system, 'Half')).map(({ email }) => email).sort()).toEqual(
      ['half', 'ceo.half', 'dpo.half', 'cto'].map((name) => `${name}@new.example`).sort(),
    );
  });

  test.each([orgPaths.person, orgPaths.appoint])(
    'WIZ-14 GQL-7 while %s is down no other person is created, and the same attempt continues',
    async (path) => {
      const tab = await signedIn();
      const input = goodInput('Down');
      system.upstream.script(path, { status: 503, body: {} });
      const { data } = await createOrganisation(tab, input);
      expect(data.createOrganisation.failed.map((row: { designationId: string }) => row.designationId)).toEqual([
        null,
        'CEO',
        'DPO',
      ]);
      expect(sent(path)).toHaveLength(1);
      system.upstream.script(path);
      const again = await createOrganisation(tab, input);
      expect([again.errors, again.data.createOrganisation.failed]).toEqual([[], []]);
      expect(again.data.createOrganisation.organisation.organiser.email).toBe('down@new.example');
      expect(await counts('Down')).toEqual([1, 3]);
    },
  );

  test('RELIABILITY-F30 WIZ-14 the same attempt again, and twice at once, makes everything once', async () => {
    const tab = await signedIn();
    const input = goodInput('Twice');
    const answers = await Promise.all([createOrganisation(tab, input), createOrganisation(tab, input)]);
    answers.push(await createOrganisation(tab, input));
    for (const { errors, data } of answers) expect([errors, data.createOrganisation.failed]).toEqual([[], []]);
    expect(await counts('Twice')).toEqual([1, 3]);
  });

  test('WIZ-17 OPEN-40 the same attempt with another organisation creates neither it nor its people', async () => {
    const tab = await signedIn();
    const input = goodInput('First');
    await createOrganisation(tab, input);
    const other = { ...goodInput('Second'), attempt: input.attempt };
    expect((await createOrganisation(tab, other)).code).toBe('IDEMPOTENCY_CONFLICT');
    expect([await counts('First'), await counts('Second')]).toEqual([
      [1, 3],
      [0, 0],
    ]);
  });

  testWith('on', 'OPEN-40 with extensions an answer that was lost is found by the attempt’s key', async () => {
    const tab = await signedIn();
    const input = goodInput('Lost');
    system.upstream.script(orgPaths.create, { lost: true, times: 1 });
    expect((await createOrganisation(tab, input)).code).toBe('UPSTREAM_UNAVAILABLE');
    expect((await createOrganisation(tab, input)).errors).toEqual([]);
    const other = await createOrganisation(tab, { ...input, organisation: goodOrganisation('Lost two') });
    expect([other.code, (await organisationsNamed(system, 'Lost')).length]).toEqual(['IDEMPOTENCY_CONFLICT', 1]);
  });

  testWith(
    'off',
    'OPEN-40 without extensions a recent organisation of that name needs a confirmation, an old one does not',
    async () => {
      const tab = await signedIn();
      await createOrganisation(tab, goodInput('Young'));
      const again = await createOrganisation(tab, goodInput('young', { attempt: randomUUID() }));
      expect([again.code, again.errors[0]?.extensions.fields[0]?.path]).toEqual(['INVALID', 'organisation.brandName']);
      expect(again.errors[0]?.message).toContain('within the last hour');
      expect(sent(orgPaths.create)).toHaveLength(1);
      system.platform.moveClock(60 * 60_000 + 1);
      await createOrganisation(await system.signIn('adm'), goodInput('young'));
      expect(sent(orgPaths.create)).toHaveLength(2);
    },
  );

  test('DESIGN-3 an answer that does not tell the organisation is made good by one read', async () => {
    system.upstream.script(orgPaths.create, { real: true, change: () => ({}) });
    system.upstream.script(orgPaths.person, { real: true, change: () => ({}) });
    const { data, errors } = await createOrganisation(await signedIn(), goodInput('Thin'));
    expect([errors, data.createOrganisation.failed]).toEqual([[], []]);
    expect(sent(orgPaths.list)).toHaveLength(mode === 'on' ? 1 : 2);
  });
});
