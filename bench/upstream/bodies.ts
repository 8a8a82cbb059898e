import type { StubOrganisation } from './organisations.ts';

const newest = Date.UTC(2026, 0, 1);
const minute = 60_000;
/** A placeholder in a field that no measured query requests; as long as the texts that replace it. */
export const changingText = 'visit0000000000@bench.example';
const changingRow = 500;

const two = (value: number) => String(value).padStart(2, '0');

function user(organisation: number, place: number) {
  const name = `person${String(place).padStart(5, '0')}`;
  const at = new Date(newest - place * minute).toISOString();
  return {
    id: organisation * 100_000 + place + 1,
    firstname: `Given${place}`,
    lastname: `Family${place}`,
    email: `${name}@bench-${organisation}.example`,
    country_code: '+91',
    mobile: `98${String(place).padStart(8, '0')}`,
    designation: 'Compliance Manager',
    role_id: 1,
    role: { id: 1, name: 'Administrator', idStr: 'ADMINISTRATOR' },
    dept_lead: place % 7 === 0,
    supervisor: place === changingRow ? changingText : `supervisor${two(place % 50)}@bench-${organisation}.example`,
    department_name: `Department ${two(place % 20)}`,
    is_disabled: false,
    ent_org_id: organisation,
    logo_url: null,
    ent_org: { logo_url: null },
    created_at: at,
    updated_at: at,
  };
}

function organisation(id: number, place = 0, disabled = false) {
  const at = new Date(newest - place * minute).toISOString();
  return {
    id,
    guid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    brandname: `Organisation ${id}`,
    legalname: `Organisation ${id} Private Limited`,
    industry: 'Banking',
    logo: null,
    icon: null,
    email_domain: `bench-${id}.example`,
    website: `https://bench-${id}.example`,
    user_limit: -1,
    user_limit_text: 'No Limit',
    is_disabled: disabled,
    created_at: at,
    updated_at: at,
    sso: null,
    organizer: user(id, 0),
    facility: {
      pin: '400001',
      country: 'India',
      state: 'Maharashtra',
      city: 'Mumbai',
      registered_address: '1 Main Road',
    },
    pending_asmts_count: 3,
    complete_asmts_count: 4,
    total_asmts_count: 7,
    models_count: 2,
    auditors_count: 5,
    auditees_count: 6,
  };
}

/** REST-17, newest first as specified. */
export const userList = ({ id, users }: StubOrganisation) => ({
  active_users: Array.from({ length: users }, (_, place) => user(id, place)),
});

/** REST-18. */
export const inactiveList = () => ({ inactive_users: [] });

/** REST-38. */
export const organisationDetail = ({ id }: StubOrganisation) => ({
  org: { ...organisation(id), config: { notification_frequency: 'Weekly', otp_required: false, user_limit: -1 } },
});

/** The signed-in user: REST-3 as `user`, REST-1 as `current_ent_usr`. */
export const currentUser = ({ id }: StubOrganisation, key: string) => ({
  ...user(id, 0),
  api_key: key,
  session_token: null,
});

/** REST-37: 200 organisations in each state. */
export const organisationList = () => ({
  active_orgs: Array.from({ length: 200 }, (_, place) => organisation(30_000 + place, place)),
  disable_orgs: Array.from({ length: 200 }, (_, place) => organisation(40_000 + place, place, true)),
});

const noResponders = { dept_responders: [] };

/** Other answers for the console's list of users, by path: REST-13, REST-25 to REST-28, REST-32 and REST-47. */
export const userListLookups: Readonly<Record<string, object>> = {
  '/consoles/subscribed_grc_modules': { modules: [] },
  '/centrals/module_role_list': {
    module_role_list: { Console: [{ id: 1, label: 'Administrator', idStr: 'ADMINISTRATOR' }] },
  },
  '/continuers/con_dept_responders': noResponders,
  '/incidents/inc_dept_responders': noResponders,
  '/task_blueprint/task_dept_responders': noResponders,
  '/consoles/accepcted_pending_user_list': { accepted_pending_user_list: [] },
  '/consoles/department_list': {
    department_list: Array.from({ length: 20 }, (_, place) => {
      const label = `Department ${two(place)}`;
      return { id: label, label };
    }),
  },
};
