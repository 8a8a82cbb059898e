/** Values for a sample, such as the ids of an organisation and of one of its users. */
export type SampleTarget = Readonly<Record<string, unknown>>;

/** A copy of a sample in which the value of `target` replaces each name in braces: `'{userId}'` becomes `target.userId`. */
export function fillSample<T>(sample: T, target: SampleTarget): T {
  return JSON.parse(JSON.stringify(sample), (_key, value) => {
    const [, name] = typeof value === 'string' ? (/^\{(\w+)\}$/.exec(value) ?? []) : [];
    if (name === undefined) return value;
    if (target[name] === undefined) throw new Error(`the sample needs '${name}', which this test does not have`);
    return target[name];
  });
}
