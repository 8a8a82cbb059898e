import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { consoleParts } from './console/measure-console.ts';
import { partTitles, scenarios } from './scenarios.ts';

/** Fewer rounds give no comparable result. */
const leastRounds = 5;

export interface Options {
  rounds: number;
  seconds: number;
  /** The scenarios and parts to run. */
  wanted: ReadonlySet<string>;
  /** Everything is run. */
  whole: boolean;
  /** The folder of another checkout, to measure its gateway too. */
  beside: string | undefined;
  /** A file for all figures. */
  json: string | undefined;
  /** Stores the figures in baseline.json and in the tables of docs/performance.md. */
  keep: boolean;
}

const usage = `npm run bench -- [--rounds 5] [--seconds 3] [--only NAME]... [--beside FOLDER] [--json FILE] [--keep]`;

/** Parses a number above 0. */
export function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${name} must be a number above 0`);
}

const every = [...scenarios.map(({ name }) => name), ...Object.keys(partTitles), ...consoleParts];

/** Parses the command line; prints the reason and returns null when it is wrong. */
export function readOptions(args: string[]): Options | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        rounds: { type: 'string', default: String(leastRounds) },
        seconds: { type: 'string', default: '3' },
        only: { type: 'string', multiple: true, default: [] },
        beside: { type: 'string' },
        json: { type: 'string' },
        keep: { type: 'boolean', default: false },
      },
    });
    const unknown = values.only.filter((name) => !every.includes(name));
    if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}: name some of ${every.join(', ')}`);
    const rounds = Math.ceil(positive('rounds', values.rounds));
    const whole = values.only.length === 0;
    const wanted = new Set(whole ? every : values.only);
    // Servers are compared within one run; each part of the console is independent.
    const complete = whole || wanted.isSubsetOf(new Set<string>(consoleParts));
    if (values.keep && !(complete && rounds >= leastRounds))
      throw new Error(`--keep needs ${leastRounds} rounds of everything, or of nothing but ${consoleParts.join(', ')}`);
    return {
      rounds,
      seconds: positive('seconds', values.seconds),
      wanted,
      whole,
      beside: values.beside === undefined ? undefined : resolve(values.beside),
      json: values.json,
      keep: values.keep,
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    return null;
  }
}
