import { LaterPart } from './LaterPart.ts';
import { LoadedWhenOpened } from './LoadedWhenOpened.tsx';
import type { NoticeDialogProps } from './NoticeWindow.tsx';

const part = new LaterPart<NoticeDialogProps>(() =>
  import('./NoticeWindow.tsx').then(({ NoticeWindow }) => NoticeWindow),
);

export function NoticeDialog(props: NoticeDialogProps) {
  return <LoadedWhenOpened part={part} props={props} close={props.onClose} />;
}
