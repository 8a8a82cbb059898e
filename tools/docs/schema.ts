import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLEnumType, isEnumType } from 'graphql';
import { root } from '../steps.ts';

const sdl = readFileSync(join(root, 'schema.graphql'), 'utf8');

export const schema = buildSchema(sdl);

export function enumNamed(name: string): GraphQLEnumType {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is not an enum of the schema`);
  return type;
}

/** The area of each query and mutation, by its name, from the banners of the schema. */
export const areaOfField: ReadonlyMap<string, string> = new Map(
  [...sdl.matchAll(/^type (?:Query|Mutation) \{\n([\s\S]*?)^\}/gm)].flatMap(([, body = '']) => {
    let area = '';
    return body.split('\n').flatMap((line): [string, string][] => {
      area = /^ {2}# ---- (.+?)\s*-*$/.exec(line)?.[1] ?? area;
      const [, name] = /^ {2}(\w+)[(:]/.exec(line) ?? [];
      return name ? [[name, area]] : [];
    });
  }),
);
