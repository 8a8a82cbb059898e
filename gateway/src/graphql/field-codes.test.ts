import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fieldErrorCodes } from '@console/contract/errors';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

const literal = /'(?:\\.|[^'\\])*'|"[^"]*"|`(?:\\.|[^`\\])*`/.source;
/** A code and its message, as two fields of an object or two arguments. A computed message is listed by its name. */
const pair = new RegExp(`'(${fieldErrorCodes.join('|')})',\\s*(?:message:\\s*)?(${literal}|[\\w.]+)`, 'g');

/** Each code in the sources of contract, gateway and platform, with the message next to it. */
const carriedCodes = (): string[] =>
  globSync('{contract,gateway,platform}/src/**/*.ts', { cwd: root })
    .filter((path) => !/\.test\.ts$|\/(?:testing|generated)\//.test(path))
    .flatMap((path) => [...readFileSync(resolve(root, path), 'utf8').matchAll(pair)])
    .flatMap(([, code, message = '']) => {
      const text = message.replace(/^['"`]|['"`]$/g, '');
      return fieldErrorCodes.some((one) => one === text) ? [] : `${code} ${text}`;
    });

// Programs rely on codes: a message with a new wording keeps its code. The list is sorted by code.
test('OPEN-62 each message of a field has the code that it had', () => {
  const held = readFileSync(resolve(import.meta.dirname, 'field-codes.txt'), 'utf8')
    .trimEnd()
    .split('\n');
  expect([...new Set(carriedCodes())].sort()).toEqual(held);
});
