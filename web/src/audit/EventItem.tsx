import type { FragmentType } from '@apollo/client';
import { Anchor, Badge, Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { RequestId } from '../feedback/RequestId.tsx';
import { graphql } from '../gql/gql.ts';
import type { EventItem_EventFragment } from '../gql/graphql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { formatCount, formatMoment } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';
import { auditChangeTexts } from './auditChangeTexts.ts';
import { auditFieldLabel, auditWayLabels } from './auditLabels.ts';
import classes from './EventFeed.module.css';
import { auditTargetPath, auditUserPath, splitAtFirstMentions } from './eventLinks.ts';
import { UploadedUsers } from './UploadedUsers.tsx';

const eventFragment = graphql(`
  fragment EventItem_event on AuditEvent {
    id
    at
    outcome
    code
    sentence
    way
    count
    requestId
    uploadedUserCount
    actor { name roleKey apiKeyName apiKeyPrefix clientAddress user { id organisationId } }
    target { kind id name organisationId }
    organisation { id brandName }
    changes { field from to }
  }
`);

interface EventItemProps {
  event: FragmentType<EventItem_EventFragment>;
  /** The viewer can only see their own organisation. */
  own: boolean;
}

/** An event as a line with time and sentence. Expanded, it shows the changes, the actor and the client. */
export function EventItem({ event, own }: EventItemProps) {
  const { data, complete } = useFragment(eventFragment, event);
  const [opened, setOpened] = useState(false);
  const id = useId();
  if (!complete) return null;
  const { at, code, count } = data;
  const Icon = opened ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.event}>
      <UnstyledButton
        className={classes.time}
        aria-expanded={opened}
        aria-controls={`${id}-details`}
        aria-labelledby={`${id}-time ${id}-sentence`}
        onClick={() => setOpened(!opened)}
      >
        <Icon size={16} stroke={1.5} aria-hidden />
        <time dateTime={at} id={`${id}-time`}>
          {formatMoment(new Date(at))}
        </time>
      </UnstyledButton>
      <Group gap="xs" className={classes.what}>
        <Sentence id={`${id}-sentence`} event={data} own={own} />
        {code && <Badge color="red">Refused</Badge>}
        {count > 1 && <Badge color="gray">{`${formatCount(count)} times`}</Badge>}
      </Group>
      <div id={`${id}-details`} className={classes.details} hidden={!opened}>
        {opened && <Details event={data} own={own} />}
      </div>
    </li>
  );
}

function Details({ event, own }: { event: EventItem_EventFragment; own: boolean }) {
  const { id, changes, organisation, requestId, uploadedUserCount } = event;
  const isUpload = (uploadedUserCount ?? 0) > 1;
  return (
    <>
      {isUpload && <UploadedUsers eventId={id} own={own} />}
      {!isUpload && changes.length > 0 && (
        <dl className={classes.changes} aria-label="Changes">
          {auditChangeTexts(changes).map(({ field, label, from, to }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>
                {from !== null && (
                  <>
                    <bdi translate="no">{from}</bdi>
                    {' → '}
                  </>
                )}
                <bdi translate="no">{to}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Text size="sm" c="dimmed" component="div" className={classes.facts}>
        <span>
          {[...factsOf(event), !own && organisation && isolated(organisation.brandName)].filter(Boolean).join(' · ')}
        </span>
        {requestId && <RequestId id={requestId} word="Request" />}
      </Text>
    </>
  );
}

/** The sentence with links to the actor and the target. */
function Sentence({ id, event, own }: { id: string; event: EventItem_EventFragment; own: boolean }) {
  const { trail } = useTrail();
  const { actor, target, sentence } = event;
  const paths = [actor.user && auditUserPath(actor.user, own), auditTargetPath(target, own)];
  return (
    <span id={id}>
      {splitAtFirstMentions(sentence, [actor.name ?? '', target.name ?? '']).map(({ text, nameIndex }) => {
        const to = nameIndex === null ? null : paths[nameIndex];
        const name =
          nameIndex === null ? (
            text
          ) : (
            <bdi key={nameIndex} translate="no">
              {text}
            </bdi>
          );
        return to ? (
          <Anchor key={nameIndex} component={Link} to={to} state={trail} fw={500}>
            {name}
          </Anchor>
        ) : (
          name
        );
      })}
    </span>
  );
}

const factsOf = ({ actor, code, way }: EventItem_EventFragment): (string | null)[] => [
  code,
  actor.roleKey && auditFieldLabel(actor.roleKey.toLowerCase()),
  actor.apiKeyName &&
    `API key ${isolated(actor.apiKeyName)} ${actor.apiKeyPrefix ? `(${actor.apiKeyPrefix}…)` : ''}`.trim(),
  actor.clientAddress,
  way === 'PUBLIC' ? null : auditWayLabels[way],
];
