import { resolve } from 'node:path';

/** Resolves a path from the operator's folder, because npm runs commands in the root. */
export const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);
