import type { ConfirmDialogProps } from './ConfirmWindow.tsx';
import { LaterPart } from './LaterPart.ts';
import { LoadedWhenOpened } from './LoadedWhenOpened.tsx';

const part = new LaterPart<ConfirmDialogProps>(() =>
  import('./ConfirmWindow.tsx').then(({ ConfirmWindow }) => ConfirmWindow),
);

export function ConfirmDialog(props: ConfirmDialogProps) {
  return <LoadedWhenOpened part={part} props={props} close={props.onCancel} />;
}
