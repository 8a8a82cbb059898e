import { type ApolloCache, gql, type TypedDocumentNode } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { BrowserSession } from './BrowserSession.ts';
import { clientForSession } from './client.ts';
import { useFragment } from './useFragment.ts';

interface Organisation {
  id: string;
  name: string;
}

const rowFragment: TypedDocumentNode<Organisation> = gql('fragment Row on Organisation { id name }');
const ids = Array.from({ length: 30 }, (_, index) => String(index + 1));

/** The names of the rows that were rendered. */
const rendered: (string | null)[] = [];

function Row({ id }: { id: string }) {
  const { data, complete } = useFragment(rowFragment, `Organisation:${id}`);
  rendered.push(complete ? data.name : null);
  return <li>{data.name}</li>;
}

const List = () => ids.map((id) => <Row key={id} id={id} />);
const Absent = () => String(useFragment(rowFragment, null).complete);

/** Renders a part of a page with organisations in its cache. */
async function renderPart(part: ReactNode) {
  const client = clientForSession(new BrowserSession());
  for (const id of ids) writeName(client.cache, id, `Name ${id}`);
  const screen = await render(<ApolloProvider client={client}>{part}</ApolloProvider>);
  return { cache: client.cache, screen };
}

const writeName = (cache: ApolloCache, id: string, name: string) =>
  cache.writeFragment({
    id: `Organisation:${id}`,
    fragment: rowFragment,
    data: { __typename: 'Organisation', id, name } as Organisation,
  });

async function renderList() {
  const { cache, screen } = await renderPart(<List />);
  await expect.element(screen.getByText('Name 30')).toBeVisible();
  return { cache, screen };
}

test('a changed entity is rendered, and no other row', async () => {
  const { cache, screen } = await renderList();
  rendered.length = 0;
  writeName(cache, '7', 'Changed');
  await expect.element(screen.getByText('Changed')).toBeVisible();
  expect(rendered).toEqual(['Changed']);
});

test('without an entity there is no data', async () => {
  const { screen } = await renderPart(<Absent />);
  await expect.element(screen.getByText('false')).toBeVisible();
});
