import { useEffect, useEffectEvent, useState } from 'react';
import { ClientProvider } from '../apollo/ClientProvider.tsx';
import { useAct } from '../apollo/useAct.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { LeadOnQuery } from '../gql/graphql.ts';
import { browserPage } from '../ui/browserPage.ts';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { destinationOf } from './destination.ts';
import { Inwards } from './Inwards.tsx';

const pageQuery = graphql(`
  query LeadOn {
    viewer {
      modules {
        id
        label
        origin
      }
    }
  }
`);

const switchDocument = graphql(`
  mutation LeadOn_Switch($moduleId: ID!) {
    switchModule(moduleId: $moduleId) {
      url
    }
  }
`);

type Modules = NonNullable<LeadOnQuery['viewer']>['modules'];

/** To the sibling module that the address names; asked for by itself, for no other part of signing in needs the client before there is something to send. */
export function OutOfConsole({ query }: { query: URLSearchParams }) {
  return (
    <ClientProvider>
      <Choice query={query} />
    </ClientProvider>
  );
}

function Choice({ query }: { query: URLSearchParams }) {
  const { data, whole, failed } = usePageQuery(pageQuery);
  if (failed) return <Inwards query={query} />;
  return whole ? <Out query={query} modules={data?.viewer?.modules ?? []} /> : <LoadingScreen />;
}

function Out({ query, modules }: { query: URLSearchParams; modules: Modules }) {
  const { act } = useAct(switchDocument, { saves: false });
  const [stays, setStays] = useState(false);
  const destination = destinationOf(query, modules);

  const leave = useEffectEvent(async () => {
    if (!destination) return;
    const switched = 'moduleId' in destination ? act(destination).then((data) => data?.switchModule.url) : undefined;
    const address = 'address' in destination ? destination.address : await switched?.catch(() => setStays(true));
    // In the place of this page: Back from the module must not lead to where everybody is sent on to the module again.
    if (address) browserPage.leaveTo(address);
  });
  useEffect(function leaveForTheModule() {
    void leave();
  }, []);

  return destination && !stays ? <LoadingScreen /> : <Inwards query={query} />;
}
