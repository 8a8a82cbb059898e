import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { actionOf, callsOf, whoLine } from './facts.ts';
import { deprecation, type Inline, inputTable, operationAddress, typeAddress, typeLink } from './field-parts.ts';
import { escapeHtml, type Html, heading, table } from './markup.ts';
import type { Page } from './page.ts';
import { schema } from './schema.ts';

function outputTable(
  type: { name: string; getFields(): Record<string, GraphQLField<unknown, unknown>> },
  inline: Inline,
): Html {
  const rows = Object.values(type.getFields()).map((field) => {
    const made = callsOf(`${type.name}.${field.name}`).map(
      ({ method, path }) => `<code>${method} ${escapeHtml(path)}</code>`,
    );
    const costly = field.astNode?.directives?.some(({ name }) => name.value === 'perObjectCall');
    const who = whoLine(actionOf(type.name, field.name));
    const codes = [...new Set(field.description?.match(/\b[A-Z]+_[A-Z_]+\b|\bFORBIDDEN\b|\bINVALID\b/g) ?? [])];
    const notes = [
      ...(who ? [`<strong>Roles:</strong> ${escapeHtml(who)}.`] : []),
      ...(codes.length > 0
        ? [`<strong>Errors:</strong> ${codes.map((code) => `<code>${code}</code>`).join(', ')}.`]
        : []),
      ...(made.length > 0 ? [`<strong>Calls:</strong> ${made.join(', ')}.`] : []),
      ...(costly ? ['Costs 10 points per object (<code>@perObjectCall</code>).'] : []),
      ...(field.args.length > 0
        ? [
            `<strong>Arguments:</strong> ${field.args.map((argument) => `<code>${argument.name}</code> ${typeLink(argument.type)}`).join(', ')}.`,
          ]
        : []),
    ];
    return [
      `<code id="${field.name}">${field.name}</code>`,
      typeLink(field.type),
      [inline(field.description ?? '') + deprecation(field, inline), ...notes].join('<br>'),
    ];
  });
  return table(['field', 'type', 'description'], rows, `Fields of ${type.name}`);
}

const kindOf = (type: GraphQLNamedType): string => {
  if (isEnumType(type)) return 'enum';
  if (isInputObjectType(type)) return 'input';
  if (isUnionType(type)) return 'union';
  return isScalarType(type) ? 'scalar' : 'type';
};

/** The fields and arguments of each type. */
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

function typePage(type: GraphQLNamedType, inline: Inline): Page {
  const uses = usesOf.get(type.name) ?? [];
  const content = isObjectType(type)
    ? outputTable(type, inline)
    : isInputObjectType(type)
      ? inputTable(Object.values(type.getFields()), inline, `Fields of ${type.name}`)
      : isEnumType(type)
        ? table(
            ['value', 'description'],
            type
              .getValues()
              .map((value) => [`<code id="${value.name}">${value.name}</code>`, inline(value.description ?? '')]),
            `Values of ${type.name}`,
          )
        : isUnionType(type)
          ? `<ul>${type
              .getTypes()
              .map((one) => `<li>${typeLink(one)}</li>`)
              .join('')}</ul>\n`
          : '';
  const fields = isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];
  return {
    path: typeAddress(type.name),
    title: type.name,
    kind: kindOf(type),
    group: '',
    text: type.description ?? '',
    entries: fields.map(({ name, description }) => ({ name, text: description ?? '' })),
    body: [
      ...(type.description ? [`<p class="lead">${inline(type.description)}</p>\n`] : []),
      content,
      ...(uses.length > 0 ? [heading(2, 'Used by'), `<p class="uses">${uses.join(', ')}</p>\n`] : []),
    ].join(''),
  };
}

/** A page for each type. */
export const typePages = (inline: Inline): Page[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__') && name !== 'Query' && name !== 'Mutation')
    .sort((one, other) => one.name.localeCompare(other.name))
    .map((type) => typePage(type, inline));
