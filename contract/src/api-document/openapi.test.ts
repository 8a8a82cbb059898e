import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { calls } from '../calls/all.ts';
import { openApiDocument } from './openapi.ts';

// Round trip that removes what JSON cannot represent.
const document = JSON.parse(JSON.stringify(openApiDocument()));

test('DESIGN-3 the OpenAPI document is valid, and all its references resolve', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.filter((name) => !(name && name in document.components.schemas))).toEqual([]);
});

test('DESIGN-3 every call of the specification is an operation of the OpenAPI document', () => {
  for (const { name, item, method, path } of Object.values(calls))
    expect(document.paths[path][method.toLowerCase()]).toMatchObject({ operationId: name, summary: item });
});

test('DESIGN-3 an answer requires what the gateway needs and nothing else', () => {
  const { schemas } = document.components;
  expect([schemas.User.required, schemas.Mapping.required, schemas.Configuration.required]).toEqual([
    ['id', 'email'],
    ['id', 'vendor', 'customer'],
    undefined,
  ]);
  const answerOf = (path: string, method: string) =>
    document.paths[path][method].responses['200'].content['application/json'].schema;
  expect(answerOf('/consoles/org_detail', 'get').required).toEqual(['org']);
  expect(answerOf('/consoles/active_user_list', 'get').required).toBeUndefined();
  expect(answerOf('/consoles/update_org_user', 'post').required).toBeUndefined();
  expect(answerOf('/login', 'post').required).toEqual(['current_ent_usr']);
});

test('DESIGN-3 uploads are forms with their files, and extensions are marked', () => {
  const form = document.paths['/consoles/bulk_user_upload'].post.requestBody.content['multipart/form-data'].schema;
  expect([form.required, form.properties.file]).toEqual([['org_id'], { type: 'string', format: 'binary' }]);
  const { ent_usr, login_attempt } =
    document.paths['/login'].post.requestBody.content['application/json'].schema.properties;
  expect([login_attempt['x-extension'], ent_usr['x-extension']]).toEqual([true, undefined]);
  expect(document.paths['/consoles/ext/handover'].post.tags).toEqual(['extensions']);
});
