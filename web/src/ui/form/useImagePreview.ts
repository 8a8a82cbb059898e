import { useEffect, useState } from 'react';

/** The file as a data URL: the page's policy allows images of its own origin and `data:` only. */
export const useImagePreview = (file: File | null): string | null => {
  const [read, setRead] = useState<{ file: File; address: string } | null>(null);
  useEffect(
    function readFile() {
      if (!file) return;
      const reader = new FileReader();
      reader.onload = () => setRead({ file, address: String(reader.result) });
      reader.readAsDataURL(file);
      return () => {
        reader.onload = null;
        if (reader.readyState === FileReader.LOADING) reader.abort();
      };
    },
    [file],
  );
  return read?.file === file ? (read?.address ?? null) : null;
};
