import { useApolloClient } from '@apollo/client/react';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { toFailure } from '../feedback/failure.ts';
import { reportFailure } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import type { CommandPalette_SearchQuery, CommandPalette_ViewerFragment } from '../gql/graphql.ts';
import { searchToSend } from '../ui/table/listAddress.ts';
import type { Command } from './commands.ts';

const typingPauseMs = 250;
const shortestSearch = 2;

const searchQuery = graphql(`
  query CommandPalette_Search($search: String!, $own: Boolean!, $mappings: Boolean!, $all: Boolean!) {
    viewer @skip(if: $all) {
      organisation {
        id
        users(filter: { status: ACTIVE }, search: $search, first: 5) @include(if: $own) { nodes { id fullName email } }
        mappings(filter: { states: [ACCEPTED] }, search: $search, first: 5) @include(if: $mappings) {
          edges { node { id } counterpart { id brandName } }
        }
      }
    }
    organisations(search: $search, filter: {}, first: 5) @include(if: $all) { nodes { id brandName legalName } }
    users(search: $search, first: 5) @include(if: $all) { nodes { id fullName email organisationId } }
  }
`);

interface Found {
  search: string;
  commands: readonly Command[];
}

const nothing: Found = { search: '', commands: [] };

/** Organisations, users and mappings that match the typed text, as far as the viewer may see them. */
export const useCommandSearch = (can: CommandPalette_ViewerFragment['can'], text: string) => {
  const client = useApolloClient();
  const typed = searchToSend(text);
  const [search] = useDebouncedValue(typed, typingPauseMs);
  const [found, setFound] = useState(nothing);
  const all = can.listOrganisations;
  // For viewers of all organisations, the search in all of them also finds their own users and partners.
  const [own, mappings] = [can.viewUsers && !all, can.viewMappings && !all];
  const wanted = search.length >= shortestSearch && (own || mappings || all) ? search : '';
  useEffect(
    function searchServer() {
      if (wanted === '') return;
      let outdated = false;
      const show = (commands: readonly Command[]) => {
        if (!outdated) setFound({ search: wanted, commands });
      };
      const variables = { search: wanted, own, mappings, all };
      // The pages' lists are cached, and these rows do not belong to them.
      client.query({ query: searchQuery, variables, fetchPolicy: 'no-cache' }).then(
        ({ data, error }) => {
          // A part of the results that cannot be searched is left out.
          if (!data && error && !outdated) reportFailure(toFailure(error), { action: 'CommandPalette_Search' });
          show(data ? commandsOf(data) : []);
        },
        (error) => {
          reportFailure(toFailure(error), { action: 'CommandPalette_Search' });
          show([]);
        },
      );
      return () => {
        outdated = true;
      };
    },
    [client, wanted, own, mappings, all],
  );
  const searching = typed.length >= shortestSearch && (typed !== search || (wanted !== '' && found.search !== wanted));
  return { found: typed.length >= shortestSearch ? found.commands : [], searching };
};

const userCommand = (
  { id, fullName, email }: { id: string; fullName: string; email: string },
  to: string,
): Command => ({ id: `user ${id}`, group: 'Users', label: fullName, hint: email, to });

function commandsOf({ viewer, organisations, users }: CommandPalette_SearchQuery): Command[] {
  const own = viewer?.organisation;
  return [
    ...(organisations?.nodes ?? []).map(({ id, brandName, legalName }) => ({
      id: `organisation ${id}`,
      group: 'Organisations',
      label: brandName,
      hint: legalName ?? '',
      to: `/O/${id}?from=T`,
    })),
    ...(own?.users?.nodes ?? []).map((user) => userCommand(user, `/U/${user.id}/view`)),
    // A user without an organisation has no page.
    ...(users?.nodes ?? []).flatMap((user) =>
      user.organisationId === null ? [] : [userCommand(user, `/O/${user.organisationId}/user/${user.id}?from=T`)],
    ),
    ...(own?.mappings?.edges ?? []).map(({ node, counterpart: { id, brandName } }) => ({
      id: `mapping ${node.id} ${id}`,
      group: 'Mappings',
      label: brandName,
      to: `/M?search=${encodeURIComponent(brandName)}`,
    })),
  ];
}
