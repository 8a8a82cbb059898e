import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface Crumb {
  label: string;
  /** Not set for the page itself. */
  to?: string;
  /** The link's location state. */
  state?: unknown;
}

interface PageHeaderProps {
  crumbs: readonly Crumb[];
  title: string;
  badge?: ReactNode;
  /** One line of key facts: label and value. */
  facts?: readonly (readonly [label: string, value: string])[];
  actions?: ReactNode;
  tabs?: ReactNode;
}

export function PageHeader({ crumbs, title, badge, facts = [], actions, tabs }: PageHeaderProps) {
  return (
    <Stack gap={6} component="header">
      <nav aria-label="Breadcrumb">
        <Breadcrumbs separatorMargin="xs" styles={{ root: { flexWrap: 'wrap' }, breadcrumb: { whiteSpace: 'normal' } }}>
          {crumbs.map(({ label, to, state }) =>
            to ? (
              <Anchor key={`${label} ${to}`} component={Link} to={to} state={state} size="sm">
                {label}
              </Anchor>
            ) : (
              <Text key={label} c="dimmed" aria-current="page">
                {label}
              </Text>
            ),
          )}
        </Breadcrumbs>
      </nav>
      <Group justify="space-between" gap="md">
        <Group gap="sm" miw={0}>
          <Title order={1}>{title}</Title>
          {badge}
        </Group>
        {actions}
      </Group>
      {facts.length > 0 && (
        <Group gap="lg">
          {facts.map(([label, value]) => (
            <Text key={label}>
              <Text span c="dimmed">{`${label}: `}</Text>
              {value}
            </Text>
          ))}
        </Group>
      )}
      {tabs}
    </Stack>
  );
}
