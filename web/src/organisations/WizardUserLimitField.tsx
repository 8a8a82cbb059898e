import { noUserLimit, parseUserLimit, texts } from '@console/contract/rules';
import type { GetInputPropsReturnType } from '@mantine/form';
import { afterPointerRelease } from '../ui/form/afterPointerRelease.ts';
import { TextField } from '../ui/form/TextField.tsx';

/** The user limit. An invalid number visibly becomes No Limit (SPEC 5). */
export function WizardUserLimitField({ value, onChange, onBlur, ...input }: GetInputPropsReturnType) {
  const settle = () => {
    if (value !== '' && parseUserLimit(value) === noUserLimit) onChange(texts.noLimit);
    onBlur?.();
  };
  return (
    <TextField
      {...input}
      label="User limit"
      description="A whole number of 1 or more. Anything else means no limit."
      placeholder={texts.noLimit}
      autoComplete="off"
      value={value}
      onChange={onChange}
      onBlur={() => afterPointerRelease(settle)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
      onFocus={(event) => {
        input.onFocus?.(event);
        event.currentTarget.select();
      }}
    />
  );
}
