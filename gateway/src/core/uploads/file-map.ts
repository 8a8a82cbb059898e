import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { isRecord } from '../../product-api/shape.ts';

type Listener = (name: string, value: string, ...more: unknown[]) => void;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the operations contain this path with the value null, own properties only. */
function isFree(operations: unknown, path: unknown): boolean {
  if (typeof path !== 'string') return false;
  let value = operations;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false;
    value = (value as Record<string, unknown>)[part];
  }
  return value === null;
}

const areFree = (operations: unknown, map: unknown): boolean =>
  !isRecord(map) ||
  Object.values(map).every((paths) => Array.isArray(paths) && paths.every((path) => isFree(operations, path)));

/** Refuses a map with paths other than empty places of the operations. The parser follows inherited properties, so `variables.toString.call` would replace a function of the whole process. */
export function guardFileMap(request: IncomingMessage): void {
  const pipe = request.pipe.bind(request);
  request.pipe = (to, options) => {
    guard(to as unknown as Writable);
    return pipe(to, options);
  };
}

function guard(parser: Writable): void {
  const listeners = parser.listeners('field') as Listener[];
  parser.removeAllListeners('field');
  let operations: unknown;
  parser.on('field', (name: string, value: string, ...more: unknown[]) => {
    if (name === 'operations') operations = parsed(value);
    if (name === 'map' && !areFree(operations, parsed(value))) parser.destroy(new Error('no place for a file'));
    else for (const listener of listeners) listener(name, value, ...more);
  });
}
