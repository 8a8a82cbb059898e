import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import {
  createOrganisation,
  goodInput,
  goodOrganisation,
  goodOrganiser,
  goodPerson,
  orgPaths,
  png,
  type WithOrganisation,
} from '../testing/organisation-mutations.ts';
import { organisationsNamed, usersOfOrganisation } from '../testing/rows.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const signedIn = (user: UserName = 'adm') => system.openTab(user);
const sent = (path: string) => system.upstream.sent(path);
const writes = () =>
  system.upstream.requests.map(({ path }) => path).filter((path) => /^\/consoles($|\/create|\/update)/.test(path));

describe('a new organisation', () => {
  test('WIZ-12 WIZ-6 WIZ-7 ORG-20 GQL-6 REST-39 REST-20 REST-44 is made with its people, and the answer has it', async () => {
    const { data, errors } = await createOrganisation(await signedIn(), goodInput('Acme'));
    expect(errors).toEqual([]);
    const { organisation, failed } = data.createOrganisation;
    expect(failed).toEqual([]);
    expect(organisation).toMatchObject({
      brandName: 'Acme',
      legalName: 'Acme Ltd',
      emailDomains: ['new.example', 'sub.new.example'],
      userLimit: null,
      state: 'ACTIVE',
      organiser: { email: 'acme@new.example' },
      facility: { pin: '400051', registeredAddress: null },
    });
    expect([organisation.logo.url, organisation.icon.url]).toEqual([
      expect.stringMatching(/^\/files\/[\w-]{22}$/),
      expect.stringMatching(/^\/files\/[\w-]{22}$/),
    ]);
    expect(writes()).toEqual([orgPaths.create, orgPaths.person, orgPaths.appoint, orgPaths.person, orgPaths.person]);
    expect(await usersOfOrganisation(system, 'Acme')).toEqual([
      { email: 'acme@new.example', designation: 'Analyst', role_id: 3, department_name: 'InfoSec' },
      { email: 'ceo.acme@new.example', designation: 'CEO', role_id: 4, department_name: 'Technology' },
      { email: 'dpo.acme@new.example', designation: 'DPO', role_id: 3, department_name: 'InfoSec' },
    ]);
  });

  test('WIZ-3 the user limit goes out as a number, and -1 for none', async () => {
    const tab = await signedIn();
    await createOrganisation(tab, goodInput('Limited', { userLimit: 5 }));
    await createOrganisation(tab, goodInput('Free'));
    const limits = sent(orgPaths.create).map(({ body }) => Object.fromEntries(body as [string, string][]).user_limit);
    expect(limits).toEqual(['5', '-1']);
    expect((await organisationsNamed(system, 'Limited'))[0]?.user_limit).toBe(5);
  });

  testWith('on', 'OPEN-40 with extensions each call of an attempt carries its own key', async () => {
    const input = goodInput('Keys');
    await createOrganisation(await signedIn(), input);
    const keys = system.upstream.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    expect(keys).toEqual([input.attempt, ...['organiser', 'CEO', 'DPO'].map((post) => `${input.attempt}.${post}`)]);
  });

  test('REALUSE-18 the time zone goes only to a product API that takes one, and is a field of the organisation', async () => {
    const tab = await signedIn();
    await createOrganisation(tab, goodInput('Zoned', { timeZone: 'Pacific/Auckland' }));
    const [body] = sent(orgPaths.create).map((one) => Object.fromEntries(one.body as [string, string][]));
    const [made] = await organisationsNamed(system, 'Zoned');
    const read = await tab.graphql('query($id: ID!) { organisation(id: $id) { timeZone } }', { id: made?.id });
    const zone = mode === 'on' ? 'Pacific/Auckland' : undefined;
    expect([body?.time_zone, read.data.organisation.timeZone]).toEqual([zone, zone ?? null]);
  });

  testWith('off', 'OPEN-40 without extensions no key goes out', async () => {
    await createOrganisation(await signedIn(), goodInput('Keys'));
    expect(system.upstream.requests.some(({ headers }) => 'idempotency-key' in headers)).toBe(false);
  });

  test('WIZ-10 the organiser who holds a post counts as that person, by designation and by email', async () => {
    const organiser = goodOrganiser('ceo@one.example', { designation: 'CEO' });
    const tab = await signedIn();
    const one = await createOrganisation(tab, goodInput('One', { organiser, seniorManagement: [] }));
    expect([one.errors, one.data.createOrganisation.failed]).toEqual([[], []]);
    expect(await usersOfOrganisation(system, 'One')).toMatchObject([
      { email: 'ceo@one.example', designation: 'CEO', role_id: 3 },
    ]);
    const row = { designationId: 'CEO', person: goodPerson('Two@new.example') };
    const two = await createOrganisation(tab, goodInput('Two', { seniorManagement: [row] }));
    expect([two.errors, two.data.createOrganisation.failed]).toEqual([[], []]);
    expect(await usersOfOrganisation(system, 'Two')).toMatchObject([{ email: 'two@new.example', designation: 'CEO' }]);
  });
});

