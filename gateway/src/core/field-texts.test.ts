import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '@console/contract/fields/field';
import { organisationFields } from '@console/contract/fields/organisation-fields';
import { personFields } from '@console/contract/fields/person-fields';
import { buildSchema, type GraphQLInputObjectType, type GraphQLObjectType } from 'graphql';
import { expect, test } from 'vitest';

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8'));
const fieldsOf = (type: string) => (schema.getType(type) as GraphQLObjectType | GraphQLInputObjectType).getFields();

const persons = ['CreateUserInput', 'UpdateUserInput', 'UpdateProfileInput', 'PersonInput'];
const organisations = ['OrganisationInput', 'FacilityInput'];

test.each<[Readonly<Record<string, Field>>, readonly string[]]>([
  [personFields, persons],
  [organisationFields, organisations],
])('OPEN-62 GQL-1 the texts of the schema name the lengths of the table of fields', (table, inputs) => {
  for (const { name, maxLength } of Object.values(table)) {
    const described = inputs.flatMap((input) => fieldsOf(input)[name]?.description ?? []);
    expect(described, name).not.toEqual([]);
    for (const text of described)
      for (const [, length] of text.matchAll(/(?:1 to|at most) (\d[\d,]*)(?! MB)\b/g))
        expect(length, name).toBe(String(maxLength));
  }
});
