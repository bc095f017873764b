import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { metrics } from './metrics.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const alerts = read('deploy/prometheus/alerts.yaml');

test('alert rules, the dashboard and documents name only metrics that exist, with labels that they have', async () => {
  const known = new Map<string, string[]>();
  for (const { name, type } of await metrics.getMetricsAsJSON()) {
    const labels = [...(metrics.getSingleMetric(name) as unknown as { labelNames: string[] }).labelNames];
    const names = String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
    for (const one of names) known.set(one, [...labels, 'le', 'instance', 'job']);
  }
  const texts = { alerts, dashboard: read('deploy/grafana/postrider.json') };
  for (const [where, text] of Object.entries(texts)) {
    const used = [...text.matchAll(/\b(postrider_[a-z_]+)(?:\{([^}]*)\})?/g)];
    assert.ok(used.length > 10, where);
    for (const [, name, selector = ''] of used) {
      assert.ok(known.has(name!), `${where}: ${name}`);
      for (const [, label] of selector.matchAll(/(\w+)\s*[=!]/g))
        assert.ok(known.get(name!)!.includes(label!), `${where}: ${name}{${label}}`);
    }
  }
});

test('the table of metrics lists each one', async () => {
  const table = read('docs/operations.md');
  for (const { name } of await metrics.getMetricsAsJSON()) assert.ok(table.includes(`| \`${name}\``), name);
});

test('every alert links to a section of the list of troubles', () => {
  const sections = [...read('docs/running/troubles.md').matchAll(/^## (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w ]/g, '')
      .replaceAll(' ', '-'),
  );
  const led = [...alerts.matchAll(/runbook: (.*)/g)].map(([, section]) => section!);
  assert.equal(led.length, alerts.match(/- alert:/g)!.length);
  for (const section of led) assert.ok(sections.includes(section), section);
});
