import { roleLevel } from '@console/contract/access';
import { seniorPosts } from '@console/contract/rules';
import type { NewRow } from '../core/database/schema.ts';
import type { DemoOrganisation } from './organisations.ts';
import { demoDepartments, demoDesignations, demoFirstnames, demoLastnames, toEmailLocalPart } from './people-list.ts';
import type { Random, RandomDates } from './random.ts';

type Person = Pick<NewRow<'ent_usr'>, 'firstname' | 'lastname' | 'role_id' | 'designation' | 'department_name'> &
  Pick<NewRow<'ent_usr'>, 'email'> &
  Partial<NewRow<'ent_usr'>>;

const ciso = { designation: 'CISO', department_name: 'InfoSec', role_id: roleLevel('ORGANISER') };

/** Users of `demoSignIns` by domain; the first is the Organiser. */
const demoNamedUsers: Record<string, Person[]> = {
  'demo.example': [
    { email: 'organiser@demo.example', firstname: 'Olivia', lastname: 'Okafor', ...ciso },
    {
      email: 'admin@demo.example',
      firstname: 'Ada',
      lastname: 'Lindqvist',
      role_id: roleLevel('ADMINISTRATOR'),
      designation: 'Senior Manager',
      department_name: 'Technology',
    },
    {
      email: 'architect@demo.example',
      firstname: 'Arjun',
      lastname: 'Mehta',
      role_id: roleLevel('ARCHITECT'),
      designation: 'Senior Engineer',
      department_name: 'Technology',
    },
    {
      email: 'assessor@demo.example',
      firstname: 'Aiko',
      lastname: 'Sato',
      role_id: roleLevel('ASSESSOR'),
      designation: 'Senior Analyst',
      department_name: 'InfoSec',
    },
    {
      email: 'auditee@demo.example',
      firstname: 'André',
      lastname: 'Dubois',
      role_id: roleLevel('AUDITEE'),
      designation: 'Team Lead',
      department_name: 'Operations',
      dept_lead: true,
    },
    {
      email: 'disabled@demo.example',
      firstname: 'Dana',
      lastname: 'Novák',
      role_id: roleLevel('ASSESSOR'),
      designation: 'Analyst',
      department_name: 'Finance',
      is_disabled: true,
    },
  ],
  'secure.example': [{ email: 'otp@secure.example', firstname: 'Omar', lastname: 'Haddad', ...ciso }],
  'closed.example': [{ email: 'user@closed.example', firstname: 'Uma', lastname: 'Rao', ...ciso }],
};

const demoUserWithoutOrganisation: Person = {
  email: 'new@nowhere.example',
  firstname: 'Nora',
  lastname: 'Nowak',
  role_id: roleLevel('ORGANISER'),
  designation: 'Manager',
  department_name: 'Operations',
};

export type DemoUser = Omit<NewRow<'ent_usr'>, 'ent_org_id' | 'created_at' | 'updated_at'> & {
  organisation: DemoOrganisation | null;
  is_disabled: boolean;
  created_at: Date;
  updated_at: Date;
};

export const demoUserCount = 600;

/** Invited users with links that expire soon. */
const invitedLately = ['yuki.pillai@demo.example', 'yusuf.joshi@demo.example', 'zoe.gupta@demo.example'];

export const withRecentInvitations = (users: readonly DemoUser[], randomDates: RandomDates): DemoUser[] =>
  users.map((user) => {
    if (!invitedLately.includes(user.email)) return user;
    const created_at = randomDates.between(6, 5);
    return { ...user, password_hash: null, created_at, updated_at: created_at };
  });

const [organiser, assessor, auditee] = [roleLevel('ORGANISER'), roleLevel('ASSESSOR'), roleLevel('AUDITEE')];

