import { Group, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import classes from './DataTable.module.css';
import type { Sort } from './listAddress.ts';

interface SortHeaderProps {
  title: string;
  column: string;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}

// The table library renders the cells of the header and has no way to give them attributes.
const useHeaderCell = (inside: RefObject<HTMLElement | null>, name: string, value: string | null): void =>
  useEffect(
    function markHeaderCell() {
      const cell = inside.current?.closest('th');
      if (value) cell?.setAttribute(name, value);
      else cell?.removeAttribute(name);
    },
    [inside, name, value],
  );

/** The heading of a column, or of several. Without a title it is an empty cell and not a heading without words. */
export function HeaderTitle({ title, scope }: { title?: string | undefined; scope: 'col' | 'colgroup' }) {
  const inside = useRef<HTMLSpanElement>(null);
  useHeaderCell(inside, 'scope', title ? scope : null);
  useHeaderCell(inside, 'role', title ? 'columnheader' : 'cell');
  return <span ref={inside}>{title}</span>;
}

/** A column's title that sorts: upwards, downwards, then as the server orders it. */
export function SortHeader({ title, column, sort, onSort }: SortHeaderProps) {
  const button = useRef<HTMLButtonElement>(null);
  const sorted = sort?.key === column ? (sort.descending ? 'descending' : 'ascending') : null;
  const Icon = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector }[sorted ?? 'none'];
  const next = { none: false, ascending: true, descending: null }[sorted ?? 'none'];

  useHeaderCell(button, 'scope', 'col');
  useHeaderCell(button, 'aria-sort', sorted);

  return (
    <UnstyledButton
      ref={button}
      className={classes.sort}
      onClick={() => onSort(next === null ? null : { key: column, descending: next })}
    >
      <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
        {title}
        <Icon size={14} stroke={1.5} aria-hidden className={sorted ? undefined : classes.unsorted} />
      </Group>
    </UnstyledButton>
  );
}
