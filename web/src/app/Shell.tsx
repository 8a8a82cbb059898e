import { useFragment } from '@apollo/client/react';
import { AppShell } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { dropDraftsOfOthers } from '../apollo/drafts.ts';
import { graphql } from '../gql/gql.ts';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { preloadLogin } from './preloadLogin.ts';
import { TopBar } from './TopBar.tsx';

// Asked for by each page's own query, so that a page load is one request; the shell reads it from the cache.
const viewerFragment = graphql(`
  fragment Shell_viewer on Viewer {
    user {
      id
    }
    ...TopBar_viewer
    ...PermissionGuard_viewer
    ...OrganisationGuard_viewer
  }
`);

export function Component() {
  const main = useRef<HTMLElement>(null);
  const { data, complete } = useFragment({
    fragment: viewerFragment,
    fragmentName: 'Shell_viewer',
    from: { __typename: 'Viewer' },
  });
  const { pathname } = useLocation();
  const loadingChunk = useNavigation().state === 'loading';
  const shownPath = useRef(pathname);

  useEffect(function preloadWhereSignOutLeads() {
    preloadLogin();
  }, []);
  const person = data?.user?.id;
  useEffect(
    function dropWhatOthersTyped() {
      if (person !== undefined) dropDraftsOfOthers(person);
    },
    [person],
  );
  useEffect(
    function focusNewPage() {
      if (shownPath.current !== pathname) main.current?.focus();
      shownPath.current = pathname;
    },
    [pathname],
  );

  return (
    <AppShell header={{ height: 56 }} transitionDuration={0}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <AppShell.Header>
        <TopBar viewer={complete ? data : null} />
      </AppShell.Header>
      <AppShell.Main id="main" ref={main} tabIndex={-1}>
        {loadingChunk ? <LoadingScreen /> : <Outlet />}
      </AppShell.Main>
      <ScrollRestoration />
    </AppShell>
  );
}
