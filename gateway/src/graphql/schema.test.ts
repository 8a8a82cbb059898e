import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@console/contract/calls/all';
import { errorCodes, fieldErrorCodes } from '@console/contract/errors';
import { type ListDeclaration, lists } from '@console/contract/lists';
import { mutationNames } from '@console/contract/mutations';
import {
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { loadSchema } from './schema.ts';

const schema = loadSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
interface Field {
  name: string;
  description?: string | null;
  type: GraphQLType;
  args?: readonly { name: string; description?: string | null; type: GraphQLType }[];
}
const fieldsOf = (type: GraphQLNamedType): Field[] =>
  isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];

test('GQL-9 every type, field, argument and enum value is described', () => {
  const roots = new Set([schema.getQueryType(), schema.getMutationType()] as unknown[]);
  const without = types.flatMap((type) => [
    ...(type.description || roots.has(type) ? [] : [type.name]),
    ...fieldsOf(type).flatMap((field) => [
      ...(field.description ? [] : [`${type.name}.${field.name}`]),
      ...(field.args ?? []).flatMap((arg) => (arg.description ? [] : `${type.name}.${field.name}(${arg.name})`)),
    ]),
    ...(isEnumType(type)
      ? type
          .getValues()
          .filter((value) => !value.description)
          .map((value) => `${type.name}.${value.name}`)
      : []),
  ]);
  expect(without).toEqual([]);
});

test('GQL-14 every mutation answers with objects, and with no flag alone', () => {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const payload = getNamedType(field.type);
    expect(isScalarType(payload) || isEnumType(payload), field.name).toBe(false);
    const names = fieldsOf(payload).map(({ type }) => getNamedType(type).name);
    expect(names.length > 0 && names.every((name) => name === 'Boolean'), field.name).toBe(false);
  }
});

test('GQL-12 ENT-1 CASES-2 no type has a field for a key, token, secret or password, except a new API key and the secrets of a new app and a webhook', () => {
  const secret = /key|token|secret|password|otp|credential/i;
  // Fields that only sound secret by their names: settings, dates, counts and names.
  const harmless = new Set([
    'Query.passwordReset',
    'Query.apiKeyRequests',
    'Viewer.passkeys',
    'AddPasskeyPayload.passkey',
    'RemovePasskeyPayload.passkey',
    'Role.key',
    'User.roleKey',
    'Sso.secretSet',
    'SingleSignOn.secretExpiresOn',
    'Config.otpRequired',
    'Config.otpRequiredNeedsPasscode',
    'AuditActor.roleKey',
    'AuditActor.apiKeyName',
    'EventActor.roleKey',
    'EventActor.apiKeyId',
    'AuditActor.apiKeyPrefix',
    'UserSecurity.passwordChangedAt',
    'Webhook.previousSecretUntil',
    'UserDuties.apiKeyCount',
    'Organisation.viewerCanCreateApiKeys',
    'Organisation.apiKeyRoles',
  ]);
  // The only fields that return a key, or the secret of an authenticator app or a webhook, once.
  const newKeys = new Set([
    'CreateApiKeyPayload.secret',
    'RotateApiKeyPayload.secret',
    'CreateOrganisationApiKeyPayload.secret',
    'RotateOrganisationApiKeyPayload.secret',
    'SetUpAuthenticatorAppPayload.secret',
    'CreateWebhookPayload.secret',
    'RotateWebhookSecretPayload.secret',
  ]);
  const isListOfKeys = (name: string) =>
    /\.(apiKeys?|organisationApiKeys|apiKeyScopes|view(erCanView)?ApiKeys)$/.test(name);
  const named = types
    .filter(isObjectType)
    .filter((type) => type !== schema.getMutationType())
    .flatMap((type) => fieldsOf(type).map((field) => `${type.name}.${field.name}`));
  expect(
    named.filter(
      (name) =>
        secret.test(name.split('.')[1] ?? '') && !harmless.has(name) && !newKeys.has(name) && !isListOfKeys(name),
    ),
  ).toEqual([]);
});

