import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { serverNow } from '../apollo/serverTime.ts';
import { formatMoment } from '../ui/values/format.ts';
import './print.css';

const schemeAttribute = 'data-mantine-color-scheme';

/** The time at which a page is printed, at its head on paper. Paper is light: printers leave dark backgrounds out. */
export function PrintedDate() {
  const [printedAt, setPrintedAt] = useState<Date | null>(null);
  useEffect(function prepareForPaper() {
    const { documentElement: root } = document;
    let scheme: string | null = null;
    const prepare = () => {
      // Some browsers announce a print twice.
      scheme ??= root.getAttribute(schemeAttribute);
      root.setAttribute(schemeAttribute, 'light');
      flushSync(() => setPrintedAt(serverNow()));
    };
    const restore = () => {
      if (scheme !== null) root.setAttribute(schemeAttribute, scheme);
      scheme = null;
      setPrintedAt(null);
    };
    window.addEventListener('beforeprint', prepare);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', prepare);
      window.removeEventListener('afterprint', restore);
    };
  }, []);
  return printedAt && <Text size="sm">{`Printed ${formatMoment(printedAt)}`}</Text>;
}
