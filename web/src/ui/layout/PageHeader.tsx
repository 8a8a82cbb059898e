import { Anchor, Group, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CountBadge } from '../values/CountBadge.tsx';
import classes from './PageHeader.module.css';

interface Crumb {
  label: string;
  to: string;
  /** The link's location state. */
  state?: unknown;
}

interface PageHeaderProps {
  /** The pages above this one; none on a page of the main navigation. */
  crumbs?: readonly Crumb[];
  title: string;
  /** Before the title. */
  avatar?: ReactNode;
  badge?: ReactNode;
  /** Facts below the title, next to the avatar. */
  lines?: ReactNode;
  /** Number of rows in the page's list. */
  count?: number | undefined;
  /** Key figures between title and actions. */
  facts?: ReactNode;
  actions?: ReactNode;
  tabs?: ReactNode;
}

/** The header of a page: breadcrumbs, title, tabs, key figures and actions, in one line if there is room. */
export function PageHeader({ crumbs = [], title, avatar, badge, lines, count, facts, actions, tabs }: PageHeaderProps) {
  return (
    <header className={classes.line} data-lines={lines ? true : undefined}>
      <div className={classes.place}>
        {crumbs.length > 0 && (
          <nav aria-label="Breadcrumb" className={classes.crumbs}>
            {crumbs.map(({ label, to, state }) => (
              <span key={`${label} ${to}`} className={classes.crumb}>
                <Anchor component={Link} to={to} state={state} size="sm" c="dimmed">
                  {label}
                </Anchor>
                <IconChevronRight size={14} stroke={1.5} aria-hidden />
              </span>
            ))}
          </nav>
        )}
        <div className={classes.name}>
          {avatar}
          <div className={classes.titles}>
            <div className={classes.name}>
              <Title order={1} translate={avatar ? 'no' : undefined}>
                {title}
              </Title>
              {count !== undefined && <CountBadge count={count} />}
              {badge}
            </div>
            {lines && <div className={classes.facts}>{lines}</div>}
          </div>
        </div>
      </div>
      {tabs && <div className={classes.tabs}>{tabs}</div>}
      {facts && <div className={classes.facts}>{facts}</div>}
      {actions && (
        <Group gap="xs" className={classes.actions}>
          {actions}
        </Group>
      )}
    </header>
  );
}

/** A label and its value, for a header's line of key figures. */
export function HeaderFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Text>
      <Text span c="dimmed">{`${label}: `}</Text>
      <span>{children}</span>
    </Text>
  );
}
