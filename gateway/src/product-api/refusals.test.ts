import { calls } from '@console/contract/calls/all';
import { refusalCodes } from '@console/contract/errors';
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { failureOfResponse } from './errors.ts';
import { recodedFailure, rethrowWithInputNames } from './refusals.ts';

const answered = (status: number, body: unknown) =>
  failureOfResponse(calls.changePwd, { status, headers: {}, body }, new Date(0));

test.each(refusalCodes)(
  'ERR-8 a refusal with the code %s has that code and the same text, fields and status',
  (code) => {
    const { message, extensions } = answered(422, { code, message: 'No', errors: { a: ['b'] } });
    expect([message, extensions]).toEqual([
      'No',
      { code, fields: [{ path: 'a', code: 'OTHER', message: 'b' }], httpStatus: 422 },
    ]);
  },
);

test.each([
  [401, 'UNAUTHENTICATED'],
  [429, 'RATE_LIMITED'],
  [500, 'UPSTREAM_BAD_RESPONSE'],
  [503, 'UPSTREAM_UNAVAILABLE'],
])('ERR-6 ERR-8 what %i says is said by the status alone', (status, code) => {
  expect(answered(status, { code: 'WRONG_PASSWORD' }).code).toBe(code);
});

test.each(['UNAUTHENTICATED', 'INTERNAL', 'nonsense', 7, null, ['TOKEN_INVALID'], 'toString'])(
  'ERR-8 a body with the code %j is treated as one without',
  (code) => {
    expect([answered(422, { code }).code, answered(404, { code }).code]).toEqual(['INVALID', 'NOT_FOUND']);
  },
);

test.each([
  ['its own code, whatever it says', { email: ['OTHER', 'REQUIRED'], name: ['UNKNOWN'] }, 'OTHER REQUIRED UNKNOWN'],
  ['that of its wording if it comes without one', undefined, 'TAKEN TOO_SHORT FORMAT'],
  ['that of its wording in place of an unknown one', { email: ['NEW', 7], name: {} }, 'TAKEN TOO_SHORT FORMAT'],
])('ERR-8 the code of a text is %s', (_what, codes, expected) => {
  const errors = { email: ['is taken', 'is too short'], name: ['must be odd'] };
  const { fields } = answered(422, { errors, codes });
  expect(fields.map(({ code }) => code).join(' ')).toBe(expected);
});

test('ERR-8 fields of the wire become fields of the input, under any code', async () => {
  const names = { current_password: 'currentPassword', constructor: 'x' };
  const refused = answered(422, { errors: { 'ent_usrs.current_password': ['is wrong'], toString: ['odd'] } });
  for (const thrown of [refused, recodedFailure('WRONG_PASSWORD', refused)]) {
    const renamed = await rethrowWithInputNames(names, Promise.reject(thrown)).catch((error: unknown) => error);
    expect(renamed).toBeInstanceOf(GraphQLError);
    expect((renamed as GraphQLError).extensions).toEqual({
      ...thrown.extensions,
      fields: [
        { path: 'currentPassword', code: 'OTHER', message: 'is wrong' },
        { path: 'toString', code: 'OTHER', message: 'odd' },
      ],
    });
  }
  await expect(rethrowWithInputNames(names, Promise.reject(new Error('other')))).rejects.toThrow('other');
});
