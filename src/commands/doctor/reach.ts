import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Config } from '../../platform/config/config.ts';
import { day_ms } from '../../platform/durations.ts';
import { codeOf } from '../../platform/errors.ts';
import { type Finding, findingsOf } from './finding.ts';
import type { GetPage } from './get-page.ts';

const { good, warning, wrong, unknown } = findingsOf('service');

const leastCertificateDays = 14;

/** Checks whether the service runs, whether its ports are free if it does not, and whether its public address leads to it. */
export async function checkService(config: Config, getPage: GetPage): Promise<Finding[]> {
  const findings = [];
  const port = config.ROLE === 'worker' ? config.METRICS_PORT : config.PORT;
  const name = config.ROLE === 'worker' ? 'METRICS_PORT' : 'PORT';
  let runs = false;
  if (port) {
    const host = reachable(config.HOST);
    const page = await getPage(`http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`);
    runs = 'status' in page;
    findings.push('status' in page ? describe(name, port, page) : await checkFree(name, config.HOST, port));
  }
  for (const key of ['BOUNCE_PORT', 'BOUNCE_LMTP_PORT'] as const) {
    const bouncePort = config[key];
    if (!bouncePort || config.ROLE === 'api') continue;
    findings.push(
      (await listens(reachable(config.BOUNCE_HOST), bouncePort))
        ? good(key, { detail: `Something accepts mail on port ${bouncePort}.` })
        : await checkFree(key, config.BOUNCE_HOST, bouncePort),
    );
  }
  if (runs && config.ROLE !== 'worker' && config.BASE_URL.startsWith('https:'))
    findings.push(...(await checkAddress(config.BASE_URL, getPage)));
  return findings;
}

/** Compares the clock with that of a web server. */
export async function checkClock(url: string, getPage: GetPage): Promise<Finding> {
  const before = Date.now();
  const page = await getPage(url);
  const after = Date.now();
  const theirs = 'date' in page ? page.date?.getTime() : undefined;
  if (theirs === undefined)
    return unknown('clock', {
      detail: `${url} did not say what time it is${'failed' in page ? `: ${page.failed}` : '.'}`,
    });
  // The header has only whole seconds.
  const seconds = Math.max(before - theirs - 1000, theirs - after, 0) / 1000;
  return describeClock(seconds, url);
}

/** Returns a finding about a clock that differs by this many seconds from that of `other`. */
export function describeClock(seconds: number, other: string): Finding {
  const detail = `The clock of this machine and that of ${other} differ by ${seconds.toFixed(1)} s.`;
  const remedy = 'Use NTP on both, for example with systemd-timesyncd or chrony.';
  if (seconds >= 30) return wrong('clock', { detail, remedy });
  return seconds >= 2 ? warning('clock', { detail, remedy }) : good('clock', { detail });
}

function describe(name: string, port: number, page: { status: number; body: string }): Finding {
  if (page.status === 200 && page.body.includes('"ok"'))
    return good(name, { detail: `The service is running on port ${port} and is ready.` });
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(page.body)?.[1];
  return detail === undefined
    ? wrong(name, {
        detail: `Another program answers on port ${port}.`,
        remedy: `Stop it, or choose another port with ${name}.`,
      })
    : wrong(name, {
        detail: `The service is running on port ${port} but is not ready: ${detail}`,
        remedy: 'docs/running/troubles.md describes common problems.',
      });
}

async function checkFree(name: string, host: string, port: number): Promise<Finding> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return good(name, { detail: `The service is not running, and port ${port} is free.` });
  } catch (error) {
    const code = codeOf(error);
    const detail = {
      EADDRINUSE: `Another program uses port ${port}.`,
      EACCES: `This user may not listen on port ${port}.`,
      EADDRNOTAVAIL: `${host} is not an address of this machine.`,
    }[code ?? ''];
    return wrong(name, {
      detail: detail ?? `Nothing can listen on port ${port} (${code}).`,
      remedy: `Choose another port with ${name}${code === 'EACCES' ? ', above 1023' : ''}.`,
    });
  } finally {
    server.close();
  }
}

async function checkAddress(base_url: string, getPage: GetPage): Promise<Finding[]> {
  const page = await getPage(`${base_url}/healthz`);
  if ('failed' in page)
    return [
      wrong('BASE_URL', {
        detail: `${base_url} cannot be reached from here: ${page.failed}`,
        remedy: 'Check its DNS record, the proxy, its certificate and the firewall: docs/running/proxies.md',
      }),
    ];
  if (page.status !== 200 || !page.body.includes('"ok"'))
    return [
      wrong('BASE_URL', {
        detail: `${base_url} answers with ${page.status}, and does not lead to Postrider.`,
        remedy: 'Correct the proxy or BASE_URL: docs/running/proxies.md',
      }),
    ];
  const findings = [good('BASE_URL', { detail: `${base_url} leads to this service.` })];
  const left = page.valid_until && (page.valid_until.getTime() - Date.now()) / day_ms;
  if (left !== undefined && left < leastCertificateDays)
    findings.push(
      warning('certificate', {
        detail: `The certificate of ${base_url} ends in ${Math.floor(left)} days.`,
        remedy: 'Find out why the proxy does not renew it.',
      }),
    );
  return findings;
}

function reachable(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
}

async function listens(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, timeout: 3000 });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