describe('what is refused before anything is sent', () => {
  const faults = async (input: WithOrganisation, files?: Parameters<typeof createOrganisation>[2]) => {
    const { code, errors, data } = await createOrganisation(await signedIn(), input, files);
    expect([data, writes()]).toEqual([null, []]);
    return { code, message: errors[0]?.message, fields: errors[0]?.extensions.fields ?? [] };
  };
  const paths = (fields: { path: string }[]) => fields.map(({ path }) => path).sort();

  test('ORG-15 WIZ-2 ONB-3 every missing field is named as the input has it', async () => {
    const emptyPerson = { firstName: '', lastName: ' ', email: '' };
    const { code, fields } = await faults(
      goodInput('x', {
        attempt: 'again',
        userLimit: 0,
        organisation: {
          brandName: ' ',
          legalName: '',
          industry: '',
          emailDomains: [],
          website: '',
          facility: { pin: '', country: '', state: '', city: '' },
        },
        organiser: emptyPerson,
        seniorManagement: [{ designationId: 'CEO', person: goodPerson('x', { roleId: '99' }) }],
      }),
      {},
    );
    expect(code).toBe('INVALID');
    expect(paths(fields)).toEqual(
      [
        'attempt',
        'userLimit',
        ...['brandName', 'legalName', 'industry', 'emailDomains', 'website', 'logo', 'icon'].map(
          (name) => `organisation.${name}`,
        ),
        ...['pin', 'country', 'state', 'city'].map((name) => `organisation.facility.${name}`),
        ...['firstName', 'lastName', 'email', 'designation', 'supervisorEmail', 'department'].map(
          (name) => `organiser.${name}`,
        ),
        'seniorManagement.0.person.email',
        'seniorManagement.0.person.roleId',
      ].sort(),
    );
    expect(fields).toContainEqual({ path: 'organisation.logo', code: 'REQUIRED', message: 'required' });
  });

  test('WIZ-2 what is left out of the organisation is REQUIRED', async () => {
    const { code, fields } = await faults(goodInput('Bare', { organisation: {} }), {});
    expect(code).toBe('INVALID');
    expect(fields).toContainEqual({ path: 'organisation.brandName', code: 'REQUIRED', message: 'required' });
    expect(fields).toContainEqual({ path: 'organisation.facility.city', code: 'REQUIRED', message: 'required' });
  });

  test('WIZ-8 MSG-17 without a CEO', async () => {
    const said = 'CEO details are required';
    const seniorManagement = [{ designationId: 'CTO', person: goodPerson('cto@new.example') }];
    expect(await faults(goodInput('x', { seniorManagement }))).toEqual({
      code: 'INVALID',
      message: said,
      fields: [{ path: 'seniorManagement', code: expect.any(String), message: said }],
    });
  });

  test('WIZ-9 MSG-17 another person in the post that the organiser holds, and two in one post', async () => {
    const input = goodInput('x', { organiser: goodOrganiser('ciso@new.example', { designation: 'CISO' }) });
    const other = { designationId: 'CISO', person: goodPerson('other@new.example') };
    const seniorManagement = [...input.seniorManagement, other];
    expect(await faults({ ...input, seniorManagement })).toMatchObject({ message: 'Duplicate User for CISO' });
    const twice = [...input.seniorManagement, { designationId: 'CEO', person: goodPerson('x@new.example') }];
    expect(await faults({ ...input, seniorManagement: twice })).toMatchObject({ message: 'Duplicate User for CEO' });
  });

  test('WIZ-5 one person in two posts, and a post that is none', async () => {
    const input = goodInput('x');
    const rows = [
      ...input.seniorManagement,
      { designationId: 'CTO', person: input.seniorManagement[0]?.person },
      { designationId: 'Cook', person: goodPerson('cook@new.example') },
    ];
    expect(paths((await faults({ ...input, seniorManagement: rows })).fields)).toEqual([
      'seniorManagement.2.person.email',
      'seniorManagement.3.designationId',
    ]);
  });

  test.each(['javascript:alert(1)', ' data:text/html,x', '//evil', 'http://a b'])(
    'CASES-25 the website %j',
    async (website) => {
      const { fields } = await faults(goodInput('x', { organisation: goodOrganisation('x', { website }) }));
      expect(paths(fields)).toEqual(['organisation.website']);
    },
  );

  test('CASES-49 CASES-52 OPEN-54 pictures that are too large or none, each by name', async () => {
    const large = Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)]);
    const both = await faults(goodInput('x'), { logo: large, icon: '<html><script>1</script></html>' });
    expect(both).toMatchObject({
      code: 'FILE_REFUSED',
      fields: [
        { path: 'organisation.logo', code: 'TOO_LONG', message: 'The file is too large. It must be at most 2 MB.' },
        { path: 'organisation.icon', code: 'FORMAT', message: 'must be a PNG, JPEG or SVG image' },
      ],
    });
    expect(await faults(goodInput('x'), { logo: png, icon: '' })).toMatchObject({ code: 'FILE_REFUSED' });
  });
});
