import { z } from 'zod';
import { parseJson } from '../../platform/parse-json.ts';
import { readDomain } from './domain-name.ts';
import { readCount, readWords, type TlsFailure, type TlsReport } from './report.ts';

const mostPolicies = 100;
const mostFailures = 500;

const text = z.string().catch('');
const list = z.array(z.unknown()).catch([]);

const failureShape = z.object({
  'result-type': text,
  'receiving-mx-hostname': text,
  'failed-session-count': z.unknown(),
});
const policyShape = z.object({
  policy: z.object({ 'policy-domain': text }),
  summary: z.object({
    'total-successful-session-count': z.unknown(),
    'total-failure-session-count': z.unknown(),
  }),
  'failure-details': list,
});
const reportShape = z.object({
  'organization-name': text,
  'report-id': text,
  'date-range': z.object({ 'start-datetime': z.string(), 'end-datetime': z.string() }),
  policies: z.array(z.unknown()),
});

/** Reads a TLS report. Returns one report for each domain in it, and none if the document is not such a report. */
export function readTlsReports(json: string): TlsReport[] {
  const report = reportShape.safeParse(parseJson(json)).data;
  if (!report) return [];
  const { 'date-range': range, policies } = report;
  const head = {
    org: readWords(report['organization-name'], 100),
    report_id: readWords(report['report-id'], 250),
    begin: new Date(range['start-datetime']),
    end: new Date(range['end-datetime']),
  };
  const isDated = Number.isFinite(head.begin.getTime()) && Number.isFinite(head.end.getTime());
  if (head.org === '' || head.report_id === '' || !isDated) return [];
  const read = policies.slice(0, mostPolicies).map(one => readPolicy(one));
  const is_cut = policies.length > mostPolicies || read.some(one => one === null || one.is_cut);
  const byDomain = Map.groupBy(
    read.filter(one => one !== null),
    ({ domain }) => domain,
  );
  return [...byDomain].map(([domain, some]) => ({
    kind: 'tls',
    ...head,
    domain,
    is_cut,
    successes: some.reduce((sum, { successes }) => sum + successes, 0),
    failures: some.flatMap(({ failures }) => failures).slice(0, mostFailures),
  }));
}

function readPolicy(value: unknown) {
  const found = policyShape.safeParse(value).data;
  const domain = readDomain(found?.policy['policy-domain']);
  const successes = readCount(found?.summary['total-successful-session-count']);
  const failed = readCount(found?.summary['total-failure-session-count']);
  if (!found || domain === '' || successes === null || failed === null) return null;
  const details = found['failure-details'].slice(0, mostFailures).map(readFailure);
  const failures = details.filter(one => one !== null);
  const explained = failures.reduce((sum, { sessions }) => sum + sessions, 0);
  // A receiver may count failures without explaining them.
  if (failed > explained) failures.push({ result: 'unexplained', host: '', sessions: failed - explained });
  const is_cut = failures.length < details.length || found['failure-details'].length > mostFailures;
  return { domain, successes, failures, is_cut };
}

function readFailure(value: unknown): TlsFailure | null {
  const found = failureShape.safeParse(value).data;
  const sessions = readCount(found?.['failed-session-count']);
  const result = readWords(found?.['result-type'], 60).toLowerCase();
  if (!sessions || !/^[a-z][a-z0-9-]*$/.test(result)) return null;
  return { result, host: readDomain(found?.['receiving-mx-hostname']), sessions };
}
