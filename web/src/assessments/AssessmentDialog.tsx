import { LaterPart } from '../ui/LaterPart.ts';
import { LoadedWhenOpened } from '../ui/LoadedWhenOpened.tsx';
import type { AssessmentDialogProps } from './AssessmentWindow.tsx';

const part = new LaterPart<AssessmentDialogProps>(() =>
  import('./AssessmentWindow.tsx').then(({ AssessmentWindow }) => AssessmentWindow),
);

export function AssessmentDialog(props: AssessmentDialogProps) {
  return <LoadedWhenOpened part={part} props={props} close={props.onClose} />;
}
