import { LaterPart } from '../ui/LaterPart.ts';
import { LoadedWhenOpened } from '../ui/LoadedWhenOpened.tsx';
import type { NominateDialogProps } from './NominateWindow.tsx';

const part = new LaterPart<NominateDialogProps>(() =>
  import('./NominateWindow.tsx').then(({ NominateWindow }) => NominateWindow),
);

export function NominateDialog(props: NominateDialogProps) {
  return <LoadedWhenOpened part={part} props={props} close={props.onClose} />;
}
