import { type GraphQLArgument, type GraphQLField, type GraphQLInputField, getNamedType } from 'graphql';
import { inline } from './guides.ts';
import { escapeHtml, type Html, table } from './markup.ts';

export type AnyField = GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField;

export const operationAddress = (name: string) => `/docs/operations/${name}/`;
export const typeAddress = (name: string) => `/docs/types/${name}/`;

export const typeLink = (type: AnyField['type']): Html => {
  const { name } = getNamedType(type);
  const link = `<a href="${typeAddress(name)}">${name}</a>`;
  return `<code>${String(type).replace(name, link)}</code>`;
};

const defaultOf = ({ defaultValue }: Exclude<AnyField, GraphQLField<unknown, unknown>>): Html =>
  defaultValue === undefined ? '' : ` = <code>${escapeHtml(JSON.stringify(defaultValue))}</code>`;

export const deprecation = (field: AnyField): Html =>
  field.deprecationReason ? `<br><strong>Deprecated.</strong> ${inline(field.deprecationReason)}` : '';

export function inputTable(fields: readonly (GraphQLArgument | GraphQLInputField)[], name: string): Html {
  const rows = fields.map((field) => [
    `<code id="${escapeHtml(field.name)}">${escapeHtml(field.name)}</code>`,
    typeLink(field.type) + defaultOf(field),
    inline(field.description ?? '') + deprecation(field),
  ]);
  return table(['name', 'type', 'description'], rows, name);
}
