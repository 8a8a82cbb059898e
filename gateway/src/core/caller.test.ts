import { calls } from '@console/contract/calls/all';
import type { ErrorCode } from '@console/contract/errors';
import { describe, expect, test, vi } from 'vitest';
import { ApiFailure } from '../product-api/errors.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import {
  assertAllowed,
  authorize,
  authorizeActingOrganisation,
  authorizeForUser,
  type Caller,
  cachedCaller,
  isAllowed,
  isAllowedInEnabled,
  isCaller,
  isOwnOrganisation,
  readAllowedOrganisation,
  readAllowedUser,
  readCaller,
  requireScopeToGive,
  rereadCaller,
} from './caller.ts';

interface Given {
  role?: string | null;
  organisation?: number | null;
  more?: object;
  assessorManagesUsers?: boolean;
  /** Responses of other calls by their name; an error is thrown. */
  answers?: Record<string, unknown>;
}

/** The calls of a request in which the caller is user 5 of organisation 7. */
function callsAs({
  role = 'ORGANISER',
  organisation = 7,
  more,
  assessorManagesUsers = true,
  answers = {},
}: Given = {}) {
  const user = { id: 5, email: 'me@a.example', role, ent_org_id: organisation, ...more };
  const call = vi.fn(async ({ name }: { name: string }) => {
    const answer = name === calls.apiUserDetail.name ? { user: { ...user } } : answers[name];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const perRequest = <T>(_kind: unknown, create: () => T): T => create();
  const clearReads = vi.fn();
  const api = { key: 'key', settings: { assessorManagesUsers }, call, perRequest, clearReads, log: { warn: vi.fn() } };
  return { api: api as unknown as RequestCalls, call, clearReads, user };
}
const codeOf = (result: Promise<unknown>): Promise<ErrorCode | 'allowed'> =>
  result.then(
    () => 'allowed',
    ({ extensions }) => extensions.code,
  );
const userOf = (id: number, organisation: number | null, role = 'AUDITEE') => ({
  id,
  email: 'x@a.example',
  ent_org_id: organisation,
  role,
});

describe('DESIGN the caller of a request', () => {
  test('is the owner of the key, read once', async () => {
    const { api, call } = callsAs();
    expect(cachedCaller(api)).toBeNull();
    const caller = await readCaller(api);
    expect(caller).toEqual({ role: 'ORGANISER', organisationId: '7', userId: '5', keyScopes: null });
    expect([await readCaller(api), cachedCaller(api)]).toEqual([caller, caller]);
    expect(call).toHaveBeenCalledOnce();
  });

  test('has the scopes of their key, and what the settings leave an Assessor', async () => {
    const scoped = callsAs({ role: 'ASSESSOR', assessorManagesUsers: false, more: { key_scopes: ['users:write'] } });
    expect(await readCaller(scoped.api)).toMatchObject({ keyScopes: ['users:write'], withheld: expect.any(Array) });
    expect(await isAllowed(scoped.api, 'users:create', '7')).toBe(false);
    const odd = callsAs({ role: null, organisation: null, more: { key_scopes: 'all' } });
    expect(await readCaller(odd.api)).toEqual({ role: null, organisationId: null, userId: '5', keyScopes: null });
  });

  test('is read again after a mutation that changed them', async () => {
    const { api, user, clearReads } = callsAs();
    await readCaller(api);
    user.role = 'ADMINISTRATOR';
    expect([await rereadCaller(api), clearReads.mock.calls.length]).toEqual([user, 1]);
    expect(await readCaller(api)).toMatchObject({ role: 'ADMINISTRATOR' });
  });

  test('is a user, and their organisation one, by its id', async () => {
    const { api } = callsAs();
    expect([await isCaller(api, { id: '5' }), await isCaller(api, { id: 6 })]).toEqual([true, false]);
    expect([await isOwnOrganisation(api, '7'), await isOwnOrganisation(api, '8')]).toEqual([true, false]);
  });
});

describe('ROLE-4 an action', () => {
  test('is allowed by role and organisation, in an enabled one', async () => {
    const { api } = callsAs();
    const may = (id: number, is_disabled: unknown) => isAllowedInEnabled(api, { id, is_disabled }, 'users:view');
    expect([await isAllowed(api, 'users:view', '7'), await isAllowed(api, 'users:view', '8')]).toEqual([true, false]);
    expect([await may(7, false), await may(7, 'true'), await may(8, false)]).toEqual([true, false, false]);
    expect(await isAllowedInEnabled(callsAs({ organisation: null }).api, {}, 'users:view')).toBe(false);
  });

  test('is FORBIDDEN by role, and NOT_FOUND in another organisation', async () => {
    const { api } = callsAs();
    expect(await authorize(api, 'users:view', '7')).toBe(await readCaller(api));
    expect(await codeOf(authorize(api, 'users:view', '8'))).toBe('NOT_FOUND');
    expect(await codeOf(authorize(api, 'config:view', '7'))).toBe('FORBIDDEN');
    expect(() => assertAllowed('forbidden')).toThrow('Your role does not allow this action.');
    expect(() => assertAllowed('notFound')).toThrow('The object does not exist, or you cannot access it.');
    assertAllowed('allowed');
  });

  test('on a user is FORBIDDEN where the user has a higher role', async () => {
    const { api } = callsAs();
    expect(await authorizeForUser(api, userOf(6, 7), 'users:edit')).toBe(await readCaller(api));
    const higher = authorizeForUser(api, userOf(6, 7, 'ARCHITECT'), 'users:edit');
    await expect(higher).rejects.toThrow('This user has a higher role than you.');
    expect(await codeOf(authorizeForUser(api, userOf(6, 7, 'ARCHITECT'), 'users:edit'))).toBe('FORBIDDEN');
    expect(await codeOf(authorizeForUser(api, userOf(6, 8), 'users:edit'))).toBe('NOT_FOUND');
    const alone = callsAs({ organisation: null });
    expect(await codeOf(authorizeForUser(alone.api, userOf(6, null), 'users:edit'))).toBe('NOT_FOUND');
    const administrator = callsAs({ role: 'ADMINISTRATOR' });
    expect(await codeOf(authorizeForUser(administrator.api, userOf(6, null), 'users:edit'))).toBe('allowed');
  });

  test('acts for the organisation that is named, or for the caller’s own', async () => {
    const { api } = callsAs();
    for (const id of [null, undefined, '7', 7])
      expect(await authorizeActingOrganisation(api, 'users:view', id)).toBe('7');
    expect(await codeOf(authorizeActingOrganisation(api, 'users:view', 8))).toBe('NOT_FOUND');
    const alone = callsAs({ role: 'ADMINISTRATOR', organisation: null });
    const missing = authorizeActingOrganisation(alone.api, 'users:view', null);
    await expect(missing).rejects.toMatchObject({
      extensions: { code: 'INVALID', fields: [{ path: 'organisationId', message: expect.any(String) }] },
    });
    expect(await authorizeActingOrganisation(alone.api, 'users:view', '9')).toBe('9');
    expect(await codeOf(authorizeActingOrganisation(callsAs({ organisation: null }).api, 'config:view', null))).toBe(
      'FORBIDDEN',
    );
  });
});

describe('DESIGN-8 T11 a role of the own level', () => {
  const caller: Caller = { role: 'ORGANISER', organisationId: '7', userId: '5', keyScopes: ['users:write'] };

  test('is given with the scope sensitive:write alone', () => {
    expect(() => requireScopeToGive(caller, 'AUDITEE', null, 'ORGANISER')).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('sensitive:write'),
        extensions: expect.objectContaining({ code: 'FORBIDDEN' }),
      }),
    );
    requireScopeToGive({ ...caller, keyScopes: ['sensitive:write'] }, 'ORGANISER');
    requireScopeToGive({ ...caller, keyScopes: null }, 'ORGANISER');
    requireScopeToGive(caller, 'AUDITEE', null, undefined);
  });
});

