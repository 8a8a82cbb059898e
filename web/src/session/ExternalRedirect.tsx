import { useEffect, useEffectEvent, useState } from 'react';
import { browserPage } from '../apollo/browserPage.ts';
import { ClientProvider } from '../apollo/ClientProvider.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { graphql } from '../gql/gql.ts';
import type { LeadOnQuery } from '../gql/graphql.ts';
import { RedirectAfterSignIn } from './RedirectAfterSignIn.tsx';

const pageQuery = graphql(`query LeadOn { viewer { modules { id label origin } } }`);

const switchDocument = graphql(`mutation LeadOn_Switch($moduleId: ID!) { switchModule(moduleId: $moduleId) { url } }`);

type Modules = NonNullable<LeadOnQuery['viewer']>['modules'];

/** Redirects to a sibling module. A separate script: the only part of signing in that needs the Apollo client at once. */
export function ExternalRedirect({ query }: { query: URLSearchParams }) {
  return (
    <ClientProvider>
      <LoadModules query={query} />
    </ClientProvider>
  );
}

function LoadModules({ query }: { query: URLSearchParams }) {
  const { data, whole, failed } = usePageQuery(pageQuery);
  if (failed) return <RedirectAfterSignIn query={query} />;
  return whole ? <LeaveConsole query={query} modules={data?.viewer?.modules ?? []} /> : <LoadingScreen />;
}

function LeaveConsole({ query, modules }: { query: URLSearchParams; modules: Modules }) {
  const { mutate } = useMutationAction(switchDocument, { saves: false });
  const [stays, setStays] = useState(false);
  const destination = destinationOf(query, modules);

  const leave = useEffectEvent(async () => {
    if (!destination) return;
    const switched = 'moduleId' in destination ? mutate(destination).then((data) => data?.switchModule.url) : undefined;
    const address = 'address' in destination ? destination.address : await switched?.catch(() => setStays(true));
    // Replaces this page in the history, because Back from the module would redirect to the module again.
    if (address) browserPage.leaveTo(address);
  });
  useEffect(function leaveForTheModule() {
    void leave();
  }, []);

  return destination && !stays ? <LoadingScreen /> : <RedirectAfterSignIn query={query} />;
}

interface SuiteModule {
  id: string;
  origin?: string | null;
}

/** The URL if it belongs to a module of the suite. A blob: URL has the origin of its creator, and a user name can look like a host. */
const inSuite = (wanted: string | null, suiteModules: readonly SuiteModule[]): string | null => {
  if (!wanted || !URL.canParse(wanted)) return null;
  const { protocol, username, password, origin, href } = new URL(wanted);
  const plain = /^https?:$/.test(protocol) && username === '' && password === '';
  return plain && suiteModules.some((module) => module.origin === origin) ? href : null;
};

/** Module or URL outside the console in `redirect` or `source`; null if neither belongs to the suite (CHECKLIST OPEN-7). */
export const destinationOf = (
  query: URLSearchParams,
  suiteModules: readonly SuiteModule[],
): { address: string } | { moduleId: string } | null => {
  const address = inSuite(query.get('redirect'), suiteModules);
  if (address !== null) return { address };
  const source = suiteModules.find(({ id, origin }) => id === query.get('source') && origin);
  return source ? { moduleId: source.id } : null;
};
