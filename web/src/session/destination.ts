interface SuiteModule {
  id: string;
  origin?: string | null;
}

export type Destination = { address: string } | { moduleId: string };

/** The address, if it belongs to a module of the suite. A blob: address has the origin of its creator, and a user name may look like a host. */
const inSuite = (wanted: string | null, suiteModules: readonly SuiteModule[]): string | null => {
  if (!wanted || !URL.canParse(wanted)) return null;
  const { protocol, username, password, origin, href } = new URL(wanted);
  const plain = /^https?:$/.test(protocol) && username === '' && password === '';
  return plain && suiteModules.some((module) => module.origin === origin) ? href : null;
};

/** The module or address outside the console that `redirect` or `source` name; null when neither belongs to the suite (CHECKLIST OPEN-7). */
export const destinationOf = (query: URLSearchParams, suiteModules: readonly SuiteModule[]): Destination | null => {
  const address = inSuite(query.get('redirect'), suiteModules);
  if (address !== null) return { address };
  const source = suiteModules.find(({ id, origin }) => id === query.get('source') && origin);
  return source ? { moduleId: source.id } : null;
};
