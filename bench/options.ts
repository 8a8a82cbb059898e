import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { consoleParts } from './console/measure-console.ts';
import { namesOfPages } from './pages/operations.ts';

export interface Options {
  rounds: number;
  seconds: number;
  /** The parts to run. */
  wanted: ReadonlySet<string>;
  /** The pages of the console that these parts ask for. */
  pages: ReadonlySet<string>;
  /** Everything is run. */
  whole: boolean;
  /** The folder of another checkout, to measure its gateway too. */
  beside: string | undefined;
  /** A file for all figures. */
  json: string | undefined;
  /** Stores the figures in baseline.json and in the tables of docs/performance.md. */
  keep: boolean;
}

const usage = `npm run bench -- [PART]... [--rounds 3] [--seconds 0.5] [--beside FOLDER] [--json FILE] [--keep]`;

/** Parses a number above 0. */
function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${name} must be a number above 0`);
}

/** Parses options that are numbers above 0, here with their defaults, and others. */
export function readNumbers<Name extends string>(
  args: string[],
  defaults: Readonly<Record<Name, number>>,
  others: ParseArgsConfig['options'] = {},
): Record<Name, number> & { json?: string; keep?: boolean } {
  const numbers = Object.entries<number>(defaults);
  const options = Object.fromEntries(
    numbers.map(([name, value]) => [name, { type: 'string' as const, default: String(value) }]),
  );
  const { values } = parseArgs({ args, options: { ...options, ...others } });
  const parsed = numbers.map(([name]) => [name, positive(name, String(values[name]))]);
  return { ...values, ...Object.fromEntries(parsed) };
}

/** What `read` makes of the command line; prints the reason and returns null when it is wrong. */
export function readOrPrintUsage<T>(usage: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    return null;
  }
}

const parts: readonly string[] = ['pages', 'special-paths', 'traces', 'questions', 'pushed-down', ...consoleParts];

/** Parses the command line; prints the reason and returns null when it is wrong. */
export const readOptions = (args: string[]): Options | null =>
  readOrPrintUsage(usage, () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '0.5' },
        beside: { type: 'string' },
        json: { type: 'string' },
        keep: { type: 'boolean', default: false },
      },
    });
    const pageNames = namesOfPages();
    const unknown = positionals.filter((name) => ![...parts, ...pageNames].includes(name));
    if (unknown.length > 0)
      throw new Error(`There is no ${unknown.join(', ')}: name some of ${[...parts, ...pageNames].join(', ')}`);
    const whole = positionals.length === 0;
    const pages = pageNames.filter((name) => positionals.includes(name));
    const named = positionals.filter((name) => parts.includes(name));
    return {
      rounds: Math.ceil(positive('rounds', values.rounds)),
      seconds: positive('seconds', values.seconds),
      wanted: new Set(whole ? parts : named.length === 0 ? ['pages'] : named),
      pages: new Set(pages.length === 0 ? pageNames : pages),
      whole,
      beside: values.beside === undefined ? undefined : resolve(values.beside),
      json: values.json,
      keep: values.keep,
    };
  });