describe('DESIGN-4 a read with a permission check', () => {
  test('of an organisation is NOT_FOUND for an id that none has', async () => {
    const org = { id: 7, brandname: 'Acme' };
    const read = (id: string, answer: unknown, action?: 'config:view') =>
      readAllowedOrganisation(callsAs({ role: 'AUDITEE', answers: { orgDetail: answer } }).api, id, action);
    expect(await read('7', { org })).toBe(org);
    expect(await codeOf(read('7', { org }, 'config:view'))).toBe('FORBIDDEN');
    const invalid = new ApiFailure(calls.orgDetail, 'INVALID');
    const administrator = callsAs({ role: 'ADMINISTRATOR', answers: { orgDetail: invalid } });
    expect(await codeOf(readAllowedOrganisation(administrator.api, 'x y'))).toBe('NOT_FOUND');
    expect(await codeOf(readAllowedOrganisation(administrator.api, '9'))).toBe('INVALID');
  });
});

describe('DESIGN-4 a user that is read', () => {
  const read = (answer: unknown, given: Given & { id?: string; action?: 'config:view' } = {}) =>
    readAllowedUser(callsAs({ ...given, answers: { getUserDetailById: answer } }).api, given.id ?? '6', given.action);
  const failure = (code: ErrorCode) => new ApiFailure(calls.getUserDetailById, code);

  test('is one of an organisation that the caller may see', async () => {
    const user = userOf(6, 7);
    expect(await read({ user })).toBe(user);
    expect(await codeOf(read({ user: userOf(6, 8) }))).toBe('NOT_FOUND');
    expect(await codeOf(read({ user: userOf(6, null) }, { organisation: null }))).toBe('NOT_FOUND');
    expect(await codeOf(read({ user: userOf(6, null) }, { role: 'ADMINISTRATOR' }))).toBe('allowed');
    expect(await codeOf(read({ user }, { role: 'AUDITEE' }))).toBe('FORBIDDEN');
    expect(await codeOf(read({ user }, { action: 'config:view' }))).toBe('FORBIDDEN');
  });

  test('is NOT_FOUND where the product API does not find or does not show it', async () => {
    expect(await codeOf(read(failure('NOT_FOUND')))).toBe('NOT_FOUND');
    expect(await codeOf(read(failure('FORBIDDEN')))).toBe('NOT_FOUND');
    expect(await codeOf(read(failure('FORBIDDEN'), { role: 'ADMINISTRATOR' }))).toBe('FORBIDDEN');
    expect(await codeOf(read(failure('INVALID'), { id: 'x y' }))).toBe('NOT_FOUND');
    await expect(read(failure('NOT_FOUND'))).rejects.not.toBeInstanceOf(ApiFailure);
  });

  test('fails as the call does, after the permission', async () => {
    expect(await codeOf(read(failure('INVALID')))).toBe('INVALID');
    await expect(read(new Error('lost'))).rejects.toThrow('lost');
    expect(await codeOf(read(failure('NOT_FOUND'), { role: 'AUDITEE' }))).toBe('FORBIDDEN');
    const { api, call } = callsAs();
    call.mockRejectedValueOnce(failure('UNAUTHENTICATED'));
    expect(await codeOf(readAllowedUser(api, '6'))).toBe('UNAUTHENTICATED');
  });
});
