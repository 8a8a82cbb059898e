import { useState } from 'react';
import { tryStorage } from '../apollo/tryStorage.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';

const viewerFragment = graphql(`fragment useWelcome_viewer on Viewer { user { id } }`);

const storageKey = 'console.welcome';
const mostPeople = 50;

const readPutAway = (): readonly string[] =>
  tryStorage(() => localStorage.getItem(storageKey)?.split(',').filter(Boolean) ?? [], []);

/** Whether the welcome panel is shown. This browser remembers which users have closed it; it also disappears with the last step. */
export const useWelcome = () => {
  const { data, complete } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const person = complete ? data.user.id : null;
  const [putAwayBy, setPutAwayBy] = useState(readPutAway);
  // Before the first result the user is unknown.
  const isOpen = person === null ? putAwayBy.length === 0 : !putAwayBy.includes(person);
  const [asked] = useState(isOpen);
  const putAway = () => {
    if (person === null || !isOpen) return;
    const people = [...readPutAway().filter((one) => one !== person), person].slice(-mostPeople);
    tryStorage(() => localStorage.setItem(storageKey, people.join()), undefined);
    setPutAwayBy(people);
  };
  // After a query with the steps no other query without them is sent.
  return { isOpen, asked: asked || isOpen, putAway };
};
