import { imageMaxBytes } from '@console/contract/rules';
import type { GetInputPropsReturnType } from '@mantine/form';
import { ImageField } from '../ui/form/ImageField.tsx';

interface KeptFile {
  name: string;
  url: string;
}

interface OrganisationFormImagesProps {
  inputProps: (field: 'logo' | 'icon') => GetInputPropsReturnType;
  values: { logo: File | null; icon: File | null };
  /** The saved images. */
  current?: { logo: KeptFile | null; icon: KeptFile | null };
}

const rules = { endings: ['.png', '.jpg', '.jpeg', '.svg'], maxBytes: imageMaxBytes };
export const imageTypes = 'PNG, JPEG or SVG, at most 2 MB';

/** Logo and icon of an organisation. */
export function OrganisationFormImages({ inputProps, values, current }: OrganisationFormImagesProps) {
  return (
    <>
      <ImageField
        {...rules}
        {...inputProps('logo')}
        label="Logo"
        required
        description={`${imageTypes}. Shown in the top bar.`}
        value={values.logo}
        current={current?.logo ?? null}
      />
      <ImageField
        {...rules}
        {...inputProps('icon')}
        label="Icon"
        required
        description={`${imageTypes}. A small square image.`}
        value={values.icon}
        current={current?.icon ?? null}
      />
    </>
  );
}
