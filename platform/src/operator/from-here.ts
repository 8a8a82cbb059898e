import { resolve } from 'node:path';

/** A file is named from where the operator is; npm runs the command in the root of the repository. */
export const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);
