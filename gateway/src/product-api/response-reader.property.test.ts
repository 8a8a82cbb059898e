import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import fc from 'fast-check';
import type { FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { flattenErrors } from './errors.ts';
import { readAnswer } from './read-response.ts';
import { readResponse } from './response-reader.ts';
import { boolOf, idOf, integerOf, isFalse, isoTimeOf, textOf, timeMsOf, userLimitOf } from './shape.ts';

const all: readonly Call[] = Object.values(calls);
const call = fc.constantFrom(...all);
const secret = 'canary-of-another-part';

/** Possible responses: the call's own keys in any place, with any content. */
const answers = call.chain((declared) =>
  fc.tuple(
    fc.constant(declared),
    fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.jsonValue({ maxDepth: 1 }),
        fc.constantFrom<unknown>(null, '', 0, -1, 'false', '0000-00-00', [], {}),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            ...Object.keys(declared.answer.shape),
            ...['data', 'result', 'id', 'email', 'brandname', 'success', 'status', 'error', 'errors', '__proto__'],
            declared.path.slice(declared.path.lastIndexOf('/') + 1),
          ),
          tie('value'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    })).value,
  ),
);

test('OPEN-49 RELIABILITY-F10 any answer gives the declared parts, each of its kind, or a refusal', () => {
  fc.assert(
    fc.property(answers, ([declared, body]) => {
      const reading = readResponse(declared, JSON.parse(JSON.stringify(body ?? null)));
      if (reading.refused) return;
      expect(Object.keys(reading.response)).toEqual(Object.keys(declared.answer.shape));
      for (const [key, value] of Object.entries(reading.response)) {
        const isList = declared.answer.shape[key]?.safeParse([]).success;
        const fits = value == null || (isList ? Array.isArray(value) : !Array.isArray(value));
        expect(fits, `${key} of ${declared.name}`).toBe(true);
      }
    }),
    { numRuns: 4_000 },
  );
});

const silent = { warn() {}, debug() {} } as unknown as FastifyBaseLogger;
const readBytes = (declared: Call, bytes: Buffer) =>
  readAnswer(
    declared,
    { status: 200, headers: { 'content-type': 'application/json' }, bytes },
    silent,
    new Date(0),
  ) as Record<string, unknown>;

/** Values that a product API can send with status 200 instead of a response, or around it. */
const unreadable = fc
  .record({ json: fc.object({ maxDepth: 2 }), text: fc.string(), cut: fc.nat() })
  .chain(({ json, text, cut }) => {
    const whole = Buffer.from(JSON.stringify({ ...json, note: text }));
    return fc.constantFrom<readonly [string, Buffer]>(
      ['a text', Buffer.from(`Could not connect: ${text}`)],
      ['a warning before its JSON', Buffer.concat([Buffer.from(`<br />\n<b>Warning</b>: ${text}<br />\n`), whole])],
      ['a warning after its JSON', Buffer.concat([whole, Buffer.from(`<b>Warning</b>: ${text}`)])],
      ['invalid UTF-8', Buffer.concat([Buffer.from('{"name":"\xe9",', 'latin1'), whole.subarray(1)])],
      ['a part of its JSON', whole.subarray(0, 1 + (cut % (whole.length - 1)))],
    );
  });

test('RESP-6 CASES-59 no call takes an answer that is not its whole JSON for one', () => {
  fc.assert(
    fc.property(call, unreadable, (declared, [what, bytes]) => {
      expect(() => readBytes(declared, bytes), `${what} of ${declared.name}`).toThrow(
        expect.objectContaining({ code: 'UPSTREAM_BAD_RESPONSE' }),
      );
    }),
    { numRuns: 1_500 },
  );
});

const withLists = all.filter(({ answer }) => Object.values(answer.shape).some((part) => part.safeParse([]).success));
const rowsUnder = (key: string) => fc.array(fc.record({ [key]: fc.integer() }), { minLength: 1, maxLength: 2 });
/** Values in place of a list that are not lists. They have none of the calls' own keys. */
const noLists = fc.oneof(
  fc.constantFrom<unknown>(false, { data: false }, { data: 'Could not connect' }),
  fc.tuple(rowsUnder('x'), rowsUnder('y')).map(([first, second]) => ({ first, second })),
  fc.record({ first: fc.record({ id: fc.nat() }), second: fc.record({ id: fc.nat() }) }).map((data) => ({ data })),
  fc.dictionary(fc.nat().map(String), fc.constantFrom(null, true, ['x']), { minKeys: 1 }).map((data) => ({ data })),
  fc.string({ minLength: 1 }).map((error) => ({ success: false, error, data: [] })),
);

