import { type Call, snakeCase } from '@console/contract/call';
import type { FastifyBaseLogger } from 'fastify';
import {
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { incompleteResponse } from '../product-api/errors.ts';
import { isRecord } from '../product-api/shape.ts';

interface Source {
  call: Call;
  field: string;
  log: FastifyBaseLogger;
}

/** A value that its type does not allow; the message is its place. */
class NotOfType extends Error {}

/**
 * Reads a response as its schema type, except fields with resolvers. Accepts snake case and lower-case enum values such
 * as `users:write`. Throws UPSTREAM_BAD_RESPONSE; unknown enum values are null, unreadable items are dropped unless none
 * is readable.
 */
export function readAsType(type: GraphQLOutputType, value: unknown, { call, field, log }: Source): unknown {
  const dropped: string[] = [];
  try {
    return read(type, value, field, dropped);
  } catch (thrown) {
    throw thrown instanceof NotOfType ? incompleteResponse(log, call, thrown.message) : thrown;
  } finally {
    if (dropped.length > 0) log.warn({ call: call.name, dropped }, 'items dropped');
  }
}

function read(type: GraphQLOutputType, value: unknown, place: string, dropped: string[]): unknown {
  if (isNonNullType(type)) return read(type.ofType, value, place, dropped) ?? refuse(place);
  if (value == null) return null;
  if (isListType(type)) return readItems(type.ofType, value, place, dropped);
  if (isObjectType(type)) {
    if (!isRecord(value)) return refuse(place);
    const fields = Object.values(type.getFields()).filter(({ resolve }) => !resolve);
    const known = fields.map((field) => [
      field.name,
      read(field.type, value[field.name] ?? value[snakeCase(field.name)], `${place}.${field.name}`, dropped),
    ]);
    return { ...value, ...Object.fromEntries(known) };
  }
  if (isEnumType(type))
    return typeof value === 'string' ? (type.getValue(enumName(value))?.name ?? null) : refuse(place);
  try {
    return isScalarType(type) ? type.parseValue(value) : value;
  } catch {
    return refuse(place);
  }
}

const enumName = (value: string) => value.replace(/\W/g, '_').toUpperCase();

function readItems(type: GraphQLOutputType, value: unknown, place: string, dropped: string[]): unknown[] {
  if (!Array.isArray(value)) return refuse(place);
  const items = value.flatMap((item) => {
    try {
      return [read(type, item, place, dropped)];
    } catch (thrown) {
      if (!(thrown instanceof NotOfType)) throw thrown;
      dropped.push(thrown.message);
      return [];
    }
  });
  if (items.length === 0 && value.length > 0 && !isEnumType(getNamedType(type))) return refuse(dropped[0] ?? place);
  return items;
}

const refuse = (place: string): never => {
  throw new NotOfType(place);
};
