import { Anchor, Text } from '@mantine/core';
import { createContext, use } from 'react';
import { heightVariableRef, isSticky } from '../../feedback/heightVariableRef.ts';
import classes from './InvalidFieldLinks.module.css';

/** A field with an error, as the summary of its form names it. */
export interface InvalidField {
  path: string;
  label: string;
  element: HTMLElement;
}

/** The invalid fields of a long form, in the order of the page. */
export const InvalidFieldsContext = createContext<readonly InvalidField[]>([]);

export const invalidFieldCount = (count: number): string =>
  count === 1 ? '1 field needs your attention' : `${count} fields need your attention`;

const measured = heightVariableRef('--console-invalid-fields', (links) =>
  links.parentElement && isSticky(links.parentElement) ? links.offsetHeight : 0,
);

/** The number of invalid fields of a long form, with links to them. */
export function InvalidFieldLinks() {
  const fields = use(InvalidFieldsContext);
  if (fields.length === 0) return null;
  const title = invalidFieldCount(fields.length);
  return (
    <nav ref={measured} className={classes.fields} aria-label={title}>
      <Text size="sm" fw={500} aria-hidden>
        {title}
      </Text>
      <ul className={classes.links}>
        {fields.map(({ path, label, element }) => (
          <li key={path}>
            <Anchor
              href={`#${element.id}`}
              size="sm"
              className={classes.link}
              onClick={(event) => {
                event.preventDefault();
                element.focus();
              }}
            >
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
