import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import type { FastifyBaseLogger } from 'fastify';
import { expect, test, vi } from 'vitest';
import { readAnswer } from './read-answer.ts';

const json = 'application/json';
const warn = vi.fn();
const log = { warn, debug: vi.fn() } as unknown as FastifyBaseLogger;
const read = (call: Call, body: string | Buffer, contentType = json): unknown => {
  const answer = { status: 200, headers: { 'content-type': contentType }, bytes: Buffer.from(body) };
  try {
    return readAnswer(call, answer, log, new Date(0));
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
};
const callAt = (path: string) => Object.values<Call>(calls).find((call) => call.path === path) as Call;
const bad = 'UPSTREAM_BAD_RESPONSE';

test.each(['/consoles/change_pwd', '/consoles/invite_user', '/consoles/external_org_invite_user'])(
  'RESP-6 CASES-59 %s is done with no body, JSON without a failure or a known word',
  (path) => {
    const call = callAt(path);
    for (const body of ['', 'null', '{}', 'OK', 'true', '"success"', ' Done.\n', '{"status":"ok"}'])
      expect([body, read(call, body)]).toEqual([body, {}]);
    for (const body of [
      'Could not connect: Access denied',
      '"No access"',
      '<html>',
      '\uFEFF<html>',
      'true or not',
      'Ошибка',
      '<>',
    ])
      expect([body, read(call, body)]).toEqual([body, bad]);
    for (const body of ['false', '{"success":false}', '{"data":false}'])
      expect([body, read(call, body)]).toEqual([body, 'INVALID']);
  },
);

test('RESP-6 CASES-59 objects under unknown keys are no empty list', () => {
  const call = calls.activeUserList;
  expect(read(call, '{"data":{"first":{"id":1},"second":{"id":2}}}')).toMatchObject({ active_users: null });
  for (const body of ['{"data":false}', '{"data":"Could not connect"}', '{"active_user_list":false}'])
    expect([body, read(call, body)]).toMatchObject([body, { active_users: null }]);
  for (const body of [
    '{}',
    '{"data":{}}',
    '{"data":null}',
    '{"result":"success"}',
    '{"success":true,"meta":{"total":0}}',
  ])
    expect(read(call, body)).toEqual({ active_users: undefined });
  expect(read(call, '{"result":"success","data":[]}')).toEqual({ active_users: [] });
});

test('RESP-6 CASES-59 of two lists under unknown keys none is taken for the one of the call', () => {
  expect(read(calls.activeUserList, '{"users":[{"id":1}]}')).toMatchObject({ active_users: [{ id: 1 }] });
  expect(read(calls.activeUserList, '{"more":[],"users":[{"id":1}]}')).toMatchObject({ active_users: [{ id: 1 }] });
  expect(read(calls.activeUserList, '{"users":[{"id":1}],"admins":[{"id":2}]}')).toMatchObject({ active_users: null });
});

test('RESP-6 CASES-59 an empty value beside an error is no content: it is a refusal', () => {
  const error = { success: false, error: 'Could not connect' };
  expect(read(calls.encrypt, JSON.stringify({ ...error, data: '' }))).toBe('INVALID');
  expect(read(calls.encrypt, JSON.stringify({ ...error, data: 'sealed' }))).toMatchObject({ data: 'sealed' });
});

test('RESP-6 CASES-59 false in place of an object is an unknown id', () => {
  for (const body of ['{"data":false}', '{"user":false}'])
    expect([body, read(calls.getUserDetailById, body)]).toEqual([body, 'NOT_FOUND']);
});

test('RESP-6 CASES-59 a declared character set is read, and other bytes are refused', () => {
  const bytes = Buffer.from('{"active_users":[{"firstname":"Côte d’Ivoire"}]}'.replace('’', "'"), 'latin1');
  const list = { active_users: [{ firstname: "Côte d'Ivoire" }] };
  expect(read(calls.activeUserList, bytes, `${json}; charset=ISO-8859-1`)).toEqual(list);
  expect(read(calls.activeUserList, bytes)).toBe(bad);
  expect(read(calls.activeUserList, '{}', `${json}; charset=unknown`)).toBe(bad);
});

test('RELIABILITY CASES-59 the log has the status and the first 80 letters of an answer that is no JSON', () => {
  warn.mockClear();
  expect(read(calls.activeUserList, `<b>Warning</b>${'x'.repeat(100)}`, 'text/html')).toBe(bad);
  const text = `<b>Warning</b>${'x'.repeat(66)}`;
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ status: 200, contentType: 'text/html', text });
});
