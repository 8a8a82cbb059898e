import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import type { FastifyBaseLogger } from 'fastify';
import { expect, test, vi } from 'vitest';
import { readAnswer } from './read-response.ts';

const json = 'application/json';
const [warn, debug] = [vi.fn(), vi.fn()];
const log = { warn, debug } as unknown as FastifyBaseLogger;
const answerOf = (body: string | Buffer, contentType = json, status = 200) => ({
  status,
  headers: { 'content-type': contentType, 'retry-after': '7' },
  bytes: Buffer.from(body),
});
const read = (call: Call, body: string | Buffer, contentType = json, status = 200): unknown => {
  try {
    return readAnswer(call, answerOf(body, contentType, status), log, new Date(0));
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
};
const bad = 'UPSTREAM_BAD_RESPONSE';

test('RESP-6 CASES-59 a write without an answer is done with no body, JSON without a failure or a known word', () => {
  const call = calls.inviteUser;
  for (const body of ['', ' ', '" "', 'null', '{}', 'OK', 'true', '"success"', ' Done.\n', '{"status":"ok"}'])
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
});

test('RESP-6 CASES-59 objects under unknown keys are not an empty list', () => {
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

test('RESP-6 CASES-59 an empty value next to an error is a refusal, not content', () => {
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
  expect(read(calls.changePwd, 'OK', `${json}; charset=unknown`)).toBe(bad);
});

test('RESP-6 CASES-59 an empty body says that a write is done, and with status 204 that a read found nothing', () => {
  warn.mockClear();
  expect(read(calls.updateOrganiser, '')).toEqual({ org: undefined });
  expect([read(calls.orgDetail, ''), read(calls.orgDetail, '', json, 204)]).toEqual([bad, 'NOT_FOUND']);
  expect(read(calls.getOrganiser, '', json, 204)).toEqual({ organiser: null });
  expect(warn).not.toHaveBeenCalled();
});

test('RESP-6 CASES-59 a word for success is none for a call that answers something', () => {
  for (const body of ['OK', 'true or not']) expect([body, read(calls.activeUserList, body)]).toEqual([body, bad]);
  expect(read(calls.encrypt, '"sealed"')).toEqual({ data: 'sealed' });
});

test('RESP-6 CASES-59 what the caller needs is missing: an unknown id where it is null, else an unreadable answer', () => {
  expect([read(calls.orgDetail, 'null'), read(calls.orgDetail, '{}')]).toEqual(['NOT_FOUND', bad]);
  const readMissing = () => readAnswer(calls.orgDetail, answerOf('{}'), log, new Date(0));
  expect(readMissing).toThrow(expect.objectContaining({ missing: ['org'] }));
});

test('RELIABILITY CASES-59 the log has the parts that an answer lacks', () => {
  debug.mockClear();
  expect(read(calls.updateOrganiser, '{}')).toEqual({ org: undefined });
  expect(debug.mock.calls).toEqual([[{ call: 'updateOrganiser', missing: ['org'] }, 'the response lacks parts']]);
  read(calls.updateOrganiser, '{"org":{"id":7,"brandname":"Acme"}}');
  expect(debug).toHaveBeenCalledOnce();
});

test('ERR-2 a refusal with status 200 has the seconds of its header', () => {
  const refused = () => readAnswer(calls.orgDetail, answerOf('{"success":false,"status":429}'), log, new Date(0));
  expect(refused).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
  expect(refused).toThrow(expect.objectContaining({ extensions: expect.objectContaining({ retryAfter: 7 }) }));
});

test('RELIABILITY CASES-59 the log has the status and the first 80 letters of an answer that is no JSON', () => {
  warn.mockClear();
  expect(read(calls.activeUserList, `<b>Warning</b>${'x'.repeat(100)}`, 'text/html')).toBe(bad);
  const text = `<b>Warning</b>${'x'.repeat(66)}`;
  expect(warn.mock.calls[0]).toEqual([
    { call: 'activeUserList', status: 200, contentType: 'text/html', text },
    'the response is not JSON',
  ]);
});
