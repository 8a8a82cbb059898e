import {
  ToolbarButton,
  useHeadersEditorState,
  useOperationsEditorState,
  useVariablesEditorState,
} from '@graphiql/react';
import { IconCoins } from '@tabler/icons-react';
import { useState } from 'react';
import { readCost } from './readCost.ts';

interface CostButtonProps {
  onCost: (cost: string) => void;
}

/** Asks for the cost of the operation in the editor, which does not run. */
export function CostButton({ onCost }: CostButtonProps) {
  const [query] = useOperationsEditorState();
  const [variables] = useVariablesEditorState();
  const [headers] = useHeadersEditorState();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    onCost(await readCost({ query, variables, headers }));
    setBusy(false);
  };
  return (
    <ToolbarButton label="Cost of this operation" aria-busy={busy} onClick={busy ? undefined : () => void ask()}>
      <IconCoins className="graphiql-toolbar-icon" stroke={1.5} aria-hidden />
    </ToolbarButton>
  );
}
