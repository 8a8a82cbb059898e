import type { FragmentType } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useMantineColorScheme } from '@mantine/core';
import { type DocumentNode, Kind, print, visit } from 'graphql';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { graphqlPath } from '../apollo/graphqlPath.ts';
import { operationName } from '../apollo/operationName.ts';
import { recentCommands, rememberCommand } from '../apollo/recentCommands.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { CommandPalette_ViewerFragment } from '../gql/graphql.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { colorSchemes } from '../ui/theme/colorSchemes.ts';
import { CommandList } from './CommandList.tsx';
import { actionCommands, type Command, pageCommands, tabCommands } from './commands.ts';
import { useCommandSearch } from './useCommandSearch.ts';
import { useSignOut } from './useSignOut.ts';
import { useSwitchModule } from './useSwitchModule.ts';

/** Whether this gateway shows the sandbox. */
const hasSandbox = async (): Promise<boolean> => {
  const answer = await fetch(graphqlPath, { headers: { accept: 'text/html' } });
  return answer.ok && Boolean(answer.headers.get('content-type')?.startsWith('text/html'));
};

/** The text without the directives that only the console's client understands. */
const textOf = (document: DocumentNode): string =>
  print(visit(document, { [Kind.DIRECTIVE]: ({ name }) => (name.value === 'unmask' ? null : undefined) }));

/** Opens the operation of the open page in the sandbox; none where the sandbox is off. */
function usePageOperation(): Command[] {
  const client = useApolloClient();
  const [isOn, setIsOn] = useState(false);
  useEffect(function lookForSandbox() {
    hasSandbox().then(setIsOn, () => setIsOn(false));
  }, []);
  if (!isOn) return [];
  const pageQuery = [...client.getObservableQueries()].find(({ options: { query } }) =>
    operationName(query)?.endsWith('Page'),
  );
  if (!pageQuery) return [];
  const { query, variables } = pageQuery.options;
  const operation = new URLSearchParams({ query: textOf(query), variables: JSON.stringify(variables ?? {}, null, 2) });
  const run = () => void window.open(`${graphqlPath}#${operation}`, '_blank', 'noopener');
  return [{ id: 'page-operation', group: 'Console', label: 'GraphQL for this page', run }];
}

const viewerFragment = graphql(`
  fragment CommandPalette_viewer on Viewer {
    user { id }
    pendingItemCount
    can {
      viewUsers
      manageUsers
      viewSso
      viewMappings
      viewApiKeys
      viewActivity
      viewOwnActivity
      listOrganisations
      createOrganisation
      editOwnOrganisation
      inviteOrganisations
      inviteExternalUsers
    }
    modules { id label origin }
  }
`);

interface CommandPaletteProps {
  viewer: FragmentType<CommandPalette_ViewerFragment>;
  opened: boolean;
  onClose: () => void;
  onShowKeys: () => void;
}

/** Opens pages, users and organisations, and starts actions, by typing. */
export function CommandPalette({ viewer, opened, onClose, onShowKeys }: CommandPaletteProps) {
  const { data, complete } = useFragment(viewerFragment, viewer);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      centered={false}
      yOffset="10dvh"
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
    >
      {complete && <Commands viewer={data} onDone={onClose} onShowKeys={onShowKeys} />}
    </Dialog>
  );
}

interface CommandsProps {
  viewer: CommandPalette_ViewerFragment;
  onDone: () => void;
  onShowKeys: () => void;
}

function Commands({ viewer, onDone, onShowKeys }: CommandsProps) {
  const { user, can, modules, pendingItemCount } = viewer;
  const [text, setText] = useState('');
  const [tabs] = useState(tabCommands);
  const [recent] = useState(() => recentCommands(user.id));
  const { found, searching } = useCommandSearch(can, text);
  const { setColorScheme } = useMantineColorScheme();
  const { open: openModule } = useSwitchModule();
  const { signOut, atProvider } = useSignOut();
  const pageOperation = usePageOperation();
  const navigate = useNavigate();
  const own: Command[] = [
    ...tabs,
    ...pageCommands(can, pendingItemCount),
    ...actionCommands(can),
    ...modules.flatMap(({ id, label, origin }) =>
      origin === null ? [] : [{ id: `module ${id}`, group: 'Modules', label, run: () => openModule(id) }],
    ),
    ...colorSchemes.map(({ value, label }) => ({
      id: `theme ${value}`,
      group: 'Theme',
      label: `Theme: ${label}`,
      run: () => setColorScheme(value),
    })),
    { id: 'keys', group: 'Console', label: 'Keyboard shortcuts', run: onShowKeys },
    ...pageOperation,
    { id: 'sign-out', group: 'Console', label: 'Sign Out', run: signOut },
    ...(atProvider
      ? [
          {
            id: 'sign-out-at-provider',
            group: 'Console',
            run: atProvider.signOut,
            label: `Also sign out of ${atProvider.provider}`,
          } as const,
        ]
      : []),
  ];
  const run = ({ id, label, hint = '', to, run: start }: Command) => {
    onDone();
    if (to === undefined) return start?.();
    rememberCommand(user.id, { id, label, hint, to });
    void navigate(to);
  };
  return (
    <CommandList
      recent={recent.map((place) => ({ ...place, group: 'Recent' }))}
      commands={own}
      found={found}
      text={text}
      searching={searching}
      onType={setText}
      onRun={run}
    />
  );
}
