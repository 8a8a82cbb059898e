import { LaterPart } from '../ui/LaterPart.ts';
import { LoadedWhenOpened } from '../ui/LoadedWhenOpened.tsx';
import type { InactiveWindowProps } from './InactiveWindow.tsx';

const part = new LaterPart<InactiveWindowProps>(() =>
  import('./InactiveWindow.tsx').then(({ InactiveWindow }) => InactiveWindow),
);

export function InactiveDialog(props: InactiveWindowProps) {
  return <LoadedWhenOpened part={part} props={props} close={props.onClose} />;
}
