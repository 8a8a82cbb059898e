import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTrail } from '../ui/layout/useTrail.ts';
import type { Figure } from './overviewFigures.ts';

/** A number, which leads to its list where there is one. */
export function FigureValue({ figure: { label, value, to } }: { figure: Figure }) {
  const { trail } = useTrail();
  if (value === undefined) return <Skeleton component="span" display="inline-block" h="1em" w="3em" />;
  if (to === undefined || value === '–') return <Text span>{value}</Text>;
  return (
    <Anchor component={Link} to={to} state={trail} aria-label={`${label}: ${value}`}>
      {value}
    </Anchor>
  );
}
