import { bulkMaxBytes, bulkUploadFileExtension, texts } from '@console/contract/rules';
import { type ComponentProps, useState } from 'react';
import { FileField } from '../ui/form/FileField.tsx';
import { WidgetSection } from './WidgetSection.tsx';

const people = new File(['firstname,lastname,email\n'], 'people.csv');

export function FileStates() {
  return (
    <WidgetSection title="File fields" columns={2}>
      <Choice label="Empty" />
      <Choice label="Chosen" first={people} />
      <Choice label="Wrong" first={people} error="The file has no rows below its header." />
      <Choice label="Being sent" first={people} disabled />
    </WidgetSection>
  );
}

type ChoiceProps = Pick<ComponentProps<typeof FileField>, 'label' | 'error' | 'disabled'> & { first?: File };

function Choice({ first, ...field }: ChoiceProps) {
  const [file, setFile] = useState<File | null>(first ?? null);
  return (
    <FileField
      {...field}
      description="A .csv file of at most 1 MB"
      required
      chooseLabel={texts.users.chooseFile}
      endings={[bulkUploadFileExtension]}
      maxBytes={bulkMaxBytes}
      value={file}
      onChange={setFile}
    />
  );
}
