import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { actionOf, callsOf, whoLine } from './facts.ts';
import { type AnyField, deprecation, inputTable, operationAddress, typeAddress, typeLink } from './field-parts.ts';
import { inline } from './guides.ts';
import { escapeHtml, type Html, heading, table } from './markup.ts';
import type { Page } from './page.ts';
import { schema } from './schema.ts';

function outputTable(type: GraphQLObjectType): Html {
  const rows = Object.values(type.getFields()).map((field) => {
    const made = callsOf(`${type.name}.${field.name}`);
    const who = whoLine(actionOf(type.name, field.name));
    const codes = [...new Set(field.description?.match(/\b[A-Z]+_[A-Z_]+\b|\bFORBIDDEN\b|\bINVALID\b/g) ?? [])];
    const isCostly = field.astNode?.directives?.some(({ name }) => name.value === 'perObjectCall');
    const lists: [name: string, items: Html[]][] = [
      ['Roles', who ? [escapeHtml(who)] : []],
      ['Errors', codes.map((code) => `<code>${code}</code>`)],
      ['Calls', made.map(({ method, path }) => `<code>${method} ${escapeHtml(path)}</code>`)],
      ['Costs', isCostly ? ['10 points per object (<code>@perObjectCall</code>)'] : []],
      ['Arguments', field.args.map((argument) => `<code>${argument.name}</code> ${typeLink(argument.type)}`)],
    ];
    const notes = lists
      .filter(([, items]) => items.length > 0)
      .map(([name, items]) => `<strong>${name}:</strong> ${items.join(', ')}.`);
    return [
      `<code id="${field.name}">${field.name}</code>`,
      typeLink(field.type),
      [inline(field.description ?? '') + deprecation(field), ...notes].join('<br>'),
    ];
  });
  return table(['field', 'type', 'description'], rows, `Fields of ${type.name}`);
}

const usesOf = new Map<string, string[]>();
for (const type of Object.values(schema.getTypeMap()))
  if (!type.name.startsWith('__') && (isObjectType(type) || isInputObjectType(type)))
    for (const field of Object.values(type.getFields())) {
      const isRoot = type.name === 'Query' || type.name === 'Mutation';
      const address = isRoot ? operationAddress(field.name) : `${typeAddress(type.name)}#${field.name}`;
      const link = `<a href="${address}"><code>${isRoot ? '' : `${type.name}.`}${field.name}</code></a>`;
      const args: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
      const used = [getNamedType(field.type as GraphQLType), ...args.map((argument) => getNamedType(argument.type))];
      for (const name of new Set(used.map((one) => one.name))) usesOf.set(name, [...(usesOf.get(name) ?? []), link]);
    }

function partsOf(type: GraphQLNamedType): [kind: string, content: Html, fields?: AnyField[]] {
  if (isObjectType(type)) return ['type', outputTable(type), Object.values(type.getFields())];
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return ['input', inputTable(fields, `Fields of ${type.name}`), fields];
  }
  if (isEnumType(type)) {
    const rows = type
      .getValues()
      .map(({ name, description }) => [`<code id="${name}">${name}</code>`, inline(description ?? '')]);
    return ['enum', table(['value', 'description'], rows, `Values of ${type.name}`)];
  }
  if (!isUnionType(type)) return ['scalar', ''];
  const parts = type.getTypes().map((one) => `<li>${typeLink(one)}</li>`);
  return ['union', `<ul>${parts.join('')}</ul>\n`];
}

function typePage(type: GraphQLNamedType): Page {
  const uses = usesOf.get(type.name);
  const [kind, content, fields = []] = partsOf(type);
  return {
    path: typeAddress(type.name),
    title: type.name,
    kind,
    group: '',
    text: type.description ?? '',
    entries: fields.map(({ name, description }) => ({ name, text: description ?? '' })),
    body: [
      type.description ? `<p class="lead">${inline(type.description)}</p>\n` : '',
      content,
      uses ? `${heading(2, 'Used by')}<p class="uses">${uses.join(', ')}</p>\n` : '',
    ].join(''),
  };
}

export const typePages = (): Page[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__') && name !== 'Query' && name !== 'Mutation')
    .sort((one, other) => one.name.localeCompare(other.name))
    .map((type) => typePage(type));
