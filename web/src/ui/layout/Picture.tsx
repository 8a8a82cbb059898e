import { Image, Text } from '@mantine/core';
import { useState } from 'react';

/** A stored image; its file name where it cannot be displayed. */
export function Picture({ file }: { file: { name: string; url: string } }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === file.url) return <Text>{file.name}</Text>;
  return (
    <Image src={file.url} alt={file.name} h={40} w="auto" maw={200} fit="contain" onError={() => setFailed(file.url)} />
  );
}
