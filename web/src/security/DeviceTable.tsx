import type { FragmentType } from '@apollo/client';
import { graphql } from '../gql/gql.ts';
import type { DeviceTable_DeviceFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { deviceName } from './deviceName.ts';
import { ForgetDeviceButton } from './ForgetDeviceButton.tsx';

const deviceFragment = graphql(`
  fragment DeviceTable_device on RememberedDevice { id browser system clientAddress lastUsedAt expiresAt }
`);

type DeviceRow = DeviceTable_DeviceFragment;
type Device = { id: string } & FragmentType<DeviceRow>;

interface DeviceTableProps {
  devices: readonly Device[] | undefined;
  /** Whether the viewer can remove the devices. */
  viewerCanForget: boolean;
  loading: boolean;
  onRetry: () => void;
}

export const noDevicesText =
  'No remembered devices. A device is remembered after a passcode is entered on it. Later sign-ins there require no passcode.';

/** The browsers in which a user is not asked for a passcode. */
export function DeviceTable({ devices, viewerCanForget, loading, onRetry }: DeviceTableProps) {
  const columns = viewerCanForget ? [...facts, action] : facts;
  return (
    <DataTable
      caption="Remembered devices"
      columns={columns}
      list={devices && { nodes: devices, totalCount: devices.length }}
      fragment={deviceFragment}
      emptyReason={noDevicesText}
      loading={loading}
      onRetry={onRetry}
    />
  );
}

const facts: readonly Column<DeviceRow>[] = [
  { key: 'device', title: 'Device', min: 240, full: deviceName, render: deviceName },
  {
    key: 'address',
    title: 'IP address',
    narrow: 'second line',
    render: ({ clientAddress }) => clientAddress ?? 'Unknown',
  },
  {
    key: 'use',
    title: 'Last used',
    kind: 'date',
    narrow: 'second line',
    render: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'Unknown'),
  },
  {
    key: 'expiry',
    title: 'Remembered until',
    kind: 'date',
    min: 160,
    narrow: 'left out',
    render: ({ expiresAt }) => expiresAt && <Moment at={expiresAt} />,
  },
];

const action: Column<DeviceRow> = {
  key: 'action',
  title: 'Action',
  // The table may have no rows. With an action column it would then not be focusable.
  kind: 'date',
  narrow: 88,
  render: (device) => <ForgetDeviceButton deviceId={device.id} deviceName={deviceName(device)} />,
};
