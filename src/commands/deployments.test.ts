import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '../platform/config/config.ts';
import { testSecretKey } from '../testing/vault.ts';
import { longestDrainMilliseconds } from './serve.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const folder = 'deploy/kubernetes/';
const kubernetes = Object.fromEntries(
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml'))
    .map(name => [name, read(folder + name)]),
);
const settings = parseEnv(read(`${folder}settings/settings.env`));
const processes = { 'service/api.yaml': 'PORT', 'service/worker.yaml': 'METRICS_PORT' };

/** The values of a field, wherever it stands in the text. */
const valuesOf = (text: string, field: string) =>
  [...text.matchAll(new RegExp(`^[ -]*${field}: *"?([^"\\n]*)"?$`, 'gm'))].map(([, value]) => value!);
const numberOf = (text: string, field: string) => Number(valuesOf(text, field)[0]);

test('the settings for Kubernetes are settings that exist, with values that the service takes', () => {
  const secrets = parseEnv(read(`${folder}settings/secrets.example.env`));
  const blanks = { SECRET_KEY: testSecretKey, METRICS_TOKEN: 'x'.repeat(32) };
  for (const [role, port] of [
    ['api', 'PORT'],
    ['worker', 'METRICS_PORT'],
  ]) {
    const given = { ...settings, ...secrets, ...blanks, ROLE: role, [port!]: '8080' };
    const config = readConfig(given, '/nowhere/.env');
    for (const name of Object.keys(given)) assert.ok(name in config, `${name} is not a setting`);
  }
});

test('Compose and the Dockerfile name only settings that exist', () => {
  const own = ['NODE_ENV', 'DOMAIN', 'UPSTREAM', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD'];
  const text = `${read('compose.yaml')}\n${read('deploy/compose.workers.yaml')}`;
  const names = [...text.matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name]) => name!);
  const [, set = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? [];
  names.push(...set.split(' ').map(entry => entry.split('=')[0]!));
  assert.ok(names.includes('SECRET_KEY') && names.includes('METRICS_PORT'));
  const documented = read('docs/operations.md');
  for (const name of new Set(names))
    assert.ok(own.includes(name) || documented.includes(`\`${name}\``), `${name} is not a setting`);
});

test('probes, services and the ingress lead to ports and paths at which a process answers', () => {
  const { paths } = JSON.parse(read('docs/openapi.json'));
  const exposed = /^EXPOSE (.*)$/m.exec(read('Dockerfile'))![1]!.split(' ');
  for (const [file, setting] of Object.entries(processes)) {
    const text = kubernetes[file]!;
    const [port] = valuesOf(text, 'containerPort');
    assert.ok(exposed.includes(port!), `${file}: ${port}`);
    assert.match(text, new RegExp(`name: ${setting}\\n +value: "${port}"`));
    const asked = valuesOf(text, 'path');
    assert.deepEqual(asked, ['/healthz', '/readyz', '/healthz'], file);
    for (const path of asked) assert.ok(paths[path]?.get, path);
    assert.deepEqual(
      new Set(valuesOf(text, '(?:port|targetPort)')),
      new Set(file.includes('api') ? ['http', '80'] : ['http']),
    );
  }
  assert.match(kubernetes['service/ingress.yaml']!, /name: postrider-api\n/);
});

test('whatever stops a process gives it as much time as it may take', () => {
  const drain = Number(settings.DRAIN_SECONDS);
  const longest = longestDrainMilliseconds / 1000;
  for (const file of Object.keys(processes)) {
    const text = kubernetes[file]!;
    assert.ok(numberOf(text, 'terminationGracePeriodSeconds') >= drain + longest, file);
    const probe = text.slice(text.indexOf('readinessProbe'), text.indexOf('livenessProbe'));
    const noticed =
      (numberOf(probe, 'periodSeconds') + numberOf(probe, 'timeoutSeconds')) *
      numberOf(probe, 'failureThreshold');
    assert.ok(drain > noticed, `${file}: it leaves before anybody notices`);
  }
  const minutes = [
    ...valuesOf(read('compose.yaml'), 'stop_grace_period'),
    valuesOf(read('deploy/compose.workers.yaml'), 'stop_grace_period')[0]!,
    /^TimeoutStopSec=(.*)$/m.exec(read('deploy/postrider.service'))![1]!,
  ];
  for (const time of minutes) assert.ok(Number.parseInt(time, 10) * 60 >= longest, time);
});

test('no pod may do more than it needs', () => {
  const pods = Object.entries(kubernetes).filter(([, text]) => text.includes('containers:'));
  assert.equal(pods.length, 3);
  for (const [file, text] of pods)
    for (const restriction of [
      ...['automountServiceAccountToken: false', 'enableServiceLinks: false', 'runAsNonRoot: true'],
      ...[
        'type: RuntimeDefault',
        'allowPrivilegeEscalation: false',
        'readOnlyRootFilesystem: true',
        'drop: [ALL]',
      ],
    ])
      assert.ok(text.includes(restriction), `${file}: ${restriction}`);
});
