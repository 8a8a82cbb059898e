import { Image, type ImageProps } from '@mantine/core';
import { useState } from 'react';
import defaultLogo from './default-logo.svg?no-inline';

interface LogoProps extends Pick<ImageProps, 'h' | 'maw' | 'miw'> {
  src: string | null | undefined;
  alt: string;
}

/** A logo; the console's own if there is none or it cannot be loaded. */
export function Logo({ src, ...rest }: LogoProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <Image
      src={src && src !== failed ? src : defaultLogo}
      w="auto"
      fit="contain"
      radius={0}
      onError={() => setFailed(src ?? undefined)}
      {...rest}
    />
  );
}