test.each([
  ['ErrorCode', Object.keys(errorCodes)],
  ['FieldErrorCode', fieldErrorCodes],
])('ERR-8 the values of %s in the schema are those of the contract', (name, codes) => {
  const type = schema.getType(name);
  expect(isEnumType(type) && type.getValues().map((value) => value.name)).toEqual(codes);
});

test('GQL-8 every scalar of ours says where it is specified', () => {
  const scalars = types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type));
  expect(scalars.map(({ name, specifiedByURL }) => [name, URL.canParse(specifiedByURL ?? '')])).toEqual([
    ['DateTime', true],
    ['Upload', true],
  ]);
});

test('GQL-8 the schema lies at the root, where integrators look for it', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8')).toContain('type Query');
});

test('GQL-2 every declared call is reached by a resolver', () => {
  const files = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' });
  const source = files
    .filter((file) => file.endsWith('.ts') && !/test|generated/.test(file))
    .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
    .join('\n');
  const reached = new Set([...source.matchAll(/\bcalls\.(\w+)/g)].map(([, name]) => name));
  expect(
    Object.keys(calls).filter((name) => !reached.has(name)),
    'a call of contract/src/calls is made by a function of its area in gateway/src',
  ).toEqual([]);
});

test('GQL-2 every mutation of the schema is declared and has a resolver', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const names = mutations.map(({ name }) => name);
  expect(names.toSorted(), 'contract/src/mutations.ts declares the mutations of schema.graphql').toEqual(
    mutationNames.toSorted(),
  );
  expect(
    mutations.filter(({ resolve }) => !resolve).map(({ name }) => name),
    'a mutation has a resolver in gateway/src/…/….resolvers.ts',
  ).toEqual([]);
});

test('GQL-1 one schema at the root has the six types of the order', () => {
  const order = ['Organisation', 'User', 'Mapping', 'Assessment', 'Sso', 'Config'];
  expect(order.filter((name) => !isObjectType(schema.getType(name)))).toEqual([]);
});

const valuesOf = (type: GraphQLType | undefined): string[] => {
  const named = type && getNamedType(type);
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
};

test.each(Object.entries<ListDeclaration>(lists))(
  'OPEN-48 the list %s has the filters and orders of its field',
  (name, { field, filters = {}, orders = {} }) => {
    const [type, fieldName] = field;
    const { args } = fieldsOf(schema.getType(type) as GraphQLNamedType).find((one) => one.name === fieldName) ?? {};
    expect(args, field.join('.')).toBeDefined();
    expect(valuesOf(schema.getType('ExportList') as GraphQLType)).toContain(name.toUpperCase());
    const inputOf = (arg: string): Field[] => {
      const given = args?.find((one) => one.name === arg);
      return given ? fieldsOf(getNamedType(given.type)) : [];
    };
    if (Object.keys(orders).length > 0)
      expect(valuesOf(inputOf('orderBy').find((one) => one.name === 'field')?.type).sort()).toEqual(
        Object.keys(orders).sort(),
      );
    if (Object.keys(filters).length === 0) return;
    // The call lists organisations of one state, or of both without the filter; the schema has no filter by designation.
    const nameInSchema = (filter: string) => (name === 'organisations' && filter === 'state' ? 'states' : filter);
    const declared = Object.entries(filters).filter(([filter]) => filter !== 'designations');
    const inSchema = inputOf('filter');
    expect(declared.map(([filter]) => nameInSchema(filter)).sort()).toEqual(inSchema.map((one) => one.name).sort());
    for (const [filter, declaration] of declared)
      if ('choices' in declaration)
        expect(valuesOf(inSchema.find((one) => one.name === nameInSchema(filter))?.type).sort()).toEqual(
          Object.keys(declaration.choices).sort(),
        );
  },
);
