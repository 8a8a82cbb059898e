import { attributesBySchema, coreSchema, enterpriseSchema } from './schemas.ts';
import { isObject } from './values.ts';

type Resource = Record<string, unknown>;

const alwaysReturned = new Set(['schemas', 'id']);

/** Names of a parameter in lower case without their schema; names are unique across schemas. */
function namesOf(parameter: string): Set<string> {
  const names = parameter
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return new Set(
    names.flatMap((name) => {
      if (name === enterpriseSchema.toLowerCase())
        return attributesBySchema[enterpriseSchema]?.map((attribute) => attribute.name.toLowerCase()) ?? [];
      const schema = [coreSchema, enterpriseSchema].find((one) => name.startsWith(`${one.toLowerCase()}:`));
      return schema ? name.slice(schema.length + 1) : name;
    }),
  );
}

/** Parts of a value that `isKept` names, null if there are none. */
function filterParts(value: unknown, prefix: string, isKept: (path: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const elements = value.flatMap((one) => filterParts(one, prefix, isKept) ?? []);
    return elements.length > 0 ? elements : null;
  }
  if (!isObject(value)) return null;
  const entries = Object.entries(value).filter(([key]) => isKept(`${prefix}.${key.toLowerCase()}`));
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

function filterAttributes(resource: Resource, partOf: (name: string, value: unknown) => unknown): Resource {
  const entries = Object.entries(resource).flatMap(([name, value]) => {
    if (name === enterpriseSchema) {
      const extension = filterAttributes(value as Resource, partOf);
      return Object.keys(extension).length > 0 ? [[name, extension] as const] : [];
    }
    const part = alwaysReturned.has(name) ? value : partOf(name.toLowerCase(), value);
    return part === null ? [] : [[name, part] as const];
  });
  return Object.fromEntries(entries);
}

/** Applies `attributes` and `excludedAttributes` to a resource (RFC 7644, section 3.9). */
export function selectAttributes(
  resource: Resource,
  { attributes, excludedAttributes }: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): Resource {
  let selected = resource;
  if (attributes) {
    const names = namesOf(attributes);
    selected = filterAttributes(selected, (name, value) =>
      names.has(name) ? value : filterParts(value, name, (path) => names.has(path)),
    );
  }
  if (excludedAttributes) {
    const names = namesOf(excludedAttributes);
    const hasParts = (name: string) => [...names].some((one) => one.startsWith(`${name}.`));
    selected = filterAttributes(selected, (name, value) => {
      if (names.has(name)) return null;
      return hasParts(name) ? filterParts(value, name, (path) => !names.has(path)) : value;
    });
  }
  return selected;
}