/** Users by organisation: the CEO, the users to sign in as, all others. */
export function demoUsers(
  organisations: DemoOrganisation[],
  random: Random,
  randomDates: RandomDates,
  passwordHash: string,
): DemoUser[] {
  const taken = new Set<string>();
  const emailOf = (first: string, last: string, domain: string) => {
    for (let number = 1; ; number += 1) {
      const email = `${toEmailLocalPart(first)}.${toEmailLocalPart(last)}${number === 1 ? '' : number}@${domain}`;
      if (!taken.has(email) && taken.add(email)) return email;
    }
  };

  const make = (organisation: DemoOrganisation, given: Partial<DemoUser> = {}): DemoUser => {
    const [firstname, lastname] = [random.pick(demoFirstnames), random.pick(demoLastnames)];
    const role_id = given.role_id ?? (random.chance(0.35) ? assessor : auditee);
    const created_at = randomDates.since(organisation.created_at);
    return {
      organisation,
      email: given.email ?? emailOf(firstname, lastname, organisation.domain),
      firstname,
      lastname,
      country_code: organisation.dial,
      mobile: random.chance(0.7) ? String(random.whole(7_000_000_000, 9_999_999_999)) : null,
      designation: random.pick(demoDesignations),
      role_id,
      dept_lead: role_id === auditee && random.chance(0.15),
      department_name: random.pick(demoDepartments),
      supervisor: null,
      password_hash: passwordHash,
      is_disabled: random.chance(0.09),
      created_at,
      updated_at: randomDates.since(created_at),
      ...given,
    };
  };

  // Invited users have no details yet.
  const invite = (organisation: DemoOrganisation): DemoUser => {
    const user = make(organisation, { is_disabled: false, password_hash: null, dept_lead: false });
    const { created_at } = user;
    const unknown = { firstname: null, lastname: null, country_code: null, mobile: null, designation: null };
    return { ...user, ...unknown, role_id: null, department_name: null, supervisor: null, updated_at: created_at };
  };

  const lead = (organisation: DemoOrganisation): DemoUser[] => {
    const known = demoNamedUsers[organisation.domain] ?? [];
    const isDemo = organisation.domain === 'demo.example';
    const filledPosts = seniorPosts.filter(({ id }) => {
      if (known.some((person) => person.designation === id)) return false;
      if (id === 'CEO' || id === 'CISO') return true;
      return isDemo ? id !== 'CPO' : random.chance(0.4);
    });
    const [ceo, ...others] = filledPosts.map(({ id, department, role }) =>
      make(organisation, {
        designation: id,
        department_name: department,
        role_id: roleLevel(role),
        is_disabled: false,
      }),
    );
    const people = known.map((person) => make(organisation, { is_disabled: false, ...person }));
    return [...(ceo ? [ceo] : []), ...people, ...others];
  };

  const staff = (organisation: DemoOrganisation, size: number): DemoUser[] => {
    const leaders = lead(organisation);
    const [ceo] = leaders;
    const guests = organisation.dial === '+91' || random.chance(0.3) ? [invite(organisation)] : [];
    const rest = Array.from({ length: size - leaders.length - guests.length }, () => make(organisation));
    const seniorPeople = leaders.filter((one) => !one.is_disabled && [organiser, assessor].includes(one.role_id ?? 0));
    for (const leader of leaders.slice(1)) leader.supervisor ??= ceo?.email ?? null;
    for (const person of rest) person.supervisor = random.pick(seniorPeople).email;
    return [...leaders, ...rest, ...guests];
  };

  // Other organisations have 8 to 18 users; the rest belong to Demo Industries.
  const [demo, ...others] = organisations;
  if (!demo) return [];
  const users = others.flatMap((organisation, place) => staff(organisation, 8 + ((place * 7) % 11)));
  return [
    ...staff(demo, demoUserCount - 1 - users.length),
    ...users,
    { ...make(demo, { ...demoUserWithoutOrganisation, is_disabled: false }), organisation: null },
  ];
}

export const findDemoOrganiser = (users: DemoUser[], organisation: DemoOrganisation): DemoUser | undefined =>
  users.find((user) => user.organisation === organisation && user.role_id === organiser && !user.is_disabled);