test('RESP-6 CASES-59 no call reads a value that is not a list as a list, nor as an empty one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...withLists), noLists, (declared, body) => {
      const reading = readResponse(declared, body);
      if (reading.refused) return;
      for (const [key, part] of Object.entries(declared.answer.shape))
        if (part.safeParse([]).success)
          expect((reading.response as Record<string, unknown>)[key], `${key} of ${declared.name}`).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

/** `0` and `false` as an error mean that there was none. */
const errorText = fc.string({ minLength: 1 }).filter((text) => !isFalse(text));

test('SPEC-8 CASES-59 no call succeeds with a refusal next to an empty list', () => {
  const refusable = all.filter(({ answer }) => !('success' in answer.shape));
  fc.assert(
    fc.property(fc.constantFrom(...refusable), errorText, (declared, error) => {
      const bytes = Buffer.from(JSON.stringify({ success: false, error, data: [] }));
      expect(() => readBytes(declared, bytes), declared.name).toThrow();
    }),
    { numRuns: 1_000 },
  );
});

test('OPEN-49 what is bare or wrapped is read as the same', () => {
  const parts = call.chain((declared) =>
    fc.record({
      declared: fc.constant(declared),
      wrapper: fc.constantFrom('data', declared.name, declared.path.slice(declared.path.lastIndexOf('/') + 1)),
      body: fc.dictionary(fc.constantFrom(...Object.keys(declared.answer.shape), 'x'), fc.jsonValue({ maxDepth: 2 })),
    }),
  );
  fc.assert(
    fc.property(parts, ({ declared, wrapper, body }) => {
      // A part with the wrapper's own name cannot be distinguished from it.
      fc.pre(!Object.keys(declared.answer.shape).includes(wrapper) && !Object.keys(body).includes('data'));
      fc.pre(Object.keys(body).length > 0);
      expect(readResponse(declared, { [wrapper]: body })).toEqual(readResponse(declared, body));
    }),
    { numRuns: 1_500 },
  );
});

test('ERR-2 ERR-9 any failure has a text of at most 500 characters, made of its message and errors alone', () => {
  const failing = fc.record({
    message: fc.option(fc.jsonValue(), { nil: undefined }),
    errors: fc.jsonValue(),
    error: fc.jsonValue(),
    other: fc.constant(secret),
  });
  fc.assert(
    fc.property(failing, (body) => {
      const { message, fields } = flattenErrors(body);
      expect(message.trim()).not.toBe('');
      expect(Array.from(message).length).toBeLessThanOrEqual(500);
      expect(JSON.stringify([message, fields])).not.toContain(secret);
      expect(fields.length).toBeLessThanOrEqual(100);
    }),
    { numRuns: 1_500 },
  );
});

test('ENT-9 any value is read as a value of its kind or as null', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect([idOf(value), textOf(value)].every((text) => text === null || text.trim() !== '')).toBe(true);
      expect(
        [integerOf(value), userLimitOf(value), timeMsOf(value)].every(
          (number) => number === null || Number.isFinite(number),
        ),
      ).toBe(true);
      expect(typeof boolOf(value)).toBe('boolean');
      const moment = isoTimeOf(value);
      expect(moment === null || new Date(moment).toISOString() === moment).toBe(true);
    }),
    { numRuns: 2_500 },
  );
});

test('ENT-9 a moment is the same with and without zone, as milliseconds, as number and as text', () => {
  const times = fc.date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, (date) => {
      const iso = date.toISOString();
      const [day = '', time = ''] = iso.slice(0, -1).split('T');
      const written = [iso, `${day}T${time}`, `${day} ${time} UTC`, `${day.replaceAll('-', '/')} ${time} +0000`];
      for (const value of [...written, date.getTime(), String(date.getTime())]) expect(isoTimeOf(value)).toBe(iso);
      expect(isoTimeOf(`${day}T${time}+05:30`)).toBe(new Date(date.getTime() - 330 * 60_000).toISOString());
      expect(isoTimeOf(day)).toBe(`${day}T00:00:00.000Z`);
    }),
  );
});
