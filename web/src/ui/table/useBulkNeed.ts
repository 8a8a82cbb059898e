import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { usePageQuery } from '../../apollo/usePageQuery.ts';
import { whenPainted } from '../../feedback/whenPainted.ts';
import { graphql } from '../../gql/gql.ts';
import { closedBulkJobKey } from '../layout/closedBulkJobKey.ts';
import { type RowChoice, useChosenRows } from './RowChoice.ts';

// After the page is painted: few people have one.
const recentQuery = graphql(
  `query useBulkNeed_Recent($organisationId: ID!) { recentBulkJobs(organisationId: $organisationId) { id act } }`,
);

interface BulkList {
  of: 'users' | 'invitations';
  /** Undefined while it is loading. */
  organisationId: string | undefined;
  /** Whether the product API does bulk acts as jobs. */
  hasBulkActs: boolean;
  /** What the list shows: other rows give the choice up. */
  rows: object;
}

const useIsPainted = (): boolean => {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(function noticePaint() {
    void whenPainted().then(() => setIsPainted(true));
  }, []);
  return isPainted;
};

/** Whether the bar of a list is needed: rows are chosen, or were, or the viewer has started a job, in whichever browser. */
export const useBulkNeed = (choice: RowChoice, { of, organisationId = '', hasBulkActs, rows }: BulkList) => {
  const name = `${of}.${organisationId}`;
  const [closed] = useLocalStorage<string>({ key: closedBulkJobKey(name), getInitialValueInEffect: false });
  const isPainted = useIsPainted();
  const skip = !hasBulkActs || organisationId === '' || !isPainted;
  const { data } = usePageQuery(recentQuery, { organisationId }, { quiet: true, skip });
  const jobs = data?.recentBulkJobs ?? [];
  const recentJob = jobs.find(({ act }) => act.endsWith('_INVITATION') === (of === 'invitations'))?.id;
  const { ids, all } = useChosenRows(choice);
  const filter = JSON.stringify([organisationId, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each search and filter.
  useEffect(
    function forgetChoice() {
      return choice.clear;
    },
    [choice, filter],
  );
  return {
    isNeeded: ids.size > 0 || all || (recentJob !== undefined && recentJob !== closed),
    job: { name, recent: recentJob },
  };
};
