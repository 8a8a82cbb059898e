import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { dropDraftsOfOtherUsers } from '../apollo/drafts.ts';
import { isFactorAskedFor } from '../apollo/factorQuestion.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useFragment } from '../apollo/useFragment.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { forgetUnsentInvitation, forgetUnsentInvitations, useUnsentInvitations } from '../feedback/unsentInvitation.ts';
import { whenPainted } from '../feedback/whenPainted.ts';
import { graphql } from '../gql/gql.ts';
import type { UnsentInvitationDialogProps } from '../invitations/UnsentInvitationDialog.tsx';
import { ConfirmationProvider } from '../ui/dialog/ConfirmationProvider.tsx';
import { preloadDialogs } from '../ui/dialog/Dialog.tsx';
import classes from './Shell.module.css';
import { StatusBanners } from './StatusBanners.tsx';
import { TopBar } from './TopBar.tsx';

// Each page's own query includes it, so that a page load is one request; the shell reads it from the cache.
const viewerFragment = graphql(`
  fragment Shell_viewer on Viewer { user { id lastName designation } requiredFactor { isDue } ...useUnsentEmails_viewer ...useSignOut_viewer ...useChangedRole_viewer ...TopBar_viewer ...PermissionGuard_viewer ...EditOrganisationForm_viewer }
`);

const UnsentInvitationDialog = lazyPart<UnsentInvitationDialogProps>(
  async () => (await import('../invitations/UnsentInvitationDialog.tsx')).UnsentInvitationDialog,
  whenOpened,
);

// What a page looks like on paper is needed after the page.
const PrintedDate = lazyPart<object>(async () => (await import('./PrintedDate.tsx')).PrintedDate, { loadOn: 'paint' });

/** A chunk that loads faster than this replaces the previous page directly, without a loading screen. */
const chunkDelayMs = 100;

export function Component() {
  const main = useRef<HTMLElement>(null);
  const { data, complete } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const { pathname } = useLocation();
  const session = useSession();
  const unsent = useUnsentInvitations();
  const loadingChunk = useNavigation().state === 'loading';
  const [loadsLong] = useDebouncedValue(loadingChunk, chunkDelayMs);
  // After a sign-in the page counts as newly opened and gets the focus; a page that the browser has just loaded does not.
  const shownPath = useRef(navigator.userActivation.hasBeenActive ? null : pathname);

  useEffect(function preloadSignInAndDialogs() {
    void whenPainted().then(preloadLogin).then(preloadDialogs);
  }, []);
  useEffect(function forgetInvitationWhenSigningOut() {
    return forgetUnsentInvitations;
  }, []);
  const lacksFactor = complete && data.requiredFactor !== null;
  useEffect(
    function askForRequiredFactor() {
      if (lacksFactor && isFactorAskedFor()) session.setLacksFactor(true);
    },
    [lacksFactor, session],
  );
  const person = data?.user?.id;
  useEffect(
    function dropWhatOthersTyped() {
      if (person !== undefined) dropDraftsOfOtherUsers(person);
    },
    [person],
  );
  // Runs before the focus of a removed control moves to its fallback.
  useLayoutEffect(
    function focusNewPage() {
      if (shownPath.current !== pathname && !main.current?.contains(document.activeElement)) main.current?.focus();
      shownPath.current = pathname;
    },
    [pathname],
  );

  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className={classes.top}>
        <header className={classes.bar}>
          <TopBar viewer={complete ? data : null} />
        </header>
        <StatusBanners person={complete ? data.user : null} />
      </div>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <PrintedDate />
        <ConfirmationProvider>{loadingChunk && loadsLong ? <LoadingScreen /> : <Outlet />}</ConfirmationProvider>
      </main>
      <UnsentInvitationDialog
        invitations={unsent}
        opened={unsent.length > 0}
        onCopied={forgetUnsentInvitation}
        onClose={forgetUnsentInvitations}
      />
      <ScrollRestoration />
    </>
  );
}

/** Loads the sign-in page's chunks in advance, because signing out must work without a network. */
const preloadLogin = (): void => {
  void import('../session/SignInLayout.tsx').catch(() => undefined);
  void import('../session/LoginPage.tsx').catch(() => undefined);
};
