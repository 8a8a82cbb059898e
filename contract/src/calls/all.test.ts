import { expect, test } from 'vitest';
import type { Call } from '../call.ts';
import { mutationNames, mutationOf } from '../mutations.ts';
import { calls } from './all.ts';
import { extensionCalls } from './extensions.ts';

/** SPEC.md section 7, line by line, misspellings included. */
const specified = `
REST-1 POST /login
REST-2 POST /consoles/is_multi_factor_enabled
REST-3 POST /tasks/api_user_detail
REST-4 POST /consoles/encrypt
REST-5 POST /consoles/send_otp
REST-6 POST /consoles/logout_api_user
REST-7 POST /consoles/valid_password
REST-8 POST /consoles/user_by_reset_pwd
REST-9 POST /consoles/reset_pwd
REST-10 POST /consoles/console_reset_pwd_link
REST-11 POST /consoles/forgot_pwd
REST-12 POST /consoles/change_pwd
REST-13 GET /consoles/subscribed_grc_modules
REST-14 POST /consoles/invite_user
REST-15 POST /consoles/external_org_invite_user
REST-16 POST /consoles/check_if_org_usr_exists
REST-17 GET /consoles/active_user_list
REST-18 GET /consoles/inactive_user_list
REST-19 POST /consoles/activate_deactivate_user
REST-20 POST /consoles/create_org_user
REST-21 POST /consoles/update_org_user
REST-22 GET /consoles/get_user_detail_by_id
REST-23 POST /consoles/bulk_user_upload
REST-24 GET /consoles/country_code_list
REST-25 GET /centrals/module_role_list
REST-26 GET /continuers/con_dept_responders
REST-27 GET /incidents/inc_dept_responders
REST-28 GET /task_blueprint/task_dept_responders
REST-29 POST /consoles/mapping_exists
REST-30 POST /consoles/user_mapping_exists
REST-31 GET /consoles/ext_org_accepcted_pending_user_list
REST-32 GET /consoles/accepcted_pending_user_list
REST-33 GET /consoles/accepcted_org_list
REST-34 GET /consoles/pending_org_list
REST-35 GET /consoles/specific_pen_acc_org_list
REST-36 POST /consoles/activate_deactivate
REST-37 GET /consoles/org_list
REST-38 GET /consoles/org_detail
REST-39 POST /consoles
REST-40 POST /consoles/create_or_updare_org
REST-41 POST /consoles/create_organiser
REST-42 POST /consoles/get_organiser
REST-43 GET /consoles/org_organiser_list
REST-44 POST /consoles/update_organiser
REST-45 GET /consoles/enable_disable_org
REST-46 GET /consoles/industry_list
REST-47 GET /consoles/department_list
REST-48 GET /consoles/designation_list
REST-49 GET /consoles/country_list
REST-50 GET /consoles/get_sso
REST-51 POST /consoles/update_adfs
REST-52 GET /tasks/notification_frequency_list
REST-53 POST /consoles/update_config
REST-54 GET /consoles/asmt_status_list
REST-55 POST /consoles/asmt_detail
REST-56 POST /consoles/update_asmt_state
REST-57 POST /consoles/specific_org_details`;

const number = (item: string) => Number(item.slice('REST-'.length));

test('every specified call is declared once, with its exact method and path', () => {
  const declared = Object.values(calls)
    .toSorted((a, b) => number(a.item) - number(b.item))
    .map(({ item, method, path }) => `${item} ${method} ${path}`);
  expect(declared.join('\n')).toBe(specified.trim());
});

test('the key of a call is its name', () => {
  expect(Object.entries(calls).filter(([key, call]) => key !== call.name)).toEqual([]);
});

test('the GET that toggles an organisation is a write, so that it is never retried', () => {
  expect(calls.enableDisableOrg).toMatchObject({ method: 'GET', kind: 'write' });
});

test('only signing in, resetting, onboarding and the lookup lists work without a key', () => {
  const open = Object.values(calls).filter(({ access }) => access === 'public');
  expect(open.map(({ name }) => name).toSorted()).toEqual([
    'apiUserDetail',
    'consoleResetPwdLink',
    'countryCodeList',
    'countryList',
    'createOrUpdareOrg',
    'createOrganiser',
    'departmentList',
    'designationList',
    'forgotPwd',
    'industryList',
    'isMultiFactorEnabled',
    'login',
    'moduleRoleList',
    'resetPwd',
    'sendOtp',
    'userByResetPwd',
  ]);
});

test('DESIGN-3 the calls that a mutation says it writes with are declared, and need the scopes that it names', () => {
  const declared: Record<string, Call> = { ...calls, ...extensionCalls };
  for (const name of mutationNames) {
    const { writes, scopes } = mutationOf(name);
    if (!writes) continue;
    const known = writes.map((write) => declared[write]?.name ?? `${write}, which is not declared`);
    expect([name, known], 'contract/src/mutations.ts names calls of contract/src/calls').toEqual([name, writes]);
    const needed = new Set(writes.flatMap((write) => declared[write]?.scope ?? []));
    expect([name, [...needed].toSorted()]).toEqual([
      name,
      scopes.filter((scope) => scope !== 'sensitive:write').toSorted(),
    ]);
  }
});
