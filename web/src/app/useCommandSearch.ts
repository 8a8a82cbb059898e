import { useApolloClient } from '@apollo/client/react';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { CommandPalette_SearchQuery, CommandPalette_ViewerFragment } from '../gql/graphql.ts';
import { toFailure } from '../ui/feedback/failure.ts';
import { reportFailure } from '../ui/feedback/toasts.tsx';
import { searchMaxLength } from '../ui/table/listAddress.ts';
import type { Command } from './commands.ts';

const typingPauseMs = 250;
const shortestSearch = 2;

const searchQuery = graphql(`
  query CommandPalette_Search($search: String!, $own: Boolean!, $mappings: Boolean!, $all: Boolean!) {
    viewer {
      organisation {
        id
        users(search: $search, first: 5) @include(if: $own) {
          nodes {
            id
            fullName
            email
            organisationId
          }
        }
        mappings(search: $search, first: 5) @include(if: $mappings) {
          edges {
            node {
              id
            }
            counterpart {
              id
              brandName
            }
          }
        }
      }
    }
    organisations(search: $search, filter: {}, first: 5) @include(if: $all) {
      nodes {
        id
        brandName
        legalName
      }
    }
    users(search: $search, first: 5) @include(if: $all) {
      nodes {
        id
        fullName
        email
        organisationId
      }
    }
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
  const typed = text.trim().slice(0, searchMaxLength);
  const [search] = useDebouncedValue(typed, typingPauseMs);
  const [found, setFound] = useState(nothing);
  const { viewUsers: own, viewMappings: mappings, listOrganisations: all } = can;
  const wanted = search.length >= shortestSearch && (own || mappings || all) ? search : '';
  useEffect(
    function searchServer() {
      if (wanted === '') return;
      let outdated = false;
      const show = (commands: readonly Command[]) => {
        if (!outdated) setFound({ search: wanted, commands });
      };
      const variables = { search: wanted, own, mappings, all };
      // The lists of the pages are in the cache; these rows are parts of none of them.
      client.query({ query: searchQuery, variables, fetchPolicy: 'no-cache' }).then(
        ({ data, error }) => {
          // A part that cannot be searched is left out.
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

function commandsOf({ viewer, organisations, users: everybody }: CommandPalette_SearchQuery): Command[] {
  const own = viewer?.organisation;
  const users = new Map([...(own?.users?.nodes ?? []), ...(everybody?.nodes ?? [])].map((user) => [user.id, user]));
  return [
    ...(organisations?.nodes ?? []).map(({ id, brandName, legalName }) => ({
      id: `organisation ${id}`,
      group: 'Organisations',
      label: brandName,
      hint: legalName ?? '',
      to: `/O/${id}?from=T`,
    })),
    // A user without an organisation has no page.
    ...[...users.values()].flatMap(({ id, fullName, email, organisationId }) =>
      organisationId === null
        ? []
        : [
            {
              id: `user ${id}`,
              group: 'Users',
              label: fullName,
              hint: email,
              to: organisationId === own?.id ? `/U/${id}/view` : `/O/${organisationId}/user/${id}?from=T`,
            },
          ],
    ),
    ...(own?.mappings?.edges ?? []).map(({ node, counterpart: { brandName } }) => ({
      id: `mapping ${node.id}`,
      group: 'Mappings',
      label: brandName,
      to: `/M?search=${encodeURIComponent(brandName)}`,
    })),
  ];
}
