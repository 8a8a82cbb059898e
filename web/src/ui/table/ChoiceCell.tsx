import { type MouseEvent, memo, useEffect, useRef, useSyncExternalStore } from 'react';
import classes from './DataTable.module.css';
import type { TableChoice } from './RowChoice.ts';

/** The width of the column with checkboxes. */
export const choiceWidth = 36;

const doNothing = () => {};

interface ChoiceCellProps {
  given: TableChoice;
  id: string;
  name: string | undefined;
}

/** The checkbox of a row; with Shift it selects all rows since the last one. A plain element, because a page has a hundred. */
export const ChoiceCell = memo(function ChoiceCell({
  given: { choice, table, ids },
  id,
  name = 'this row',
}: ChoiceCellProps) {
  const chosen = useSyncExternalStore(choice.subscribe, () => choice.has(table, id));
  if (!ids.includes(id)) return <td data-box />;
  const press = ({ shiftKey }: MouseEvent) =>
    shiftKey ? choice.chooseTo(table, ids, id) : choice.toggle(table, id, ids);
  return (
    <td className={classes.choice} data-box>
      <label>
        <input type="checkbox" aria-label={`Select ${name}`} checked={chosen} onClick={press} onChange={doNothing} />
      </label>
    </td>
  );
});

/** The checkbox that selects all rows on the page. */
export function PageChoiceCell({ choice, table, ids }: TableChoice) {
  const count = useSyncExternalStore(choice.subscribe, () => ids.filter((id) => choice.has(table, id)).length);
  const box = useRef<HTMLInputElement>(null);
  useEffect(
    function showPart() {
      if (box.current) box.current.indeterminate = count > 0 && count < ids.length;
    },
    [count, ids.length],
  );
  return (
    <td className={classes.choice} data-box>
      <label>
        <input
          ref={box}
          type="checkbox"
          aria-label="Select all rows on this page"
          checked={count > 0 && count === ids.length}
          onChange={() => choice.setAll(table, ids, count < ids.length)}
        />
      </label>
    </td>
  );
}
